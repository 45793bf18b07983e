// Every state of the page that the tests compare with stored pictures (tests/web/looks.py).
import { join } from "node:path";
import { answered, ask, clickCitation, completed, drop, open, row } from "./steps.mjs";

const SETTLED_MS = 500;

/** Fill an empty server: a second paper, an answer of the sample, and a review of both; return the review's path. */
export async function fillForLooks({ page }, { url, file, text, id, question, about }) {
  await open(page, url);
  await drop(page, [file]);
  await completed(page, text);
  await open(page, url, `/papers/${id}`);
  await ask(page, question);
  await answered(page);
  await open(page, url, "/reviews");
  await page.getByLabel("What do you want to know?").fill(about);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
  return new URL(page.url()).pathname;
}

/** Picture each state into the folder, and return the names of the pictures. */
export async function takeLooks({ page }, { url, id, text, question, review, narrow, folder, prefix }) {
  const names = [];
  const picture = async (name) => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: join(folder, `${prefix}-${name}.png`), animations: "disabled", caret: "hide" });
    names.push(`${prefix}-${name}`);
  };
  // Phones show a paper as text.
  const drawn = () =>
    page
      .locator(narrow ? ".reading p" : "[data-page] canvas")
      .first()
      .waitFor();

  await open(page, url);
  await row(page, text).waitFor();
  await picture("library");
  await row(page, text).getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menu").waitFor();
  await picture("library-menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").waitFor();
  await picture("palette");
  await page.keyboard.press("Escape");

  await open(page, url, `/papers/${id}`);
  await drawn();
  await picture("reader");
  if (!narrow) {
    await ask(page, question);
    await answered(page);
    await clickCitation(page);
    await picture("answer");
  }
  await open(page, url, review);
  await page.locator("[data-citation]").first().waitFor();
  await picture("review");
  for (const room of ["check", "chat", "reviews", "tables", "notes", "discover", "settings", "papers/unknown"]) {
    await page.goto(`${url}/${room}`);
    await page.getByRole("main").first().waitFor();
    await page.waitForLoadState("networkidle");
    await picture(room.replace("/", "-"));
  }
  return names;
}
