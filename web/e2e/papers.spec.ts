// From a dropped file to the sentence on its page: reading, asking, and boxes over the quoted words.
import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { COLUMNS_TITLE, expect, fileServer, generate, QUESTION, test, type Box } from "./fixtures.ts";
import {
  answered,
  ask,
  citedInSight,
  clickCitation,
  completed,
  cover,
  drawn,
  drawnBoxes,
  drop,
  open,
  overlap,
  row,
  seriousFindings,
  settled,
  textBoxes,
} from "./steps.ts";

const LEAST_COVER = 0.7;

const server = fileServer();
const columns = { id: "" };

test.beforeAll(async () => {
  columns.id = await server.add((await generate("two-columns")).path);
});

/** Ask a paper and click the first citation of the answer; return its quote. */
async function askAndClick(page: Page, paper: string, question = QUESTION): Promise<string> {
  await open(page, server.url, `/papers/${paper}`);
  await drawn(page);
  await ask(page, question);
  await answered(page);
  return clickCitation(page);
}

/** Look at the pages as wide as the window, larger, smaller and turned clockwise. */
async function atEveryZoom(page: Page, look: (turned: boolean, zoom: string) => Promise<void>): Promise<void> {
  const press = async (button: string, times: number) => {
    for (let time = 0; time < times; time += 1) {
      await page.getByRole("button", { name: button }).click();
    }
  };
  const looked = async (turned: boolean, zoom: string) => {
    // The text layer follows the zoom within a frame, the picture a little later.
    await settled(page, 500);
    await look(turned, zoom);
  };
  await looked(false, "as wide as the window");
  await press("Zoom in", 4);
  await looked(false, "larger");
  await press("Zoom out", 6);
  await looked(false, "smaller");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rotate clockwise" }).click();
  await looked(true, "turned");
}

/** Return the drawn boxes in shares of their page. */
async function shares(page: Page): Promise<(Box & { page: number })[]> {
  const { width, height } = await page
    .locator("[data-page]")
    .first()
    .evaluate((sheet) => ({ width: sheet.clientWidth, height: sheet.clientHeight }));
  return (await drawnBoxes(page)).map(({ page: number, left, top, right, bottom }) => ({
    page: number,
    left: left / width,
    top: top / height,
    right: right / width,
    bottom: bottom / height,
  }));
}

async function about(page: Page, paper: string): Promise<string> {
  await open(page, server.url, `/papers/${paper}`);
  await drawn(page);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByText("Notes on the extraction").waitFor();
  return page.getByRole("tabpanel").innerText();
}

test("a dropped paper is read, with a bar that shows how far", async ({ page, startServer }) => {
  const own = await startServer();
  await open(page, own.url);
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  const progress = page.getByRole("progressbar").first().waitFor();
  await drop(page, [(await generate("two-columns")).path]);
  await progress;
  await completed(page, COLUMNS_TITLE);
});

for (const kind of ["two-columns", "turned"]) {
  test(`quoted words are boxed at every zoom: ${kind}`, async ({ page }) => {
    const paper = kind === "turned" ? await server.add((await generate(kind)).path) : columns.id;

    const quote = await askAndClick(page, paper);

    expect(quote).toContain("eleven minutes");
    await atEveryZoom(page, async (turned, zoom) => {
      const lines = cover(await textBoxes(page, quote, turned), await drawnBoxes(page));
      expect(lines.length, `the text layer holds the quote: ${zoom}`).toBeGreaterThan(0);
      expect(Math.min(...lines), zoom).toBeGreaterThanOrEqual(LEAST_COVER);
      // Whether a turned sheet of the other kind leaves the place in sight was never promised.
      if (kind === "two-columns") {
        expect(await citedInSight(page), zoom).toBe(true);
      }
    });
  });
}

test("words over two pages are boxed on both", async ({ page }) => {
  const { path, points } = await generate("over-two-pages");

  await askAndClick(page, await server.add(path));

  await atEveryZoom(page, async (turned, zoom) => {
    const boxes = await shares(page);
    for (const [index, [x, y]] of turned ? [] : points.entries()) {
      const over = boxes.filter(({ left, top, right, bottom }) => left < x && x < right && top < y && y < bottom);
      expect(
        over.map((box) => box.page),
        zoom,
      ).toContain(index + 1);
    }
  });
});

test("words in a picture of a page are boxed", async ({ page }) => {
  const { path, boxes: printed } = await generate("picture");
  const paper = await server.add(path);
  // Where a box lies on its page once that is turned clockwise.
  const turn = ({ left, top, right, bottom }: Box): Box => ({
    left: 1 - bottom,
    right: 1 - top,
    top: left,
    bottom: right,
  });

  const quote = await askAndClick(page, paper);

  expect(quote).toContain("eleven minutes");
  await atEveryZoom(page, async (turned, zoom) => {
    const boxes = await shares(page);
    for (const line of turned ? printed.map(turn) : printed) {
      const covers = boxes.map(({ page: _, ...box }) => overlap(line, box));
      expect(Math.max(...covers), zoom).toBeGreaterThanOrEqual(LEAST_COVER);
    }
  });
  expect(await about(page, paper)).toContain("recognised from its picture");
});

test("a figure that is quoted is framed", async ({ page }) => {
  const {
    path,
    boxes: [figure],
  } = await generate("figure");
  await open(page, server.url, `/papers/${await server.add(path)}`);
  await drawn(page);
  await ask(page, "What does Figure 1 show?");
  await answered(page);
  await page.locator("[data-citation]").first().click();
  const frame = page.locator('[data-mark="region"]');
  await frame.first().waitFor();
  const isFramed = async () => {
    await settled(page, 400);
    const frames = await frame.evaluateAll((marks) =>
      marks.map((mark) => {
        const [box, sheet] = [mark.getBoundingClientRect(), mark.closest("[data-page]")!.getBoundingClientRect()];
        return {
          left: (box.left - sheet.left) / sheet.width,
          top: (box.top - sheet.top) / sheet.height,
          right: (box.right - sheet.left) / sheet.width,
          bottom: (box.bottom - sheet.top) / sheet.height,
        };
      }),
    );
    expect(Math.max(...frames.map((box) => overlap(figure!, box)))).toBeGreaterThanOrEqual(LEAST_COVER);
  };
  await isFramed();
  await expect(frame.first()).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Zoom in" }).click();
  await isFramed();
  expect((await drawnBoxes(page)).length).toBeGreaterThan(0);
});

test("the page says who wrote a paper and how it was read", async ({ page }) => {
  const said = await about(page, columns.id);

  for (const words of ["Ada Author", "A University", "2 sections", "No problems were noted."]) {
    expect(said).toContain(words);
  }
});

test("a paper is described and called so everywhere", async ({ page }) => {
  const { path } = await generate("two-columns", { name: "described.pdf", title: "A Title Read Wrongly" });
  await server.add(path);
  await open(page, server.url);
  const paper = row(page, "described.pdf");
  await paper.getByRole("button", { name: /^More about/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Edit details" }).press("Enter");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Water, Described");
  await page.getByRole("textbox", { name: /^Authors/ }).press("Control+End");
  await page.keyboard.type("\nBo Lee");
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await expect(paper).toContainText("Ada Author, Bo Lee");
  await paper.getByRole("link", { name: "Water, Described" }).click();
  await page.reload();
  await drawn(page);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  for (const words of ["Water, Described", "Ada Author", "A University", "Bo Lee"]) {
    await expect(page.getByRole("tabpanel")).toContainText(words);
  }
});

test("an address that names a citation shows it", async ({ page, context }) => {
  await askAndClick(page, columns.id);
  await settled(page);
  const boxes = (await drawnBoxes(page)).length;
  expect(boxes).toBeGreaterThan(0);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator('[data-mark="cite"]').first().waitFor();
  await settled(other);

  expect((await drawnBoxes(other)).length).toBe(boxes);
  await expect(other.locator('[data-state="done"]')).toHaveCount(1);
});

test("an address that names a page opens there", async ({ page }) => {
  const paper = await server.add((await generate("long", { pages: 12 })).path);

  await open(page, server.url, `/papers/${paper}?page=9`);
  await page.locator('[data-page="9"] canvas').waitFor();
  await settled(page, 1_000);

  await expect(page.getByLabel(/^Page, of/)).toHaveValue("9");
  await expect(page).toHaveURL(/\?page=9$/);
});

for (const kind of ["markdown", "latex"]) {
  test(`a paper without pages is shown as text with the quote marked: ${kind}`, async ({ page }) => {
    const paper = await server.add((await generate(kind)).path);
    await open(page, server.url, `/papers/${paper}`);
    const formulas = page.locator("article.reading .katex");
    await formulas.first().waitFor();
    await ask(page, QUESTION);
    await answered(page);
    const quote = await clickCitation(page);

    const marked = await page.locator('article.reading mark[data-mark="cite"]').allInnerTexts();
    // Where lines break within a formula depends on what it stands in.
    expect(marked.join("").replace(/\s+/g, "")).toBe(quote.replace(/\s+/g, ""));
    expect(await formulas.count()).toBeGreaterThanOrEqual(2);
    // A command of the paper's own stands among what is set.
    await expect(formulas.filter({ hasText: "\\ownmark" })).toHaveCount(1);
  });
}

test("the first view asks for nothing twice", async ({ page }) => {
  const calls = async (path: string, shown: string) => {
    const seen: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") {
        seen.push(new URL(request.url()).pathname);
      }
    });
    await page.goto(server.url + path);
    await page.locator(shown).first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    page.removeAllListeners("request");
    return seen;
  };

  // What the first script begins is taken over by the calls of the page's own code.
  const library = await calls("/", "[data-paper]");
  expect(library.filter((path) => path === "/library")).toHaveLength(1);
  expect(library.filter((path) => path === "/collections")).toHaveLength(1);
  const paper = await calls(`/papers/${columns.id}`, "[data-page] canvas");
  expect(paper.filter((path) => path === `/papers/${columns.id}`)).toHaveLength(1);
});

test("the content of a paper is fetched after its first page is drawn", async ({ page }) => {
  // The content of a long paper is megabytes, which keep the page from drawing.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("[data-page] canvas")) {
        performance.mark("drawn");
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  const content = `/papers/${columns.id}/content`;
  const fetched = page.waitForResponse((response) => new URL(response.url()).pathname === content);
  await page.goto(`${server.url}/papers/${columns.id}`);
  await fetched;
  await page.waitForLoadState("networkidle");
  const begun = await page.evaluate((path) => {
    const drawnAt = performance.getEntriesByName("drawn")[0]!.startTime;
    return performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname === path)
      .map(({ startTime }) => startTime >= drawnAt);
  }, content);

  expect(begun).toEqual([true]);
});

test("a file that is no paper is refused in plain words", async ({ page }, testInfo) => {
  const path = testInfo.outputPath("notes.odt");
  writeFileSync(path, "no paper");
  await open(page, server.url);
  await drop(page, [path]);

  const alert = page.getByRole("list", { name: "Uploads" }).getByRole("alert");
  await expect(alert).toContainText("cannot be read, so it was not sent");
  await expect(page.getByRole("button", { name: "Try again" }), "the same name would be refused again").toHaveCount(0);
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await alert.waitFor({ state: "detached" });
});

test("an upload that breaks off says so, leaves nothing behind, and is tried again", async ({ page }, testInfo) => {
  const path = testInfo.outputPath("broken-off.md");
  writeFileSync(path, "# A Paper That Breaks Off\n\nThe kettle boils.\n");
  await open(page, server.url);
  await page.route("**/*", (route) => (route.request().method() === "PUT" ? route.abort() : route.fallback()));
  await drop(page, [path]);
  await expect(page.getByRole("list", { name: "Uploads" }).getByRole("alert")).toContainText("cannot be reached");
  await expect(row(page, "broken-off.md")).toHaveCount(0);

  await page.unroute("**/*");
  await page.getByRole("button", { name: "Try again" }).click();

  const paper = await completed(page, "broken-off.md");
  expect((await server.extraction(paper)).status).toBe("completed");
});

test("a paper that cannot be read says why, and is deleted only when one says so", async ({ page }, testInfo) => {
  const path = testInfo.outputPath("damaged.pdf");
  writeFileSync(path, "%PDF-1.7 broken");
  await open(page, server.url);
  await drop(page, [path]);
  const failed = row(page, "damaged.pdf").and(page.locator('[data-status="failed"]'));
  await expect(failed).toContainText("Could not be read.");
  await expect(failed).toContainText("Download the paper again");
  // Reading a file again that cannot be read gives the same.
  await expect(failed.getByRole("button", { name: "Read again" })).toHaveCount(0);

  const paper = row(page, "damaged.pdf");
  const remove = async () => {
    await paper.hover();
    await paper.getByRole("button", { name: /^Delete/ }).click();
    await paper.waitFor({ state: "detached" });
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(paper).toHaveCount(1);
  await remove();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await deleted;
  await page.reload();
  await page.locator("[data-paper]").first().waitFor();
  await expect(paper).toHaveCount(0);
});

test.describe("a file that pdf.js cannot open", () => {
  test.use({ noisy: true });

  test("it asks for a password and says so, and not that the server is away", async ({ page }) => {
    const { path } = await generate("encrypted");
    const paper = await server.upload(readFileSync(path), "encrypted.pdf");
    await expect.poll(async () => (await server.extraction(paper)).status, { timeout: 120_000 }).toBe("failed");

    await open(page, server.url, `/papers/${paper}`);

    const said = page.getByRole("alert").filter({ hasText: "The file cannot be shown." });
    await expect(said).toContainText("asks for a password");
    await expect(said.getByRole("button")).toHaveCount(0);
  });
});
