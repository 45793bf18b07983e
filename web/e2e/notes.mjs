// Notes: the room of all of them (search, filters, opening at the box, editing, deleting with undo, export), and those of one paper.
import { readFileSync } from "node:fs";
import { openTab, withText } from "./reading.mjs";
import { drawnBoxes, open, printByButton, seriousFindings, settled } from "./steps.mjs";

const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const texts = (page) => page.locator("[data-note]").allInnerTexts();

export async function findNotes({ page, shot }, { url, words, name }) {
  await open(page, url, "/notes");
  await page.locator("[data-note]").first().waitFor();
  const all = await texts(page);
  const findings = await seriousFindings(page);
  await shot(`${name}-all`);
  await page.getByLabel("Search your notes").fill(words);
  await page.getByText(/^1 of /).waitFor();
  const found = await texts(page);
  await page.reload();
  await page.getByText(/^1 of /).waitFor();
  const reloaded = await texts(page);
  await page.getByLabel("Search your notes").fill("");
  await page.getByText(/^1 of /).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "green" }).click();
  await page.getByText(/^1 of /).waitFor();
  const green = await texts(page);
  await shot(`${name}-green`);
  await page.getByRole("button", { name: "green" }).click();
  await page.getByText(/^1 of /).waitFor({ state: "detached" });
  await page.getByLabel("All kinds").selectOption("note");
  await page.getByText(/^1 of /).waitFor();
  const written = await texts(page);
  findings.push(...(await seriousFindings(page)));
  return { all, found, reloaded, green, written, findings, overflow: await overflow(page) };
}

/** Edit a note and delete it with undo, all by keyboard; export the list; open a highlight at its box. */
export async function workWithNotes({ page }, { url, written, marked, printed }) {
  await open(page, url, `/notes?q=${encodeURIComponent(written)}`);
  const note = page.locator("[data-note]");
  await note.first().waitFor();
  await note.getByRole("button", { name: "Edit the note" }).press("Enter");
  await page.getByRole("textbox", { name: "Note" }).fill(`${written}, twice`);
  await page.keyboard.press("Control+Enter");
  await note.getByText(`${written}, twice`).waitFor();
  await note.getByRole("button", { name: "More about this note" }).press("Enter");
  await page.locator('[role="menu"] :focus').waitFor();
  await page.keyboard.press("End");
  await page.locator('[role="menuitem"]:focus', { hasText: "Delete" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("No note fits").waitFor();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await note.first().waitFor();
  await page.getByLabel("Search your notes").fill("");
  await page.locator("[data-note]").nth(1).waitFor();
  await printByButton(page, printed);
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Markdown of what is listed" }).click(),
  ]);
  const exported = readFileSync(await file.path(), "utf8");
  await page.getByRole("button", { name: marked }).press("Enter");
  await page.locator('[data-mark="cite"], .mark-note').first().waitFor();
  return { exported, path: new URL(page.url()).pathname, boxes: (await drawnBoxes(page)).length };
}

export async function noNotes({ page, shot }, { url }) {
  await open(page, url, "/notes");
  await page.getByText("No notes yet").waitFor();
  await shot("notes-none");
  return seriousFindings(page);
}

/** Write on one note in two tabs, and keep what both have written. */
export async function noteInTwoTabs({ context, page, shot }, { url, id, note }) {
  const write = async (tab, text) => {
    await open(tab, url, `/papers/${id}`);
    await withText(tab, 1);
    await openTab(tab, "Notes");
    await tab.locator(`[data-note="${note}"]`).getByRole("button", { name: "Edit the note" }).click();
    return () => tab.getByRole("textbox", { name: "Note" }).fill(text);
  };
  const other = await context.newPage();
  const [first, second] = [await write(other, "Words of the one tab."), await write(page, "Words of the other tab.")];
  await first();
  await other.getByText("Saved", { exact: true }).waitFor();
  await second();
  const conflict = page.getByRole("group", { name: "Conflict" });
  await conflict.waitFor();
  const said = await conflict.innerText();
  await shot("note-conflict");
  await conflict.getByRole("button", { name: "Keep both" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await other.close();
  return { said, kept: await page.getByRole("textbox", { name: "Note" }).inputValue() };
}

/** Delete a note, take it back, and delete it for good. */
export async function deleteAndUndo({ page }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await openTab(page, "Notes");
  const notes = page.locator("[data-note]");
  await notes.first().waitFor();
  await notes.first().getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  const deleted = await notes.count();
  await page.getByRole("button", { name: "Undo" }).click();
  await notes.first().waitFor();
  const back = await notes.count();
  const serious = await seriousFindings(page);
  await notes.first().getByRole("button", { name: "Delete" }).click();
  const sent = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await sent;
  await page.reload();
  await withText(page, 1);
  await openTab(page, "Notes");
  await page.getByRole("button", { name: "Note about the whole paper" }).waitFor();
  await settled(page, 500);
  return { deleted, back, gone: await notes.count(), serious };
}
