// Conversations as people leave them and come back: answers that go on, and what is deleted and had back.
import { answered, ask, open, seriousFindings } from "./steps.mjs";

const log = (page) => page.getByRole("log");
const turns = (page) => log(page).getByRole("article").count();

/** Load the page again while an answer comes; the server makes it to its end. */
export async function reloadInMidAnswer({ page, shot }) {
  await page.reload();
  await page.locator('[data-state="waiting"]').waitFor();
  await shot("chat-reloaded");
  await answered(page);
  return { said: await log(page).innerText(), turns: await turns(page) };
}

/** Go to the library while an answer comes, and back. */
export async function leaveInMidAnswer({ page }, { id }) {
  await page.getByRole("link", { name: "ScholarAI" }).click();
  await page.locator(`[data-paper="${id}"]`).waitFor();
  await page.goBack();
  await answered(page);
  return { said: await log(page).innerText(), turns: await turns(page) };
}

/** Stop an answer, load the page again, and see that it stayed stopped. */
export async function stopAndReload({ page }) {
  await page.getByRole("button", { name: "Stop the answer" }).click();
  await page.locator('[data-state="stopped"]').waitFor();
  await page.reload();
  await page.locator('[data-state="stopped"]').waitFor();
  return { said: await log(page).innerText() };
}

/** Go on with a conversation in a second tab, and return what the first one shows of it. */
export async function followInTwoTabs({ context, page, shot }, { url, id, questions }) {
  await open(page, url, `/papers/${id}`);
  await ask(page, questions[0]);
  await answered(page);
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await log(other).getByRole("article").first().waitFor();
  await ask(other, questions[1]);
  await log(page).getByText(questions[1]).first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll('[role="log"] article').length === 2);
  await answered(page);
  const followed = await log(page).innerText();
  await shot("two-tabs");
  await ask(page, questions[2]);
  await answered(page);
  await log(other).getByText(questions[2]).first().waitFor();
  await other.waitForFunction(() => document.querySelectorAll('[role="log"] article').length === 3);
  await other.close();
  return { followed, turns: await turns(page) };
}

/** Delete a conversation from the menu, have it back, delete it again and leave. */
export async function deleteConversation({ page, shot }, { url, id, question }) {
  await open(page, url, `/papers/${id}`);
  await ask(page, question);
  await answered(page);
  const menu = page.getByRole("button", { name: "Earlier conversations" });
  const gone = page.getByRole("button", { name: `Delete “${question}”` }).first();
  await menu.click();
  await gone.click();
  await page.getByText(`Deleted “${question}”.`).waitFor();
  await shot("toast");
  const meanwhile = { turns: await turns(page), listed: await gone.count() };
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("log").getByText(question).first().waitFor();
  const undone = { turns: await turns(page) };
  await menu.click();
  await gone.click();
  // The request outlives the page, so that no event of the page tells of it.
  await page.goto("about:blank");
  return { meanwhile, undone };
}

/** Rename and pin a conversation in its room, then find it by the palette. */
export async function roomOfConversations({ page, shot }, { url, question, name }) {
  await open(page, url, "/chat");
  await page.getByRole("button", { name: `More about “${question}”` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name of the conversation").fill(name);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: `More about “${name}”` }).click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await page.getByRole("link", { name }).waitFor();
  await shot("conversations");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill(name);
  const option = page.getByRole("option", { name, exact: true });
  await option.waitFor();
  await shot("palette");
  await option.click();
  await log(page).getByText(question).first().waitFor();
  return { path: new URL(page.url()).pathname, title: await page.title() };
}

/** Edit the first of two questions, go back to its first wording, and find that branch after a reload. */
export async function editQuestion({ page, shot }, { url, id, questions, edited }) {
  await open(page, url, `/papers/${id}`);
  for (const question of questions) {
    await ask(page, question);
    await log(page).getByRole("article", { name: question }).waitFor();
    await answered(page);
  }
  const first = log(page).getByRole("article").first();
  await first.hover();
  await first.getByRole("button", { name: "Edit the question" }).click();
  await page.getByLabel("The question in other words").fill(edited);
  await shot("chat-edit");
  const findings = await seriousFindings(page);
  await page.keyboard.press("Enter");
  await log(page).getByRole("article", { name: edited }).waitFor();
  await answered(page);
  const branch = { turns: await turns(page), said: await log(page).innerText() };
  await shot("chat-branch");
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH");
  await first.getByRole("button", { name: "Earlier wording" }).press("Enter");
  await log(page).getByText(questions[1]).first().waitFor();
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await kept;
  await page.reload();
  await log(page).getByText(questions[1]).first().waitFor();
  return {
    branch,
    focused,
    back: await log(page).innerText(),
    findings: [...findings, ...(await seriousFindings(page))],
  };
}

/** Read what a paper says it is about, ask one of its questions, and keep the answer. */
export async function beginFromBrief({ page, shot }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  const sentences = page.getByRole("region", { name: "In the paper’s words" }).getByRole("button");
  await sentences.first().waitFor();
  await page.getByRole("list", { name: "Figures in small" }).locator("canvas").first().waitFor();
  const findings = await seriousFindings(page);
  await shot("chat-brief");
  await sentences.first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await page.getByRole("list", { name: "Figures in small" }).getByRole("button").first().click();
  await page.locator('[data-mark="region"]').first().waitFor();
  const question = page.getByRole("list", { name: "Suggested questions" }).getByRole("button").first();
  const asked = (await question.innerText()).split("\n")[0];
  await question.click();
  await answered(page);
  await page.getByRole("button", { name: "Keep in my notes" }).click();
  await page.getByText("Kept in your notes.").waitFor();
  await page.goto(`${url}/notes`);
  await page.locator('[data-kind="answer"]').waitFor();
  return { asked, kept: await page.locator('[data-kind="answer"]').innerText(), findings };
}
