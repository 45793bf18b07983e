// Highlights and notes: made from a selection, changed in two tabs, and the room of all of them.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, fileServer, generate, LOOKS, printedWords, test, type Server } from "./fixtures.ts";
import { marksAt, openTab, select, withText, wordsAt } from "./reading.ts";
import { open, overflow, printByButton, seriousFindings } from "./steps.ts";

const MARKED = "The kettle took eleven minutes and forty seconds to boil";
const WRITTEN = "Ask Ada about the cups";

const server = fileServer();
let added = 0;

/** Add a paper without notes, and return its id. */
async function paperOfItsOwn(): Promise<string> {
  added += 1;
  const { path } = await generate("two-columns", { title: `Water with Notes ${added}` });
  return server.add(path, `noted-${added}.pdf`);
}

test("selected words are marked, noted, asked about, copied and checked", async ({ page }) => {
  const words = "We describe the room";
  await open(page, server.url, `/papers/${await paperOfItsOwn()}`);
  await withText(page, 1);
  let menu = await select(page, words);
  await menu.getByRole("button", { name: "Check this quote" }).click();
  await expect(menu.getByRole("status")).toContainText("Exact quote");
  await menu.getByRole("button", { name: "Copy with citation" }).click();
  await page.getByText("Copied with its citation.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`“${words}” (Author`);
  menu = await select(page, words);
  await menu.getByRole("button", { name: "Ask about this" }).click();
  await expect(page.getByLabel("Your question")).toHaveValue(new RegExp(`^“${words}”`));
  menu = await select(page, words);
  await menu.getByRole("button", { name: "Highlight in green" }).click();
  const green = page.locator('[data-mark="note"][data-colour="green"]');
  await green.first().waitFor();
  menu = await select(page, "dried with a cloth");
  await menu.getByRole("button", { name: "Write a note" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill("Why so long?");
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.reload();
  await withText(page, 1);
  await green.first().waitFor();
  const at = await wordsAt(page, words);
  const covered = (await marksAt(page, "note"))
    .filter((box) => box.top < at.bottom && box.bottom > at.top)
    .map((box) => (Math.min(box.right, at.right) - Math.max(box.left, at.left)) / (at.right - at.left));
  expect(Math.max(...covered), "the highlight stands over the words").toBeGreaterThanOrEqual(0.85);
  await page.getByRole("tab", { name: "Notes" }).click();
  await expect(page.getByRole("list", { name: "Your notes" })).toContainText("Why so long?");
});

test("a note changed in two tabs loses nothing", async ({ page, context }) => {
  const paper = await paperOfItsOwn();
  const { note_id: note } = await server.ok("POST", `/papers/${paper}/notes`, { kind: "note", text: "First words." });
  const edit = async (tab: Page) => {
    await open(tab, server.url, `/papers/${paper}`);
    await withText(tab, 1);
    await openTab(tab, "Notes");
    await tab.locator(`[data-note="${note}"]`).getByRole("button", { name: "Edit the note" }).click();
    return tab.getByRole("textbox", { name: "Note" });
  };
  const other = await context.newPage();
  const [first, second] = [await edit(other), await edit(page)];

  await first.fill("Words of the one tab.");
  await other.getByText("Saved", { exact: true }).waitFor();
  await second.fill("Words of the other tab.");
  const conflict = page.getByRole("group", { name: "Conflict" });
  await expect(conflict).toContainText("changed elsewhere");
  await conflict.getByRole("button", { name: "Keep both" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await expect(second).toHaveValue("Words of the one tab.\n\nWords of the other tab.");
});

test("a deleted note comes back by undo", async ({ page }) => {
  const paper = await paperOfItsOwn();
  await server.ok("POST", `/papers/${paper}/notes`, { kind: "note", text: "Do not lose me." });
  await open(page, server.url, `/papers/${paper}`);
  await withText(page, 1);
  await openTab(page, "Notes");
  const notes = page.locator("[data-note]");
  await notes.first().getByRole("button", { name: "Delete" }).click();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await expect(notes).toHaveCount(0);
  await undo.click();
  await expect(notes).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);

  await notes.first().getByRole("button", { name: "Delete" }).click();
  const sent = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await sent;
  await page.reload();
  await withText(page, 1);
  await openTab(page, "Notes");
  await page.getByRole("button", { name: "Note about the whole paper" }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect(notes).toHaveCount(0);
});

test.describe("the room of notes", () => {
  let own: Server;
  let paper: string;

  /** A server whose one paper has a note, and two highlights of different colours. */
  test.beforeEach(async ({ startServer }) => {
    own = await startServer();
    paper = await own.add((await generate("two-columns")).path);
    for (const note of [
      { kind: "note", text: WRITTEN },
      { kind: "highlight", colour: "green", text: "The main result", marked: { exact: MARKED } },
      { kind: "highlight", colour: "yellow", marked: { exact: "The cups were washed before use" } },
    ]) {
      await own.ok("POST", `/papers/${paper}/notes`, note);
    }
  });

  for (const [name, look] of LOOKS) {
    test.describe(name, () => {
      test.use(look);

      test("notes are searched and narrowed, and the address keeps it", async ({ page }) => {
        const notes = page.locator("[data-note]");
        const narrowed = page.getByText(/^1 of /);
        await open(page, own.url, "/notes");
        await expect(notes).toHaveCount(3);
        expect(await seriousFindings(page)).toEqual([]);
        await page.getByLabel("Search your notes").fill("ÁDA cups");
        await narrowed.waitFor();
        await expect(notes).toHaveText([new RegExp(WRITTEN)]);
        await page.reload();
        await narrowed.waitFor();
        await expect(notes).toHaveText([new RegExp(WRITTEN)]);
        await page.getByLabel("Search your notes").fill("");
        await narrowed.waitFor({ state: "detached" });
        await page.getByRole("button", { name: "green" }).click();
        await narrowed.waitFor();
        await expect(notes).toHaveText([new RegExp(MARKED)]);
        await page.getByRole("button", { name: "green" }).click();
        await narrowed.waitFor({ state: "detached" });
        await page.getByLabel("All kinds").selectOption("note");
        await narrowed.waitFor();
        await expect(notes).toHaveCount(1);
        expect(await seriousFindings(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      });
    });
  }

  test("a note is changed, deleted with undo, exported, printed and opened at its box", async ({ page }, testInfo) => {
    const changed = `${WRITTEN}, twice`;
    await open(page, own.url, `/notes?q=${encodeURIComponent(WRITTEN)}`);
    const note = page.locator("[data-note]");
    await note.getByRole("button", { name: "Edit the note" }).press("Enter");
    await page.getByRole("textbox", { name: "Note" }).fill(changed);
    await page.keyboard.press("Control+Enter");
    await note.getByText(changed).waitFor();
    await note.getByRole("button", { name: "More about this note" }).press("Enter");
    await page.locator('[role="menu"] :focus').waitFor();
    await page.keyboard.press("End");
    await page.locator('[role="menuitem"]:focus', { hasText: "Delete" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("No note fits").waitFor();
    await page.getByRole("button", { name: "Undo" }).press("Enter");
    await note.first().waitFor();
    await page.getByLabel("Search your notes").fill("");
    await note.nth(1).waitFor();

    const path = testInfo.outputPath("notes.pdf");
    await printByButton(page, path);
    const [printed] = await printedWords(path);
    expect(printed).toContain(changed);
    expect(printed).not.toContain("Export");

    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Markdown of what is listed" }).click(),
    ]);
    const exported = readFileSync(await file.path(), "utf8");
    expect(exported).toContain(changed);
    expect(exported).toContain(`> ${MARKED} (p. `);

    await page.getByRole("button", { name: MARKED }).press("Enter");
    await page.locator('[data-mark="cite"], .mark-note').first().waitFor();
    expect(new URL(page.url()).pathname).toBe(`/papers/${paper}`);
    expect((await own.ok("GET", "/notes")).notes).toHaveLength(3);
  });
});

test("a library without notes says how to make one", async ({ page, startServer }) => {
  const own = await startServer();
  await open(page, own.url, "/notes");
  await page.getByText("No notes yet").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});
