// Reviews: from a question to a citation's box, exported, printed, changed, and had back.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, filePaper, fileServer, printedWords, test } from "./fixtures.ts";
import { drawn, drawnBoxes, open, printByButton, seriousFindings, settled } from "./steps.ts";

const ABOUT = "How long does water take to boil?";
const FORMATS = ["Markdown", "HTML", "BibTeX of the cited papers", "CSV of the tables", "JSON", "Trace of every step"];

const server = fileServer();
filePaper(server, "two-columns");

const sections = (page: Page) => page.locator('section[aria-labelledby^="section-"]');
const titles = (page: Page) => sections(page).locator("h2").allInnerTexts();

async function write(page: Page): Promise<void> {
  await open(page, server.url, "/reviews");
  await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
  await page.getByLabel("What do you want to know?").fill(ABOUT);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator("[data-step]").first().waitFor({ state: "attached" });
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
}

test("a review grows on the page, its citations open the paper, and it is printed, exported and changed", async ({
  page,
  context,
}, testInfo) => {
  await write(page);
  const review = page.url();
  expect(await sections(page).count()).toBeGreaterThan(0);

  await test.step("a citation stays in sight beside the paper and in a smaller window", async () => {
    const chip = page.locator("[data-citation]").last();
    await chip.scrollIntoViewIfNeeded();
    await chip.click();
    await page.locator('[data-mark="cite"]').first().waitFor();
    await drawn(page);
    await settled(page, 500);
    await expect(chip).toBeInViewport({ ratio: 1 });
    const { width, height } = page.viewportSize()!;
    await page.setViewportSize({ width: Math.round(width * 0.85), height: Math.round(height * 0.6) });
    await settled(page, 500);
    await expect(chip).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width, height });
  });
  const boxes = (await drawnBoxes(page)).length;
  const evidence = page.url();

  await test.step("the report is printed, without the paper beside it", async () => {
    const path = testInfo.outputPath("review.pdf");
    await printByButton(page, path, { of: page.getByRole("article") });
    const printed = await printedWords(path);
    expect(printed[0]).toContain(ABOUT);
    expect(printed.slice(1).join(" ")).not.toContain("All reviews");
    expect(printed.join(" ")).not.toContain("W. Feller.");
    await page.getByRole("button", { name: "Close the paper" }).click();
    await page.locator("[data-page]").first().waitFor({ state: "detached" });
    await expect(page.locator(":focus"), "the keyboard goes on where the paper was opened").toHaveAccessibleName(
      /^Citation/,
    );
  });

  await test.step("the address of the citation opens the same boxes", async () => {
    const other = await context.newPage();
    await other.goto(evidence);
    await other.locator('[data-mark="cite"]').first().waitFor();
    expect((await drawnBoxes(other)).length).toBe(boxes);
    expect(boxes).toBeGreaterThan(0);
    await other.close();
  });

  await page.goto(review);
  await sections(page).first().waitFor();
  await settled(page, 500);
  expect(await seriousFindings(page)).toEqual([]);

  await test.step("the report is saved in every format", async () => {
    const saved: { name: string; text: string }[] = [];
    for (const name of FORMATS) {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name, exact: true }).click(),
      ]);
      saved.push({ name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") });
    }
    const endings = saved.map(({ name }) => name.replace(/^[^.]+\./, ""));
    expect(endings).toEqual(["md", "html", "bib", "csv", "json", "trace.json"]);
    expect(saved[0]!.text).toContain("eleven minutes");
    const cited = await page.locator('section[aria-labelledby="cited-papers"] a').first().innerText();
    expect(saved[2]!.text).toContain(cited);
  });

  await test.step("a section is shortened and one added; earlier versions stay as they were", async () => {
    const first = sections(page).first();
    const words = async () => (await first.innerText()).split(/\s+/).length;
    const before = await words();
    await page
      .getByRole("button", { name: /^Change “/ })
      .first()
      .click();
    await page.getByLabel(/What should be different/).fill("Only the figures.");
    await page.getByRole("button", { name: "Shorten" }).click();
    await page.getByLabel("Version").waitFor({ timeout: 60_000 });
    expect(await words()).toBeLessThanOrEqual(before);
    await page.getByLabel("Title of a further section").fill("Kettles of iron");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator('option[value="3"]').waitFor({ state: "attached", timeout: 60_000 });
    await expect(page.getByRole("heading", { name: "Kettles of iron" })).not.toHaveCount(0);
    await expect(page.getByLabel("Version").locator("option")).toHaveCount(3);
    await page.getByLabel("Version").selectOption("1");
    await page.getByLabel("Title of a further section").waitFor({ state: "detached" });
    await expect.poll(words).toBe(before);
  });
});

test("a deleted section is taken back, and an earlier version is restored as a further one", async ({ page }) => {
  await write(page);
  const before = await titles(page);

  await page
    .getByRole("button", { name: /^Change “/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText(`“${before[0]!}” was deleted.`).waitFor({ timeout: 60_000 });
  expect(await titles(page)).toHaveLength(before.length - 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Taken back.").waitFor({ timeout: 60_000 });
  expect(await titles(page)).toEqual(before);

  await page.getByLabel("Title of a further section").fill("Kettles of iron");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("“Kettles of iron” was added.").waitFor({ timeout: 60_000 });
  await page.getByLabel("Version").selectOption("1");
  await page.getByText("Version 1 of 4, as it was.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore this version" }).press("Enter");
  await page.getByText("Version 1 was restored.").waitFor({ timeout: 60_000 });
  expect(await titles(page)).toEqual(before);
  await expect(page.getByLabel("Version")).toHaveValue("5");
});
