// The room of tables: made from a choice of columns, filled, read by keyboard, changed, sorted, exported, deleted.
import { readFileSync } from "node:fs";
import { drawnBoxes, open, printByButton, seriousFindings } from "./steps.mjs";

const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const cells = (page) => page.getByRole("gridcell");
const filled = (page, n) =>
  page.waitForFunction(
    (count) => document.querySelectorAll('[role=gridcell]:not([data-state="pending"])').length === count,
    n,
    { timeout: 60_000 },
  );
const papers = (page) => page.getByRole("rowheader").allInnerTexts();

export async function noTables({ page, shot }, { url }) {
  await open(page, url, "/tables");
  await page.getByText("No tables yet").waitFor();
  await shot("tables-none");
  return seriousFindings(page);
}

/** Make a table in the form; return what was said of its cost, its cells once filled, and what axe found. */
export async function makeTable({ page, shot }, { url, question, name, path = "/tables", rows }) {
  await open(page, url, path);
  if (path === "/tables") {
    await page.getByRole("button", { name: "New table" }).click();
  }
  await page.getByRole("button", { name: "Method", exact: true }).click();
  await page.getByLabel("Your own question").fill(question);
  await page.keyboard.press("Enter");
  const expected = await page.getByText(/ cells?[,:]/).innerText();
  const findings = await seriousFindings(page);
  await shot(`${name}-form`);
  await page.getByRole("button", { name: "Fill the table" }).click();
  await filled(page, 2 * rows);
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
  await shot(`${name}-filled`);
  findings.push(...(await seriousFindings(page)));
  await cells(page).nth(1).click();
  await page.locator("[data-evidence]").waitFor();
  await shot(`${name}-evidence`);
  findings.push(...(await seriousFindings(page)));
  await page.keyboard.press("Escape");
  return { expected, values: await cells(page).allInnerTexts(), findings, overflow: await overflow(page) };
}

/** Make a table of a collection; return what was said of its cost, and the names of its papers. */
export async function makeTableOf({ page }, { url, collection }) {
  await open(page, url, "/tables?new=1");
  await page.getByLabel("Papers").selectOption({ label: `Collection: ${collection}` });
  await page.getByRole("button", { name: "Method", exact: true }).click();
  const expected = await page.getByText(/ cells?[,:]/).innerText();
  await page.getByRole("button", { name: "Fill the table" }).click();
  await cells(page).first().waitFor();
  return { expected, papers: await papers(page), path: new URL(page.url()).pathname };
}

/** Take in the papers that have come into the table's collection; what is said of it, and the papers then. */
export async function refreshTable({ page }, { url, path }) {
  await open(page, url, path);
  await cells(page).first().waitFor();
  const refresh = async () => {
    await page.getByRole("button", { name: "More about this table" }).click();
    await page.getByRole("menuitem", { name: "Add new papers of the collection" }).click();
  };
  await refresh();
  await page.getByText("1 paper added").waitFor();
  const after = await papers(page);
  await refresh();
  await page.getByText("The collection has no new papers").waitFor();
  return after;
}

/** From the head to a cell, its quote and its box, and back, by keyboard alone. */
export async function walkTable({ page }, { url, path }) {
  await open(page, url, path);
  await cells(page).first().waitFor();
  await page.getByLabel("Filter the rows").focus();
  await page.getByRole("rowheader").first().getByRole("link").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const at = () => page.evaluate(() => document.activeElement.closest("[data-at]")?.dataset.at ?? "");
  const walked = [await at()];
  await page.keyboard.press("Home");
  walked.push(await at());
  await page.keyboard.press("ArrowUp");
  walked.push(await at());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  walked.push(await at());
  await page.keyboard.press("Enter");
  await page.locator("[data-evidence]").waitFor();
  const quote = await page.locator("[data-evidence] blockquote").first().innerText();
  await page.keyboard.press("Enter");
  await page.locator('[data-mark="cite"]').first().waitFor();
  const boxes = (await drawnBoxes(page)).length;
  const address = new URL(page.url()).searchParams.get("cell");
  await page.reload();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await page.getByRole("button", { name: "Close the paper" }).press("Enter");
  walked.push(await at());
  await page.keyboard.press("Enter");
  await page.locator("[data-evidence]").waitFor();
  await page.keyboard.press("Escape");
  walked.push(await at());
  return { walked, quote, boxes, address };
}

/** Sort and filter, which the address keeps; return the papers' names each time. */
export async function sortTable({ page }, { url, path, column, word }) {
  await open(page, url, path);
  await cells(page).first().waitFor();
  const added = await papers(page);
  const menu = page.getByRole("columnheader", { name: column }).getByRole("button");
  await menu.click();
  await page.getByRole("menuitemcheckbox", { name: "Z to A" }).click();
  const falling = await papers(page);
  await page.reload();
  await cells(page).first().waitFor();
  const reloaded = await papers(page);
  await page.getByLabel("Filter the rows").fill(word);
  await page.getByText(/^1 of /).waitFor();
  const found = await papers(page);
  await page.getByLabel("Filter the rows").fill("no such words anywhere");
  await page.getByText("No row fits").waitFor();
  await page.getByRole("button", { name: /^Show all/ }).click();
  await cells(page).first().waitFor();
  return { added, falling, reloaded, found };
}

/** Add a number and a column computed from it, rename and remove columns with undo, take a paper out and add it again. */
export async function changeTable({ page, shot }, { url, path, number, expression }) {
  await open(page, url, path);
  await cells(page).first().waitFor();
  const dialog = page.getByRole("dialog", { name: "Add a column" });
  await page.getByRole("button", { name: "Add a column" }).click();
  await dialog.getByLabel("What should be found in each paper?").fill(number);
  await dialog.getByLabel(/^Short name/).fill("Figure");
  await dialog.getByLabel("The answer is a number").check();
  const expected = await dialog.getByText(/ cells?[,:]/).innerText();
  const findings = await seriousFindings(page);
  await shot("table-add-column");
  await dialog.getByRole("button", { name: "Add the column" }).click();
  await page.getByRole("columnheader", { name: "Figure" }).waitFor();
  await page.getByRole("button", { name: "Add a column" }).click();
  await dialog.getByRole("button", { name: "Computed" }).click();
  await dialog.getByLabel("Computed from other columns").fill("import os");
  await dialog.getByRole("button", { name: "Add the column" }).click();
  const refused = await dialog.getByRole("alert").innerText();
  await dialog.getByLabel("Computed from other columns").fill(expression);
  await dialog.getByLabel(/^Name for the head/).fill("Doubled");
  await dialog.getByRole("button", { name: "Add the column" }).click();
  await page.getByRole("columnheader", { name: "Doubled" }).waitFor();
  await page.locator('[role=gridcell][data-state="pending"]').first().waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("row").nth(1).getByRole("gridcell").last().click();
  await page.locator("[data-evidence] h3").waitFor();
  const operands = await page.locator("[data-evidence] h3").allInnerTexts();
  await shot("table-computed");
  await page.keyboard.press("Escape");
  const act = async (column, item) => {
    await page.getByRole("columnheader", { name: column }).getByRole("button").click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await act("Method", "Rename");
  await page.getByLabel("Name", { exact: true }).fill("Procedure");
  await page.keyboard.press("Enter");
  await page.getByRole("columnheader", { name: "Procedure" }).waitFor();
  await act("Procedure", "Remove the column");
  await page.getByRole("columnheader", { name: "Procedure" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("columnheader", { name: "Procedure" }).waitFor();
  await act("Procedure", "Remove the column");
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
  await page.reload();
  await cells(page).first().waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  return { expected, refused, operands, heads, findings };
}

/** Take a paper out, add it again from the library, export the table and delete it with undo. */
export async function endTable({ page, shot }, { url, path, title, printed }) {
  await open(page, url, path);
  await cells(page).first().waitFor();
  const before = await papers(page);
  await page
    .getByRole("button", { name: /^More about / })
    .nth(1)
    .click();
  await page.getByRole("menuitem", { name: "Remove from the table" }).click();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.getByRole("button", { name: "Add papers" }).click();
  const dialog = page.getByRole("dialog", { name: "Add papers" });
  await dialog.getByRole("checkbox").first().check();
  const findings = await seriousFindings(page);
  await shot("table-add-papers");
  await dialog.getByRole("button", { name: "Add 1 paper" }).click();
  await page.waitForFunction((n) => document.querySelectorAll("[data-row]").length === n, before.length);
  const after = await papers(page);
  // So low that the second paper comes on another page.
  await printByButton(page, printed, { sheet: { width: "8in", height: "2.8in" } });
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /CSV/ }).click(),
  ]);
  const exported = readFileSync(await file.path(), "utf8");
  await page.getByRole("button", { name: "More about this table" }).click();
  await page.getByRole("menuitem", { name: "Delete the table" }).click();
  await page.getByText("No tables yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: title }).waitFor();
  await page.getByRole("button", { name: `Delete “${title}”` }).click();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.getByText("No tables yet").waitFor();
  await page.goto(url + path);
  await page.getByText("This table is not here.").waitFor();
  return { before, after, exported, file: file.suggestedFilename(), findings };
}
