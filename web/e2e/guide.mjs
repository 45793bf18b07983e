// Pictures of the page for the user guide, as WebP, which is a third of what PNG would be.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { answered, ask, clickCitation, completed, drop, open } from "./steps.mjs";

// Of 0 to 100: small type stays crisp.
const QUALITY = 82;

/** Picture the library with two papers, and the first one beside the answer with its cited sentence marked. */
export async function pictureReading({ context, page }, { url, file, text, id, question, folder }) {
  await open(page, url);
  await drop(page, [file]);
  await completed(page, text);
  for (const box of await page.getByRole("checkbox").all()) {
    await box.check();
  }
  await picture(context, page, folder, "library");
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await clickCitation(page);
  await page.mouse.move(0, 0);
  await picture(context, page, folder, "reader");
}

/** Picture an answer whose quote a model altered, and one whose sentence no quote carries. */
export async function pictureVerdicts({ context, page }, { url, id, question, folder }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  const altered = page.getByRole("button", { name: /^Citation \d+: The paper says something else here/ }).first();
  await altered.hover();
  await page.getByRole("tooltip").waitFor();
  await picture(context, page, folder, "verdict");
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  await page.locator("mark[data-doubt]").first().hover();
  await page.getByRole("tooltip").waitFor();
  await picture(context, page, folder, "doubt");
}

/** Picture a finished review with the place of a citation beside it. */
export async function pictureReview({ context, page }, { url, question, folder }) {
  await open(page, url, "/reviews");
  await page.getByLabel("What do you want to know?").fill(question);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
  await page.locator("[data-citation]").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await page.locator("[data-page] canvas").first().waitFor();
  await page.mouse.move(0, 0);
  await picture(context, page, folder, "review");
}

/** Write what the window shows once everything is drawn; Playwright itself writes no WebP. */
async function picture(context, page, folder, name) {
  await page.waitForTimeout(800);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
}
