// Finding, explaining and reading a paper as text.
import { select, withText } from "./reading.mjs";
import { open, seriousFindings } from "./steps.mjs";

/** List all matches of some words, walk to the second by the arrows, go there and come back to the words. */
export async function listMatches({ page, shot }, { url, id, words }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await page.keyboard.press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in this paper" });
  await field.fill(words);
  const list = page.getByRole("list", { name: "Matches" });
  await list.waitFor();
  await shot("find-list");
  const findings = await seriousFindings(page);
  const snippets = await list.getByRole("button").allTextContents();
  const marked = await list.locator("mark").allTextContents();
  await field.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .filter({ hasText: /^2 of / })
    .waitFor();
  await page.keyboard.press("Escape");
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  return { snippets, marked, focused, findings };
}

/** Read a PDF as one column of text, find it so after a reload, and go back to its pages. */
export async function readAsText({ page, shot }, { url, id, name }) {
  await open(page, url, `/papers/${id}`);
  const turn = async () => {
    await page.getByRole("toolbar", { name: "Reader" }).getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitemcheckbox", { name: "Text instead of pages" }).click();
  };
  const text = page.getByRole("group", { name: "Text of the paper" });
  // A phone shows the text at once.
  if (page.viewportSize().width > 640) {
    await withText(page, 1);
    await turn();
  }
  await text.locator("figure").first().scrollIntoViewIfNeeded();
  await text.locator("figure canvas").first().waitFor();
  await shot(`${name}-reflow`);
  const findings = await seriousFindings(page);
  await page.reload();
  await text.locator("figure").first().waitFor();
  const said = await text.innerText();
  const tables = await text.getByRole("table").count();
  const wide = await text.evaluate((element) => element.scrollWidth - element.clientWidth);
  await turn();
  await withText(page, 1);
  return { said, tables, wide, findings };
}

/** Have selected words explained. */
export async function explainSelection({ page, shot }, { url, id, words }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  const menu = await select(page, words);
  await menu.getByRole("button", { name: "Explain" }).click();
  const turn = page.getByRole("log").getByRole("article").first();
  await turn.locator('[data-state="done"]').waitFor();
  await shot("explained");
  return { question: await turn.getByRole("heading").first().innerText(), said: await turn.innerText() };
}
