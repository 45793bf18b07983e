// The library as people work in it: finding, collecting, marking, exporting, adding, attaching.
import { readFileSync, writeFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, filePaper, fileServer, generate, SAMPLE, test } from "./fixtures.ts";
import { completed, drawnBoxes, drop, open, overflow, row, seriousFindings } from "./steps.ts";

const REFERENCES = `@article{kettle,
  title = {A Record of Kettles},
  author = {Author, Ada},
  year = {2020}
}

@article{broken,
  title = {No end
`;

const DARK_PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

const server = fileServer();
const columns = filePaper(server, "two-columns");
test.beforeAll(() => server.completed(SAMPLE));

const papers = (page: Page) => page.locator("[data-paper]");

test("words of a text are found, marked, and opened at their box", async ({ page }) => {
  const words = ["kettle", "boil", "eleven", "minutes"];
  await open(page, server.url);
  await page.getByLabel("Ask or search your papers").fill(words.join(" "));
  const passage = page.locator("[data-passage]").first();
  await passage.waitFor();
  const marked = (await passage.locator("mark").allInnerTexts()).map((word) => word.toLowerCase());
  expect(marked).toEqual(expect.arrayContaining(words));
  await passage.click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  expect(new URL(page.url()).pathname).toBe(`/papers/${columns.id}`);
  expect((await drawnBoxes(page)).length).toBeGreaterThan(0);
});

test("papers are dragged onto a collection, which comes back with undo", async ({ page }) => {
  const name = "Kettles";
  await open(page, server.url);
  const paper = page.locator(`[data-paper="${columns.id}"]`);
  await paper.waitFor();
  expect(await papers(page).count()).toBeGreaterThan(1);
  // The left column is there once there is a collection.
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "New collection" }).click();
  await page.getByLabel("Name of the collection").fill(name);
  await page.keyboard.press("Enter");
  const collection = page.locator("[data-collection]").filter({ hasText: name });
  await collection.waitFor();
  await paper.dragTo(collection);
  await page.getByText(`Added to “${name}”`).waitFor();
  await collection.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await page.getByText("1 paper", { exact: true }).waitFor();
  await expect(papers(page)).toHaveCount(1);
  await collection.hover();
  await collection.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await collection.waitFor({ state: "detached" });
  // What was added before can be undone, too.
  const deleted = page.locator("[data-toast]").filter({ hasText: `“${name}” deleted` });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await collection.waitFor();
});

test("many papers are tagged, marked and exported by the keyboard", async ({ page }) => {
  const tag = "tea";
  await open(page, server.url);
  await papers(page).first().waitFor();
  await page.getByRole("checkbox", { name: "Choose all papers" }).check();
  await page.getByRole("button", { name: "Tag", exact: true }).press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Tag").fill(tag);
  await page.keyboard.press("Enter");
  await page.getByText(`Tagged “${tag}”`).waitFor();
  await page.getByRole("button", { name: "Mark", exact: true }).press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Marked as read").waitFor();
  const notice = (await page.locator("[data-toast]").last().boundingBox())!;
  const bar = (await page.locator("[data-bar=chosen]").boundingBox())!;
  expect(notice.y + notice.height, "the notice stands above the buttons").toBeLessThanOrEqual(bar.y);
  await page.getByRole("button", { name: "Export", exact: true }).press("Enter");
  expect(await seriousFindings(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const bibtex = readFileSync(await download.path(), "utf8");

  const filter = page
    .getByRole("navigation", { name: "Collections" })
    .getByRole("button", { name: new RegExp(`^${tag}`) });
  const tagged = Number((await filter.innerText()).split("\n").at(-1));
  expect(tagged).toBeGreaterThan(1);
  await filter.click();
  await expect(papers(page)).toHaveCount(tagged);
  expect(bibtex.split("@").length - 1).toBeGreaterThanOrEqual(tagged);
});

test("a file of references says what came in and which line is broken", async ({ page }, testInfo) => {
  const path = testInfo.outputPath("mine.bib");
  writeFileSync(path, REFERENCES);
  await open(page, server.url);
  await page.getByRole("button", { name: "Add papers" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.locator("button", { hasText: "BibTeX" }).click(),
  ]);
  await chooser.setFiles(path);
  const works = page.getByRole("list", { name: "Works" });
  await works.locator("[data-outcome]").nth(1).waitFor();
  await expect(works).toContainText("added as a record without a file");
  await expect(works).toContainText("Line 7: broken");
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(row(page, "A Record of Kettles")).toHaveAttribute("data-status", "record");
});

test("the list is one call, however many papers there are", async ({ page }) => {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") {
      paths.push(new URL(request.url()).pathname);
    }
  });
  await open(page, server.url);
  await papers(page).first().waitFor();
  await page.waitForLoadState("networkidle");
  const own = paths.filter((path) => /^\/(library|papers|collections|search)/.test(path));
  expect(own.sort()).toEqual(["/collections", "/library"]);
});

test("a long list is gone through by keys and its scroll bar without fetching what is between", async ({
  page,
  startServer,
}) => {
  const own = await startServer();
  await own.completed(SAMPLE);
  const text = Array.from({ length: 400 }, (_, n) => `@article{k${n}, title = {How ${n} kettles boil}}`).join("\n");
  for (let start: number | null = 0; start !== null;) {
    start = (await own.ok("POST", "/works/entries", { text, start })).next_start;
  }
  // Where the focus is in the list; it follows once the rows there are drawn.
  const place = () =>
    page.evaluate(() => {
      const row = document.activeElement!.closest("li");
      return row?.querySelector("[data-paper]") ? Number(row.ariaPosInSet) : 0;
    });
  let lists = 0;
  page.on("request", (request) => (lists += request.url().includes("offset=") ? 1 : 0));
  await open(page, own.url);
  await page.locator("[data-paper] h2 a").first().focus();
  lists = 0;

  await page.keyboard.press("End");
  // The sample paper is in every new library.
  await expect.poll(place).toBe(401);
  await expect(page.locator(":focus")).toBeInViewport();
  expect(lists).toBe(2);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await expect.poll(place).toBeLessThan(400);
  expect(await place()).toBeGreaterThan(370);
  await page.keyboard.press("Home");
  await expect.poll(place).toBe(1);
  await expect(page.locator(":focus")).toBeInViewport();

  await page.locator("[data-paper] input").first().check();
  const scroller = page.locator("main ul").last().locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await page.locator("li[data-index]:last-child [data-paper] input").click({ modifiers: ["Shift"] });
  await page.locator('[data-bar="chosen"]').getByText("401 papers chosen").waitFor();
});

for (const [name, look] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["a narrow window", { viewport: { width: 390, height: 844 } }],
] as const) {
  test.describe(name, () => {
    test.use(look);

    test("papers are shown as cards with their first page", async ({ page }) => {
      await open(page, server.url);
      const toggle = page.getByRole("button", { name: "Cards with the first page" });
      await toggle.click();
      const pictures = page.locator("[data-first-page]");
      await pictures.first().waitFor();
      const cards = page.getByRole("list", { name: "Papers" }).getByRole("listitem");
      await cards.first().getByRole("checkbox").click();
      expect(await seriousFindings(page)).toEqual([]);
      await page.reload();
      await pictures.first().waitFor();
      const drawn = await pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth);
      expect(drawn).toBeGreaterThan(100);
      const [first, second] = [(await cards.nth(0).boundingBox())!, (await cards.nth(1).boundingBox())!];
      expect(second.y).toBe(first.y);
      expect(second.x).toBeGreaterThanOrEqual(first.x + first.width - 1);
      expect(await overflow(page)).toBe(0);
      await toggle.click();
      await pictures.first().waitFor({ state: "detached" });
    });
  });
}

for (const [name, look] of [["a wide window", {}] as const, ["a dark phone", DARK_PHONE] as const]) {
  test.describe(name, () => {
    test.use(look);

    test("a new library says what to try until one closes it", async ({ page, startServer }) => {
      const own = await startServer();
      await own.completed(SAMPLE);
      await open(page, own.url);
      const greeting = page.getByRole("complementary", { name: "First steps" });
      await expect(greeting).toContainText("Open the sample paper");
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Do not show this again" }).press("Enter");
      await greeting.waitFor({ state: "detached" });
      await page.reload();
      await papers(page).first().waitFor();
      await expect(greeting).toHaveCount(0);
    });

    test("a source is attached from the menu of its PDF", async ({ page, startServer }, testInfo) => {
      const own = await startServer();
      await own.completed(SAMPLE);
      const { path: pdf, source, title } = await generate("pair");
      const other = testInfo.outputPath("teapots.md");
      writeFileSync(
        other,
        "# A Study of Teapots\n\nNobody has measured how long a teapot keeps its tea warm on a table.\n",
      );
      await open(page, own.url);
      await page.getByRole("heading", { name: "Your papers" }).waitFor();
      await drop(page, [pdf]);
      const id = await completed(page, title);
      const paper = page.locator(`[data-paper="${id}"]`);
      const before = await papers(page).count();

      await attach(page, paper, other);
      await expect(page.getByRole("alert")).toContainText("The source is that of another paper");
      await expect(page.getByRole("alert")).toContainText("The source stays in your library as a paper of its own.");
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: /^Dismiss / }).click();
      await expect(papers(page)).toHaveCount(before + 1);

      // A source so short would be read before its row was seen.
      const attaching = page.getByText(`read, then attached to “${title}”`);
      await page.route("**/papers/*/extraction", async (route) => {
        await attaching.waitFor();
        await route.continue();
      });
      const deleted = page.waitForResponse((response) => response.request().method() === "DELETE", {
        timeout: 120_000,
      });
      await attach(page, paper, source);
      await attaching.waitFor();
      await page.getByText("is read again with its source.").waitFor();
      await page.getByText("The paper of the source alone is deleted").waitFor();
      expect((await deleted).status()).toBe(204);
      await paper.and(page.locator('[data-status="completed"]')).waitFor({ timeout: 120_000 });
      await expect(papers(page)).toHaveCount(before + 1);
      const { source_format: format, pages } = await own.ok("GET", `/papers/${id}/content`);
      expect([format, pages.length]).toEqual(["latex", 1]);
    });
  });
}

async function attach(page: Page, paper: Locator, file: string): Promise<void> {
  await paper.getByRole("button", { name: /^More about/ }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("menuitem", { name: "Attach its source…" }).click(),
  ]);
  await chooser.setFiles(file);
}

test("a supplement is opened from its paper, searched, and left again", async ({ page }) => {
  const words = "all birthdays were drawn at random";
  const text = `# Supporting Information\n\nHere ${words} from a register.\n`;
  const file = await server.completed(await server.upload(text, "tables.md"));
  await server.ok("PATCH", `/papers/${file}`, { supplement_of: columns.id });
  const supplement = page.getByRole("list", { name: "Supplements" }).getByRole("link", { name: "tables.md" });
  await open(page, server.url, `/papers/${columns.id}`);
  // The panel stays open from paper to paper.
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  await supplement.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await supplement.click();
  await page.waitForURL((address) => address.pathname === `/papers/${file}`);
  await page.getByText(words).first().waitFor();
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Find in this paper" }).fill(words);
  await expect(page.getByRole("status").filter({ hasText: / of / })).toHaveText("1 of 1");
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Supplement of" }).getByRole("link").click();
  await page.waitForURL((address) => address.pathname === `/papers/${columns.id}`);
  await supplement.waitFor();
});
