// What must not be lost: the page when a part of it fails, the server for a while, and where one was.
import { answered, ask, open } from "./steps.mjs";

/** Lose the code of another view, then get it back. */
export async function partsAreGone({ page, shot }, { url }) {
  await open(page, url);
  let asked = 0;
  await page.route("**/assets/review-list-*.js", (route) => {
    asked += 1;
    return route.fulfill({ status: 404, body: "" });
  });
  await page.getByRole("link", { name: "Reviews and tables" }).click();
  await page.getByText("This view cannot be shown.").waitFor();
  await shot("parts-are-gone");
  const [loads, header] = [asked, await page.getByRole("link", { name: "ScholarAI" }).count()];
  await page.unroute("**/assets/review-list-*.js");
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
  return { loads, header };
}

/** Get a list whose papers lack their authors, or all but their names, and go on elsewhere. */
export async function oddRecord({ page, shot }, { url, bare }) {
  await page.route("**/library?*", async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    const odd = (paper) => (bare ? { paper_id: paper.paper_id } : { ...paper, authors: null });
    await route.fulfill({ json: { ...list, papers: list.papers.map(odd) } });
  });
  await open(page, url);
  await page.getByText("The server's answer is not what this page expects (.papers.0.").waitFor();
  await shot("odd-record");
  await page.getByRole("link", { name: "Reviews and tables" }).click();
  await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
}

/** Lose the server while the library is open; the list changes meanwhile, and is fetched again. */
export async function serverAway({ page, shot }, { url }) {
  await open(page, url);
  await page.getByRole("link", { name: "Reviews and tables" }).click();
  await page.getByRole("heading", { name: "Literature reviews" }).waitFor();
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.locator("[data-paper]").first().waitFor();
  const said = page.getByText("The server cannot be reached. Trying again…");
  await page.route(`${url}/**`, (route) => route.abort());
  await page.waitForTimeout(5_500); // what was fetched is fresh for five seconds
  await page.getByRole("link", { name: "Reviews and tables" }).click();
  await said.waitFor();
  await shot("server-away");
  const list = page.waitForResponse((response) => new URL(response.url()).pathname === "/reviews" && response.ok());
  await page.unroute(`${url}/**`);
  await list;
  await said.waitFor({ state: "detached" });
}

/** Read, ask and begin to type, leave for the library, and come back twice: by a click, and in a new page. */
export async function comingBack({ page, context, shot }, { url, id, question, title }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.getByLabel(/^Page, of/).fill("2");
  await page.keyboard.press("Enter");
  await page.locator('[data-page="2"] canvas').waitFor();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("page") === "2");
  await page.getByLabel("Your question").fill("Half a quest");
  const left = await place(page);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.getByLabel("Ask or search your papers").fill(title.slice(0, 6));
  await page.getByRole("checkbox", { name: title }).check();
  await page.getByRole("main").getByRole("link", { name: title }).click();
  await page.locator('[data-page="2"] canvas').waitFor();
  await answered(page);
  const found = await place(page);
  await shot("coming-back");
  const other = await context.newPage();
  await open(other, url);
  const library = {
    words: await other.getByLabel("Ask or search your papers").inputValue(),
    chosen: await other.getByRole("checkbox", { name: title }).isChecked(),
  };
  await other.getByRole("navigation", { name: "Recent" }).getByRole("link", { name: title }).click();
  await other.locator('[data-page="2"] canvas').waitFor();
  await answered(other);
  const again = await place(other);
  await other.getByRole("button", { name: "New conversation" }).click();
  await other.close();
  return { left, found, again, library };
}

/** Open a paper whose conversation was deleted elsewhere. */
export async function conversationGone({ page }, { url, id, question }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await page.waitForFunction(() => new URLSearchParams(location.search).has("session"));
  const session = new URL(page.url()).searchParams.get("session");
  const deleted = await page.evaluate(
    (path) => fetch(path, { method: "DELETE" }).then(({ status }) => status),
    `/chat/${session}`,
  );
  await page.goto(`${url}/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  return { deleted, turns: await page.locator('[data-state="done"]').count() };
}

async function place(page) {
  await page.waitForFunction(() => new URLSearchParams(location.search).has("page"));
  return {
    turns: await page.locator('[data-state="done"]').count(),
    page: new URL(page.url()).searchParams.get("page"),
    draft: await page.getByLabel("Your question").inputValue(),
    width: await page.locator('[data-page="2"]').evaluate((sheet) => Math.round(sheet.getBoundingClientRect().width)),
  };
}

/** Ask and choose where the browser's storage takes nothing. */
export async function storageFull({ page }, { url, id, question }) {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.locator("[data-paper]").first().waitFor();
  await page.getByRole("button", { name: "Cards with the first page" }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("dark");
  return page.evaluate(() => document.documentElement.dataset.theme);
}

/** Read, ask and look at the list where the browser's clock is wrong. */
export async function wrongClock({ page }, { url, id, question, now }) {
  await page.clock.setFixedTime(new Date(now));
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  const said = await page.locator("[data-paper]").first().innerText();
  await page.goto(`${url}/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  return said;
}

/** Open many tabs on papers at once; ask in the last one, and find the answer in the first. */
export async function manyTabs({ page, context }, { url, id, question, count }) {
  const tabs = [page, ...(await Promise.all(Array.from({ length: count - 1 }, () => context.newPage())))];
  await Promise.all(tabs.map((tab) => tab.goto(`${url}/papers/${id}`, { timeout: 240_000 })));
  for (const tab of tabs) {
    await tab.bringToFront();
    await tab.locator("[data-page] canvas").first().waitFor({ state: "attached", timeout: 240_000 });
  }
  const last = tabs.at(-1);
  await last.bringToFront();
  await ask(last, question);
  await answered(last);
  const session = new URL(last.url()).searchParams.get("session");
  await page.bringToFront();
  await page.goto(`${url}/papers/${id}?session=${session}`);
  await answered(page);
  const turns = await page.getByRole("log").getByRole("article").count();
  await Promise.all(tabs.slice(1).map((tab) => tab.close()));
  return { turns };
}
