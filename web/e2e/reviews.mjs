// A review from its question to a citation's box.
import { drawnBoxes, open } from "./steps.mjs";

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

export async function openEvidence({ page, shot }) {
  await page.locator("[data-citation]").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await page.locator("[data-page] canvas").first().waitFor();
  await page.waitForTimeout(500);
  await shot("review-cited");
  return { boxes: (await drawnBoxes(page)).length, address: page.url() };
}

export async function exportReport({ page }) {
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Markdown" }).click(),
  ]);
  return { name: download.suggestedFilename() };
}

export async function shortenSection({ page }) {
  await page
    .getByRole("button", { name: /^Change “/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Shorten" }).click();
  await page.getByLabel("Version").waitFor({ timeout: 60_000 });
  return { versions: await page.getByLabel("Version").locator("option").count() };
}
