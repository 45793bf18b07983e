// The room of tables: made, filled, walked by keyboard, sorted, changed, printed, exported, deleted.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { ANSWER, expect, fileServer, generate, LOOKS, printedWords, QUESTION, test } from "./fixtures.ts";
import { drawnBoxes, open, overflow, printByButton, seriousFindings } from "./steps.ts";

const COLUMNS = [{ template: "any-field.method" }, { question: QUESTION }];
const AT_NO_COST = "without a language model and at no cost";

const server = fileServer();
let ids: string[] = [];

test.beforeAll(async () => {
  ids = [await server.add((await generate("two-columns")).path), await server.add((await generate("markdown")).path)];
});

const cells = (page: Page) => page.getByRole("gridcell");
const papers = (page: Page) => page.getByRole("rowheader");
const evidence = (page: Page) => page.locator("[data-evidence]");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });
const dismiss = (page: Page) => page.getByRole("button", { name: "Dismiss" }).first();

async function openTable(page: Page, path: string): Promise<void> {
  await open(page, server.url, path);
  await cells(page).first().waitFor();
}

for (const [name, look] of LOOKS) {
  test.describe(name, () => {
    test.use(look);

    test("a table of selected papers is made, filled, and shows its quotes", async ({ page }) => {
      await open(page, server.url, `/tables?papers=${ids.join(",")}`);
      await page.getByRole("button", { name: "Method", exact: true }).click();
      await page.getByLabel("Your own question").fill(QUESTION);
      await page.keyboard.press("Enter");
      await expect(page.getByText(/ cells?[,:]/)).toHaveText(
        new RegExp(`^4 cells, ${AT_NO_COST}\\. Each cell holds the passage`),
      );
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Fill the table" }).click();
      await expect(page.locator('[role=gridcell]:not([data-state="pending"])')).toHaveCount(4, { timeout: 60_000 });
      await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
      expect(await seriousFindings(page)).toEqual([]);
      await cells(page).nth(1).click();
      await evidence(page).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(cells(page).nth(1)).toContainText("kettle took eleven minutes");
      expect(await overflow(page)).toBe(0);

      await server.ok("DELETE", new URL(page.url()).pathname);
    });
  });
}

test.describe("a filled table", () => {
  let path: string;

  test.beforeEach(async () => {
    const { id } = await server.ok("POST", "/tables", { title: "Kettles", columns: COLUMNS, paper_ids: ids });
    path = `/tables/${id}`;
    await expect.poll(async () => (await server.ok("GET", path)).table.state, { timeout: 120_000 }).toBe("ready");
  });

  test.afterEach(async () => void (await server.call("DELETE", path)));

  test("the keyboard alone leads from a cell to its box and back", async ({ page }) => {
    await openTable(page, path);
    const isAt = (place: string) => expect(page.locator(`[data-at="${place}"]:focus-within`)).toHaveCount(1);
    await page.getByLabel("Filter the rows").focus();
    await papers(page).first().getByRole("link").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await isAt("0.2");
    await page.keyboard.press("Home");
    await isAt("0.0");
    await page.keyboard.press("ArrowUp");
    await isAt("-1.0");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await isAt("0.2");

    await page.keyboard.press("Enter");
    await expect(evidence(page).locator("blockquote").first()).toContainText(ANSWER.slice(0, 40));
    await page.keyboard.press("Enter");
    await page.locator('[data-mark="cite"]').first().waitFor();
    expect((await drawnBoxes(page)).length).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.get("cell")).toMatch(/\.c2$/);
    await page.reload();
    await page.locator('[data-mark="cite"]').first().waitFor();
    await page.getByRole("button", { name: "Close the paper" }).press("Enter");
    await isAt("0.2");
    await page.keyboard.press("Enter");
    await evidence(page).waitFor();
    await page.keyboard.press("Escape");
    await isAt("0.2");
  });

  test("rows are sorted and filtered, and the address keeps it", async ({ page }) => {
    await openTable(page, path);
    const added = await papers(page).allInnerTexts();
    await page.getByRole("columnheader", { name: "Method" }).getByRole("button").click();
    await page.getByRole("menuitemcheckbox", { name: "Z to A" }).click();
    const falling = await papers(page).allInnerTexts();
    expect([...falling].sort()).toEqual([...added].sort());
    await page.reload();
    await cells(page).first().waitFor();
    expect(await papers(page).allInnerTexts()).toEqual(falling);

    await page.getByLabel("Filter the rows").fill("PLAIN tèxt");
    await page.getByText(/^1 of /).waitFor();
    await expect(papers(page)).toHaveText([/Plain Text/]);
    await page.getByLabel("Filter the rows").fill("no such words anywhere");
    await page.getByText("No row fits").waitFor();
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect(papers(page)).toHaveCount(2);
  });

  test("columns are added, computed, renamed and removed with undo", async ({ page }) => {
    await openTable(page, path);
    const dialog = page.getByRole("dialog", { name: "Add a column" });
    const head = (name: string) => page.getByRole("columnheader", { name });
    await page.getByRole("button", { name: "Add a column" }).click();
    await dialog.getByLabel("What should be found in each paper?").fill(QUESTION);
    await dialog.getByLabel(/^Short name/).fill("Figure");
    await dialog.getByLabel("The answer is a number").check();
    await expect(dialog.getByText(/ cells?[,:]/)).toHaveText(new RegExp(`^2 cells, ${AT_NO_COST}\\.`));
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add the column" }).click();
    await head("Figure").waitFor();
    await page.getByRole("button", { name: "Add a column" }).click();
    await dialog.getByRole("button", { name: "Computed" }).click();
    await dialog.getByLabel("Computed from other columns").fill("import os");
    await dialog.getByRole("button", { name: "Add the column" }).click();
    await expect(dialog.getByRole("alert")).toContainText("cannot be computed");
    await dialog.getByLabel("Computed from other columns").fill("c3 * 2");
    await dialog.getByLabel(/^Name for the head/).fill("Doubled");
    await dialog.getByRole("button", { name: "Add the column" }).click();
    await head("Doubled").waitFor();
    await expect(page.locator('[role=gridcell][data-state="pending"]')).toHaveCount(0, { timeout: 60_000 });
    await page.getByRole("row").nth(1).getByRole("gridcell").last().click();
    await expect(evidence(page).locator("h3")).toHaveText(["Figure = 11"]);
    await page.keyboard.press("Escape");

    const act = async (column: string, item: string) => {
      await head(column).getByRole("button").click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await act("Method", "Rename");
    await page.getByLabel("Name", { exact: true }).fill("Procedure");
    await page.keyboard.press("Enter");
    await head("Procedure").waitFor();
    await act("Procedure", "Remove the column");
    await head("Procedure").waitFor({ state: "detached" });
    await undo(page).click();
    await head("Procedure").waitFor();
    await act("Procedure", "Remove the column");
    await dismiss(page).click();
    await undo(page).waitFor({ state: "detached" });
    await page.reload();
    await cells(page).first().waitFor();
    const heads = (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim());
    expect(heads.slice(2)).toEqual(["Figure", "Doubled"]);
    const { table } = await server.ok("GET", path);
    expect(table.columns.map(({ id }: { id: string }) => id)).toEqual(["c2", "c3", "c4"]);
  });

  test("papers come and go, and the table is printed, exported and deleted with undo", async ({ page }, testInfo) => {
    await openTable(page, path);
    await expect(papers(page)).toHaveCount(2);
    await page
      .getByRole("button", { name: /^More about / })
      .nth(1)
      .click();
    await page.getByRole("menuitem", { name: "Remove from the table" }).click();
    await dismiss(page).click();
    await page.getByRole("button", { name: "Add papers" }).click();
    const dialog = page.getByRole("dialog", { name: "Add papers" });
    await dialog.getByRole("checkbox").first().check();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 1 paper" }).click();
    await expect(page.locator("[data-row]")).toHaveCount(2);

    const printed = testInfo.outputPath("table.pdf");
    // So low that the second paper comes on another page.
    await printByButton(page, printed, { sheet: { width: "8in", height: "2.8in" } });
    const withRows = (await printedWords(printed)).filter((words) => /minutes|Boiling/.test(words));
    expect(withRows.length).toBeGreaterThan(1);
    for (const words of withRows) {
      expect(words, "the head stands on each page").toMatch(/Paper[^]*Method|Method[^]*Paper/);
    }

    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: /CSV/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("kettles.csv");
    const exported = readFileSync(await file.path(), "utf8").trim();
    expect(exported.split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)).toHaveLength(3);
    expect(exported.split(",")[3]).toBe("Method");

    await page.getByRole("button", { name: "More about this table" }).click();
    await page.getByRole("menuitem", { name: "Delete the table" }).click();
    await page.getByText("No tables yet").waitFor();
    await undo(page).click();
    await page.getByRole("link", { name: "Kettles" }).waitFor();
    await page.getByRole("button", { name: "Delete “Kettles”" }).click();
    await dismiss(page).click();
    await page.getByText("No tables yet").waitFor();
    await page.goto(server.url + path);
    await page.getByText("This table is not here.").waitFor();
    expect((await server.call("GET", path)).status).toBe(404);
  });
});

test("a table is made of the papers of a collection, and takes in those that come later", async ({ page }) => {
  const { made } = await server.ok("POST", "/collections", { name: "Boiling" });
  const collect = (paper: string | undefined) =>
    server.ok("PATCH", "/library/papers", { paper_ids: [paper], add_to: [made] });
  await collect(ids[0]);
  await open(page, server.url, "/tables?new=1");
  await page.getByLabel("Papers").selectOption({ label: "Collection: Boiling" });
  await page.getByRole("button", { name: "Method", exact: true }).click();
  await expect(page.getByText(/ cells?[,:]/)).toHaveText(/^1 cell,/);
  await page.getByRole("button", { name: "Fill the table" }).click();
  await expect(papers(page)).toHaveText([/Two Columns/]);
  const path = new URL(page.url()).pathname;

  await collect(ids[1]);
  await openTable(page, path);
  const refresh = async () => {
    await page.getByRole("button", { name: "More about this table" }).click();
    await page.getByRole("menuitem", { name: "Add new papers of the collection" }).click();
  };
  await refresh();
  await page.getByText("1 paper added").waitFor();
  await expect(papers(page)).toHaveCount(2);
  await refresh();
  await page.getByText("The collection has no new papers").waitFor();
  await server.ok("DELETE", path);
});

test("a library without tables says what a table is", async ({ page, startServer }) => {
  const own = await startServer();
  await open(page, own.url, "/tables");
  await page.getByText("No tables yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
