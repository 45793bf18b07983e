// Conversations: answers that go on while nobody looks, what a model may say, what is deleted, edited and kept.
import type { Page } from "@playwright/test";
import { expect, fileServer, SAMPLE, SAMPLE_QUESTION, test, type Server } from "./fixtures.ts";
import { answered, ask, open, seriousFindings } from "./steps.ts";

const BEGINS = "The first words come early.";
const ENDS = "These are the last words.";
const QUOTE = '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite>';

const server = fileServer();

const log = (page: Page) => page.getByRole("log");
const turns = (page: Page) => log(page).getByRole("article");
const stopped = (page: Page) => page.locator('[data-state="stopped"]').waitFor();

/** Ask a model that holds its answer back, and return its server once words of the answer are on the page. */
async function askHeld(page: Page, startServer: (options: { gemini: boolean }) => Promise<Server>): Promise<Server> {
  const own = await startServer({ gemini: true });
  await own.completed(SAMPLE);
  const text = `${BEGINS} ${"More follows. ".repeat(4)}${ENDS} ${QUOTE}`;
  await own.script({ text, pieces: 4, held: true });
  await open(page, own.url, `/papers/${SAMPLE}`);
  await ask(page, SAMPLE_QUESTION);
  await page.locator('[data-state="streaming"]').getByText(BEGINS).waitFor();
  return own;
}

test("an answer goes on while the page is loaded anew", async ({ page, startServer }) => {
  const own = await askHeld(page, startServer);

  await page.reload();
  await page.locator('[data-state="waiting"]').waitFor();
  await own.python("release");
  await answered(page);

  await expect(log(page)).toContainText(ENDS);
  await expect(turns(page)).toHaveCount(1);
});

test("an answer goes on while one is elsewhere on the page", async ({ page, startServer }) => {
  const own = await askHeld(page, startServer);

  await page.getByRole("link", { name: "ScholarAI" }).click();
  await page.locator(`[data-paper="${SAMPLE}"]`).waitFor();
  await page.goBack();
  await own.python("release");
  await answered(page);

  await expect(log(page)).toContainText(ENDS);
  await expect(turns(page)).toHaveCount(1);
});

test("a stopped answer stays stopped", async ({ page, startServer }) => {
  const own = await askHeld(page, startServer);

  await page.getByRole("button", { name: "Stop the answer" }).click();
  await stopped(page);
  await page.reload();
  await stopped(page);

  await expect(log(page)).toContainText("You stopped this answer.");
  const asked = (await own.python<string[]>("requests")).filter((method) => method.includes("enerateContent"));
  expect(asked).toHaveLength(1);
});

test.describe("a server that dies", () => {
  test.use({ noisy: true });

  test("in mid answer answers after all once it is back", async ({ page, startServer }) => {
    const own = await askHeld(page, startServer);

    await own.python("kill");
    await expect(log(page).getByRole("alert")).toContainText("Ask it again.");
    await own.script({ text: `It takes twenty-three people. ${QUOTE}` });
    await own.python("restart");
    await page.getByRole("button", { name: "Ask again" }).first().click();
    await answered(page);

    await expect(turns(page)).toHaveCount(1);
    await expect(log(page)).toContainText("It takes twenty-three people");
  });
});

test("an answer shows how true its quotes are, and never runs markup", async ({ page, startServer }) => {
  const own = await startServer({ gemini: true });
  await own.completed(SAMPLE);
  await own.script({
    text:
      `Twenty-three suffice: $n \\approx 23$. ${QUOTE} ` +
      'The moon is made of cheese. <cite id="1">The moon is made of green cheese, as everybody knows.</cite> ' +
      "\n\n<img src=x onerror=alert()> It was 77,123 in all.",
  });
  await open(page, own.url, `/papers/${SAMPLE}`);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  await page.locator(".katex").first().waitFor();

  const answer = page.locator('[data-state="done"]');
  await expect(answer.locator("img")).toHaveCount(0);
  for (const words of [
    "<img src=x onerror=alert()>",
    "No correct quote stands behind this sentence",
    "No quote stands behind this sentence",
  ]) {
    await expect(answer).toContainText(words);
  }
  await expect(page.getByRole("button", { name: /^Citation \d+.*Exact quote/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Citation \d+.*Not in the paper/ }).first()).toBeVisible();
  await page.getByRole("button", { name: "Copy with citations" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("[1] “Twenty-three people are enough");
  await expect(page.getByRole("button", { name: /^Answered by/ })).toContainText("gemini");
});

test("a conversation is followed in two tabs", async ({ page, context }) => {
  await server.completed(SAMPLE);
  const [first, second, third] = [SAMPLE_QUESTION, "What does the simulation show?", "What are the limits?"];
  await open(page, server.url, `/papers/${SAMPLE}`);
  await ask(page, first);
  await answered(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await turns(other).first().waitFor();

  await ask(other, second);
  await expect(log(page)).toContainText(second);
  await expect(turns(page)).toHaveCount(2);
  await answered(page);
  await ask(page, third);
  await answered(page);

  await expect(log(other)).toContainText(third);
  await expect(turns(other)).toHaveCount(3);
  await expect(turns(page)).toHaveCount(3);
});

test("a conversation is renamed in its room and found by the palette", async ({ page, startServer }) => {
  const own = await askHeld(page, startServer);
  await own.python("release");
  const name = "Birthdays";

  await open(page, own.url, "/chat");
  await page.getByRole("button", { name: `More about “${SAMPLE_QUESTION}”` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name of the conversation").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `More about “${name}”` }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await page.getByRole("link", { name }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill(name);
  await page.getByRole("option", { name, exact: true }).click();

  await expect(log(page)).toContainText(SAMPLE_QUESTION);
  expect(new URL(page.url()).pathname).toBe(`/papers/${SAMPLE}`);
});

test("a deleted conversation can be had back, and goes when the page is left", async ({ page, startServer }) => {
  const own = await startServer();
  await own.completed(SAMPLE);
  await open(page, own.url, `/papers/${SAMPLE}`);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  const menu = page.getByRole("button", { name: "Earlier conversations" });
  const entry = page.getByRole("button", { name: `Delete “${SAMPLE_QUESTION}”` }).first();
  await menu.click();
  await entry.click();
  await page.getByText(`Deleted “${SAMPLE_QUESTION}”.`).waitFor();
  await expect(turns(page)).toHaveCount(0);
  await expect(entry).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(turns(page)).toHaveCount(1);

  await menu.click();
  await entry.click();
  // The request outlives the page, so that no event of the page tells of it.
  await page.goto("about:blank");

  await expect.poll(async () => (await own.ok("GET", "/chat")).sessions).toEqual([]);
});

test("a paper begins with its own words, and an answer is kept", async ({ page, startServer }) => {
  const own = await startServer();
  await open(page, own.url, `/papers/${SAMPLE}`);
  const sentences = page.getByRole("region", { name: "In the paper’s words" }).getByRole("button");
  const figures = page.getByRole("list", { name: "Figures in small" });
  await sentences.first().waitFor();
  await figures.locator("canvas").first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await sentences.first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await figures.getByRole("button").first().click();
  await page.locator('[data-mark="region"]').first().waitFor();
  const question = page.getByRole("list", { name: "Suggested questions" }).getByRole("button").first();
  const asked = (await question.innerText()).split("\n")[0]!;
  await question.click();
  await answered(page);
  await page.getByRole("button", { name: "Keep in my notes" }).click();
  await page.getByText("Kept in your notes.").waitFor();

  await page.goto(`${own.url}/notes`);

  await expect(page.locator('[data-kind="answer"]')).toContainText(asked);
});

test("an edited question is a branch, and arrows lead back", async ({ page, startServer }) => {
  const own = await startServer();
  await own.completed(SAMPLE);
  const second = "What did the probability depend on?";
  const edited = "How many people share a birthday?";
  await open(page, own.url, `/papers/${SAMPLE}`);
  for (const question of [SAMPLE_QUESTION, second]) {
    await ask(page, question);
    await log(page).getByRole("article", { name: question }).waitFor();
    await answered(page);
  }
  const first = turns(page).first();
  await first.hover();
  await first.getByRole("button", { name: "Edit the question" }).click();
  await page.getByLabel("The question in other words").fill(edited);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await log(page).getByRole("article", { name: edited }).waitFor();
  await answered(page);
  await expect(turns(page)).toHaveCount(1);
  await expect(log(page)).not.toContainText(second);

  const kept = page.waitForResponse((response) => response.request().method() === "PATCH");
  await first.getByRole("button", { name: "Earlier wording" }).press("Enter");
  await expect(log(page)).toContainText(second);
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", "Earlier wording");
  await kept;
  await page.reload();
  await expect(log(page)).toContainText(second);
  await expect(log(page)).toContainText("1 / 2");
  expect(await seriousFindings(page)).toEqual([]);
  const [session] = (await own.ok("GET", "/chat")).sessions;
  const { messages, head } = await own.ok("GET", `/chat/${session.id}`);
  expect(messages.map(({ parent }: { parent: number }) => parent)).toEqual([-1, 0, 1, 2, -1, 4]);
  expect(head).toBe(3);
});
