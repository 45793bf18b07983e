// The room where a text is held against papers: its example, a pasted answer, its box, its documents.
import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, fileServer, LOOKS, SAMPLE, test } from "./fixtures.ts";
import { citedInSight, drawnBoxes, open, overflow, seriousFindings, settled } from "./steps.ts";

const PASTED = `The sample says that "for 23 people the exact probability is 0.9073".

- "Unequal frequencies can only raise the probability of a match"
- Honey bees dance for good nest sites.
`;

const server = fileServer();
test.beforeAll(() => server.completed(SAMPLE));

/** The words that are seen, without those for screen readers. */
function seenWords(words: Locator): Promise<string> {
  return words.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    copy.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
    return copy.textContent;
  });
}

for (const [name, look] of LOOKS) {
  test.describe(name, () => {
    test.use(look);

    test("a first visit shows an example with a changed number and a cut quote", async ({ page }) => {
      await open(page, server.url, "/check");
      await page.locator("[data-sentence]").first().waitFor();
      await settled(page);

      for (const outcome of ["changed", "cut", "not_found", "closest", "not_checkable"]) {
        await expect(page.locator(`[data-sentence][data-outcome="${outcome}"]`)).not.toHaveCount(0);
      }
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });
  });
}

test("a pasted answer leads to the changed word, its box and its documents", async ({ page }) => {
  await open(page, server.url, "/check");
  await page.getByRole("button", { name: "Check a text of your own" }).click();
  await page.evaluate((text) => navigator.clipboard.writeText(text), PASTED);
  await page.getByLabel("Text to check").focus();
  await page.keyboard.press("Control+V");
  await page.keyboard.press("Control+Enter");
  const changed = page.locator('[data-outcome="changed"]');
  await changed.waitFor();
  expect(await seenWords(changed.locator("blockquote del"))).toBe("0.9073");
  expect(await seenWords(changed.locator("blockquote ins"))).toBe("0.5073");

  await changed.getByRole("button").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await settled(page);
  expect(await drawnBoxes(page)).toHaveLength(1);
  expect(await citedInSight(page)).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Close the paper" }).click();
  await expect(page.locator('[data-sentence][data-outcome="changed"]:focus-within')).toHaveCount(1);

  await page.getByRole("link", { name: "Notes" }).first().click();
  await page.getByRole("heading", { name: "Notes", level: 1 }).waitFor();
  await page.goBack();
  await changed.waitFor();
  await expect(page.getByLabel("Text to check")).toHaveValue(PASTED);

  const files: Record<string, string> = {};
  for (const form of ["Markdown", "HTML", "JSON", /Shared Birthday/]) {
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: form }).click(),
    ]);
    files[file.suggestedFilename()] = readFileSync(await file.path(), "latin1");
  }
  expect(Object.keys(files).sort()).toEqual(["checked.html", "checked.json", "checked.md", "checked.pdf"]);
  expect(files["checked.md"]).toContain("0.9073");
  expect(files["checked.html"]).toMatch(/^<!doctype html>/);
  expect((JSON.parse(files["checked.json"]!) as { counts: { changed: number } }).counts.changed).toBe(1);
  expect(files["checked.pdf"]).toMatch(/^%PDF-/);
  expect(await overflow(page)).toBe(0);
});
