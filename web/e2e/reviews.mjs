// A review from its question to a citation's box.
import { readFileSync } from "node:fs";
import { drawnBoxes, open, printByButton, seriousFindings, settled } from "./steps.mjs";

export async function writeReview({ page, shot }, { url, question }) {
  await open(page, url, "/reviews");
  await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
  await shot("reviews-empty");
  await page.getByLabel("What do you want to know?").fill(question);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator("[data-step]").first().waitFor({ state: "attached" });
  await shot("review-running");
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
  await shot("review");
  return {
    path: new URL(page.url()).pathname,
    sections: await page.locator('section[aria-labelledby^="section-"]').count(),
  };
}

/** Click the report's last citation, and return whether it stays in sight, also while the window is made smaller. */
export async function openEvidence({ page, shot }) {
  const chip = page.locator("[data-citation]").last();
  await chip.scrollIntoViewIfNeeded();
  await chip.click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await page.locator("[data-page] canvas").first().waitFor();
  await settled(page, 500);
  await shot("review-cited");
  const isInSight = () =>
    chip.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  const inSight = [await isInSight()];
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: Math.round(width * 0.85), height: Math.round(height * 0.6) });
  await settled(page, 500);
  inSight.push(await isInSight());
  await page.setViewportSize({ width, height });
  return { boxes: (await drawnBoxes(page)).length, address: page.url(), inSight };
}

const FORMATS = ["Markdown", "HTML", "BibTeX of the cited papers", "CSV of the tables", "JSON", "Trace of every step"];

/** Print the report by its button while the cited paper is open, close the paper, and return what has the focus then. */
export async function printAndClosePaper({ page }, { path }) {
  await printByButton(page, path, { of: page.getByRole("article") });
  await page.getByRole("button", { name: "Close the paper" }).click();
  await page.locator("[data-page]").first().waitFor({ state: "detached" });
  return page.evaluate(() => document.activeElement.getAttribute("aria-label"));
}

/** Save the report in every format, and return the files' endings and what two of them hold. */
export async function exportReport({ page, shot }) {
  const saved = [];
  for (const name of FORMATS) {
    await page.getByRole("button", { name: "Export" }).click();
    if (!saved.length) {
      await shot("review-export");
    }
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name, exact: true }).click(),
    ]);
    saved.push({ name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") });
  }
  return {
    names: saved.map(({ name }) => name.replace(/^[^.]+\./, "")),
    markdown: saved[0].text,
    bibtex: saved[2].text,
    cited: await page.locator('section[aria-labelledby="cited-papers"] a').first().innerText(),
  };
}

/** Shorten the first section and add one, and return what became of the report, its first version included. */
export async function changeReport({ page, shot }, { title }) {
  const first = page.locator('section[aria-labelledby^="section-"]').first();
  const words = async () => (await first.innerText()).split(/\s+/).length;
  const before = await words();
  await page
    .getByRole("button", { name: /^Change “/ })
    .first()
    .click();
  await page.getByLabel(/What should be different/).fill("Only the figures.");
  await shot("review-edit");
  await page.getByRole("button", { name: "Shorten" }).click();
  await page.getByLabel("Version").waitFor({ timeout: 60_000 });
  const shortened = await words();
  await page.getByLabel("Title of a further section").fill(title);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator('option[value="3"]').waitFor({ state: "attached", timeout: 60_000 });
  const added = (await page.getByRole("heading", { name: title }).count()) > 0;
  const versions = await page.getByLabel("Version").locator("option").count();
  await shot("review-changed");
  await page.getByLabel("Version").selectOption("1");
  await page.getByLabel("Title of a further section").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll('section[aria-labelledby^="section-"]').length > 0);
  await settled(page, 500);
  return { before, shortened, versions, added, first: await words() };
}

/** Delete a section and take that back, then bring back the first version, whole; return the titles at each step. */
export async function restoreReport({ page, shot }, { url, question }) {
  await open(page, url, "/reviews");
  await page.getByLabel("What do you want to know?").fill(question);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
  const sections = page.locator('section[aria-labelledby^="section-"]');
  const titles = () => sections.locator("h2").allInnerTexts();
  const before = await titles();
  await page
    .getByRole("button", { name: /^Change “/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`“${before[0]}” was deleted.`).waitFor({ timeout: 60_000 });
  await shot("review-undo");
  const deleted = await titles();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back.").waitFor({ timeout: 60_000 });
  const undone = await titles();
  await page.getByLabel("Title of a further section").fill("Kettles of iron");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("“Kettles of iron” was added.").waitFor({ timeout: 60_000 });
  await page.getByLabel("Version").selectOption("1");
  await page.getByText("Version 1 of 4, as it was.").waitFor();
  await shot("review-old-version");
  const findings = await seriousFindings(page);
  await page.getByRole("button", { name: "Restore this version" }).press("Enter");
  await page.getByText("Version 1 was restored.").waitFor({ timeout: 60_000 });
  return {
    before,
    deleted,
    undone,
    restored: await titles(),
    versions: await page.getByLabel("Version").inputValue(),
    findings,
  };
}
