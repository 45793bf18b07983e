// Pictures of the page for the user guide, as WebP, which is a third of what PNG would be: `make pictures`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { REVIEW_QUESTION } from "./filled.ts";
import { generate, SAMPLE, SAMPLE_QUESTION, test } from "./fixtures.ts";
import { answered, ask, clickCitation, drawn, open, settled } from "./steps.ts";

const PICTURES = join(import.meta.dirname, "../../docs/pictures");
// Of 0 to 100: small type stays crisp.
const QUALITY = 82;
// What a model may say of the sample paper: a true sentence, one with a wrong number, and a quote that is not the paper's.
const TEXT =
  "With 23 people a shared birthday is more likely than not. " +
  '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite> ' +
  "All 366 days are equally likely. " +
  '<cite id="1">We assume that all d = 365 days are equally likely and that birthdays are independent.</cite>\n\n' +
  "The approximation is off by at most 0.110. " +
  '<cite id="1">The approximation is never more than 0.110 away from the exact value for the sizes that we tabulate' +
  "</cite>";

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });

/** Write what the window shows once everything is drawn; Playwright itself writes no WebP. */
async function picture(page: Page, name: string): Promise<void> {
  await settled(page, 500);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  writeFileSync(join(PICTURES, `${name}.webp`), Buffer.from(data, "base64"));
}

test("the library with two papers, an answer with its sentence marked, and a review beside a citation", async ({
  page,
  startServer,
}) => {
  const server = await startServer();
  await server.completed(SAMPLE);
  await server.add((await generate("two-columns", { name: "boiling-water.pdf" })).path);
  await open(page, server.url);
  await page.locator("[data-paper]").nth(1).waitFor();
  for (const box of await page.getByRole("checkbox").all()) {
    await box.check();
  }
  await picture(page, "library");

  await open(page, server.url, `/papers/${SAMPLE}`);
  await drawn(page);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  await clickCitation(page);
  await page.mouse.move(0, 0);
  await picture(page, "reader");

  await open(page, server.url, "/reviews");
  await page.getByLabel("What do you want to know?").fill(REVIEW_QUESTION);
  await page.getByRole("button", { name: "Write the review" }).click();
  await page.locator('[data-complete="true"]').waitFor({ timeout: 120_000 });
  await page.locator("[data-citation]").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await drawn(page);
  await page.mouse.move(0, 0);
  await picture(page, "review");
});

test("an answer whose quote a model altered, and one whose sentence no quote carries", async ({
  page,
  startServer,
}) => {
  const server = await startServer({ gemini: true });
  await server.completed(SAMPLE);
  await server.script({ text: TEXT });
  const tip = page.getByRole("tooltip");
  await open(page, server.url, `/papers/${SAMPLE}`);
  await drawn(page);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  await page
    .getByRole("button", { name: /^Citation \d+: The paper says something else here/ })
    .first()
    .hover();
  await tip.waitFor();
  await picture(page, "verdict");
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: "detached" });
  await page.locator("mark[data-doubt]").first().hover();
  await tip.waitFor();
  await picture(page, "doubt");
});
