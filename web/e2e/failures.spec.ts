// When something fails: the rest of the page stays, and nothing of its user is lost.
import type { Page } from "@playwright/test";
import { expect, filePaper, fileServer, QUESTION, SAMPLE, SAMPLE_QUESTION, SAMPLE_TITLE, test } from "./fixtures.ts";
import { answered, ask, drawn, open } from "./steps.ts";

const server = fileServer();
const columns = filePaper(server, "two-columns");

const BROKEN = "This view cannot be shown.";
const answers = (page: Page) => page.locator('[data-state="done"]');
const library = (page: Page) => page.getByRole("link", { name: "Library", exact: true });
const reviews = (page: Page) => page.getByRole("link", { name: "Reviews and tables" });

test.describe("with errors that are meant", () => {
  test.use({ noisy: true });

  test("a lost part of the page is loaded once more and then named", async ({ page }) => {
    const part = "**/assets/review-list-*.js";
    let asked = 0;
    await open(page, server.url);
    await page.route(part, (route) => {
      asked += 1;
      return route.fulfill({ status: 404, body: "" });
    });
    await reviews(page).click();
    await page.getByText(BROKEN).waitFor();
    await expect(page.getByRole("link", { name: "ScholarAI" })).toHaveCount(1);
    expect(asked, "the page reloads itself once").toBeGreaterThanOrEqual(2);

    await page.unroute(part);
    await page.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
  });

  const oddities: [string, (paper: { paper_id: string }) => object][] = [
    ["without authors", (paper) => ({ ...paper, authors: null })],
    ["with nothing but its id", ({ paper_id }) => ({ paper_id })],
  ];
  for (const [name, odd] of oddities) {
    test(`a record ${name} spoils its view alone`, async ({ page }) => {
      await page.route("**/library?*", async (route) => {
        const response = await route.fetch();
        const list = (await response.json()) as { papers: { paper_id: string }[] };
        await route.fulfill({ json: { ...list, papers: list.papers.map(odd) } });
      });
      await open(page, server.url);
      await page.getByText("The server's answer is not what this page expects (.papers.0.").waitFor();
      await reviews(page).click();
      await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
    });
  }

  test("a server that is away is named until it is back", async ({ page }) => {
    await page.clock.install();
    await open(page, server.url);
    await reviews(page).click();
    await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
    await library(page).click();
    await page.locator("[data-paper]").first().waitFor();
    await page.route(`${server.url}/**`, (route) => route.abort());
    // What was fetched is fresh for five seconds.
    await page.clock.fastForward(6_000);
    await reviews(page).click();
    const said = page.getByText("The server cannot be reached. Trying again…");
    await said.waitFor();

    const list = page.waitForResponse((response) => new URL(response.url()).pathname === "/reviews" && response.ok());
    await page.unroute(`${server.url}/**`);
    await list;
    await said.waitFor({ state: "detached" });
  });

  test("a conversation that was deleted elsewhere gives way to a new one", async ({ page }) => {
    await open(page, server.url, `/papers/${columns.id}`);
    await drawn(page);
    await ask(page, QUESTION);
    await answered(page);
    await expect(page).toHaveURL(/[?&]session=/);
    const session = new URL(page.url()).searchParams.get("session")!;
    expect((await server.call("DELETE", `/chat/${session}`)).status).toBe(204);

    await page.goto(`${server.url}/papers/${columns.id}`);
    await drawn(page);
    await ask(page, QUESTION);
    await answered(page);

    await expect(answers(page)).toHaveCount(1);
  });
});

test("place, zoom, conversation, draft, search and choice are found again", async ({ page, context }) => {
  await server.completed(SAMPLE);
  const place = async (tab: Page) => {
    await tab.locator('[data-page="2"] canvas').waitFor();
    await answered(tab);
    await expect(tab).toHaveURL(/[?&]page=2\b/);
    return {
      turns: await answers(tab).count(),
      draft: await tab.getByLabel("Your question").inputValue(),
      width: await tab.locator('[data-page="2"]').evaluate((sheet) => Math.round(sheet.getBoundingClientRect().width)),
    };
  };
  await open(page, server.url, `/papers/${SAMPLE}`);
  await drawn(page);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByLabel(/^Page, of/).fill("2");
  await page.keyboard.press("Enter");
  await page.getByLabel("Your question").fill("Half a quest");
  const left = await place(page);
  expect(left).toMatchObject({ turns: 1, draft: "Half a quest" });

  await library(page).click();
  await page.getByLabel("Ask or search your papers").fill(SAMPLE_TITLE.slice(0, 6));
  await page.getByRole("checkbox", { name: SAMPLE_TITLE }).check();
  await page.getByRole("main").getByRole("link", { name: SAMPLE_TITLE }).click();
  expect(await place(page)).toEqual(left);

  const other = await context.newPage();
  await open(other, server.url);
  await expect(other.getByLabel("Ask or search your papers")).toHaveValue(SAMPLE_TITLE.slice(0, 6));
  await expect(other.getByRole("checkbox", { name: SAMPLE_TITLE })).toBeChecked();
  await other.getByRole("navigation", { name: "Recent" }).getByRole("link", { name: SAMPLE_TITLE }).click();
  expect(await place(other)).toEqual(left);
});

test("a browser whose storage is full answers and shows all the same", async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page, server.url, `/papers/${columns.id}`);
  await drawn(page);
  await ask(page, QUESTION);
  await answered(page);
  await library(page).click();
  await page.locator("[data-paper]").first().waitFor();
  await page.getByRole("button", { name: "Cards with the first page" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", /^(dark|light)$/);
});

for (const now of ["1999-12-31T23:59:59Z", "2061-07-28T12:00:00Z"]) {
  test(`a browser whose clock is wrong answers and shows all the same: ${now}`, async ({ page }) => {
    await page.clock.setFixedTime(new Date(now));
    await open(page, server.url);
    await expect(page.locator("[data-paper]").first()).not.toContainText(/NaN|Invalid/);
    await page.goto(`${server.url}/papers/${columns.id}`);
    await drawn(page);
    await ask(page, QUESTION);
    await answered(page);
  });
}

test("forty tabs show a paper, and one finds the answer of another", async ({ page, context }) => {
  const timeout = 240_000;
  const address = `${server.url}/papers/${columns.id}`;
  let last = page;
  for (let tabs = 1; tabs <= 40; tabs++) {
    last = tabs > 1 ? await context.newPage() : page;
    await last.goto(address, { timeout });
    await last.locator("[data-page] canvas").first().waitFor({ state: "attached", timeout });
  }
  await ask(last, QUESTION);
  await answered(last);
  const session = new URL(last.url()).searchParams.get("session")!;

  await page.bringToFront();
  await page.goto(`${address}?session=${session}`);
  await answered(page);

  await expect(page.getByRole("log").getByRole("article")).toHaveCount(1);
});
