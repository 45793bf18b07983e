// The room where a text is held against papers: its example, a pasted answer, the way to the box, the documents.
import { readFileSync } from "node:fs";
import { citedInSight, drawnBoxes, open, seriousFindings, settled } from "./steps.mjs";

const sentences = (page) => page.locator("[data-sentence]");
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Look at the example of a first visit; it is checked without a click. */
export async function seeExample({ page, shot }, { url, name }) {
  await open(page, url, "/check");
  await sentences(page).first().waitFor();
  await settled(page);
  await shot(`${name}-example`);
  return {
    outcomes: await sentences(page).evaluateAll((all) => all.map((one) => one.dataset.outcome)),
    findings: await seriousFindings(page),
    overflow: await overflow(page),
  };
}

/** Paste an answer, see what was changed, follow it to its box, leave the room and come back, and export it. */
export async function checkAnswer({ page, shot }, { url, answer, name }) {
  await open(page, url, "/check");
  await page.getByRole("button", { name: "Check a text of your own" }).click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), answer);
  await page.getByLabel("Text to check").focus();
  await page.keyboard.press("Control+V");
  await page.keyboard.press("Control+Enter");
  const changed = page.locator('[data-outcome="changed"]');
  await changed.waitFor();
  const [struck, set] = await changed.locator("blockquote :is(del, ins)").evaluateAll((words) =>
    words.map((one) => {
      one = one.cloneNode(true);
      one.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
      return one.textContent;
    }),
  );
  await changed.getByRole("button").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await settled(page);
  await shot(`${name}-beside`);
  const [boxes, inSight, findings] = [await drawnBoxes(page), await citedInSight(page), await seriousFindings(page)];
  await page.getByRole("button", { name: "Close the paper" }).click();
  const focused = await page.evaluate(() => document.activeElement?.closest("[data-sentence]")?.dataset.outcome);
  await page.getByRole("link", { name: "Notes" }).first().click();
  await page.getByRole("heading", { name: "Notes", level: 1 }).waitFor();
  await page.goBack();
  await changed.waitFor();
  const text = await page.getByLabel("Text to check").inputValue();
  const files = {};
  for (const form of ["Markdown", "HTML", "JSON", /Shared Birthday/]) {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: form }).click(),
    ]);
    files[file.suggestedFilename()] = readFileSync(await file.path(), "latin1");
  }
  return { struck, set, boxes, inSight, findings, focused, text, files, overflow: await overflow(page) };
}
