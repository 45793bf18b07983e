// The library as people work in it: finding, ordering, collecting, marking, exporting and adding.
import { readFileSync } from "node:fs";
import { completed, drawnBoxes, drop, open, row, seriousFindings } from "./steps.mjs";

/** Search words of a paper's text, open the passage, and return what was marked and where it led. */
export async function searchText({ page, shot }, { url, words }) {
  await open(page, url);
  await page.getByLabel("Ask or search your papers").fill(words);
  const passage = page.locator("[data-passage]").first();
  await passage.waitFor();
  const marked = await passage.locator("mark").allInnerTexts();
  await shot("library-search");
  await passage.click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  return { marked, boxes: (await drawnBoxes(page)).length, path: new URL(page.url()).pathname };
}

/** Make a collection, drag a paper onto it, narrow the list to it, delete it and take that back. */
export async function collect({ page, shot }, { url, id, name }) {
  await open(page, url);
  const paper = page.locator(`[data-paper="${id}"]`);
  await paper.waitFor();
  const all = await page.locator("[data-paper]").count();
  // The left column is there once there is a collection.
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "New collection" }).click();
  await page.getByLabel("Name of the collection").fill(name);
  await page.keyboard.press("Enter");
  const collection = page.locator("[data-collection]").filter({ hasText: name });
  await collection.waitFor();
  await paper.dragTo(collection);
  await page.getByText(`Added to “${name}”`).waitFor();
  const choose = collection.getByRole("button", { name: new RegExp(`^${name}`) });
  await choose.click();
  await page.getByText("1 paper", { exact: true }).waitFor();
  const inside = await page.locator("[data-paper]").count();
  await shot("library-collection");
  await collection.hover();
  await collection.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await collection.waitFor({ state: "detached" });
  // What was added before can be undone, too.
  const deleted = page.locator("[data-toast]").filter({ hasText: `“${name}” deleted` });
  await deleted.getByRole("button", { name: "Undo" }).click();
  await collection.waitFor();
  return { all, inside };
}

/** Go to the end of a long list by a key and by its scroll bar, choose over what is between, and return where each key led. */
export async function longList({ page, shot }, { url, chosen }) {
  let lists = 0;
  page.on("request", (request) => (lists += request.url().includes("offset=") ? 1 : 0));
  await open(page, url);
  await page.locator("[data-paper] h2 a").first().focus();
  lists = 0;
  await page.keyboard.press("End");
  await focusIsAt(page, null);
  const end = { ...(await focused(page)), lists };
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  const back = await focused(page);
  await page.keyboard.press("Home");
  await focusIsAt(page, 1);
  const home = await focused(page);
  await page.locator("[data-paper] input").first().check();
  const scroller = page.locator("main ul").last().locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const last = page.locator("li[data-index]:last-child [data-paper] input");
  await last.click({ modifiers: ["Shift"] });
  await page.locator('[data-bar="chosen"]').getByText(chosen).waitFor();
  await shot("library-end");
  return { end, back, home };
}

/** Wait until the focus is on a paper at a place in a list, null for the last one; it follows once the rows there are drawn. */
function focusIsAt(page, place) {
  return page.waitForFunction((wanted) => {
    const row = document.activeElement.closest("li");
    return row?.querySelector("[data-paper]") && row.ariaPosInSet === String(wanted ?? row.ariaSetSize);
  }, place);
}

/** Return where the focus is in a list, and whether one sees it. */
function focused(page) {
  return page.evaluate(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    const row = document.activeElement.closest("li");
    return { place: Number(row?.ariaPosInSet), of: Number(row?.ariaSetSize), seen: top >= 0 && bottom <= innerHeight };
  });
}

/** Choose papers, tag them, mark them as read and export them, by the keyboard where there are menus. */
export async function markMany({ page, shot }, { url, tag }) {
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  await page.getByRole("checkbox", { name: "Choose all papers" }).check();
  await page.getByRole("button", { name: "Tag", exact: true }).press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByLabel("Tag").fill(tag);
  await page.keyboard.press("Enter");
  await page.getByText(`Tagged “${tag}”`).waitFor();
  await page.getByRole("button", { name: "Mark", exact: true }).press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Marked as read").waitFor();
  const [notice, bar] = await Promise.all(
    ["[data-toast]", "[data-bar=chosen]"].map((place) => page.locator(place).last().boundingBox()),
  );
  await page.getByRole("button", { name: "Export", exact: true }).press("Enter");
  const serious = await seriousFindings(page);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  await shot("library-chosen");
  const filters = page.getByRole("navigation", { name: "Collections" });
  const tagged = await filters.getByRole("button", { name: new RegExp(`^${tag}`) }).innerText();
  await filters.getByRole("button", { name: new RegExp(`^${tag}`) }).click();
  return {
    serious,
    covered: Math.max(0, notice.y + notice.height - bar.y),
    tagged: tagged.split("\n").at(-1),
    bibtex: readFileSync(await download.path(), "utf8"),
    papers: await page.locator("[data-paper]").count(),
  };
}

/** Add a file of references, and return what is said of its entries; then the rows of the records. */
export async function addReferences({ page, shot }, { url, file, title }) {
  await open(page, url);
  await page.getByRole("button", { name: "Add papers" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.locator("button", { hasText: "BibTeX" }).click(),
  ]);
  await chooser.setFiles(file);
  const works = page.getByRole("list", { name: "Works" });
  await works.locator("[data-outcome]").nth(1).waitFor();
  const said = await works.innerText();
  const serious = await seriousFindings(page);
  await shot("library-references");
  await page.keyboard.press("Escape");
  await row(page, title).waitFor();
  return { said, serious, status: await row(page, title).getAttribute("data-status") };
}

/** Add a PDF, then another paper's source, which is refused, and its own source; return what is listed and said on the way. */
export async function attachSource({ page, shot }, { url, name, pdf, other, source, title }) {
  await open(page, url);
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  await drop(page, [pdf]);
  const id = await completed(page, title);
  const paper = page.locator(`[data-paper="${id}"]`);
  const before = await page.locator("[data-paper]").count();
  await chooseSource(page, paper, other, () => shot(`${name}-attach-menu`));
  const refused = await page.getByRole("alert").innerText();
  const findings = await seriousFindings(page);
  await shot(`${name}-attach-refused`);
  await page.getByRole("button", { name: /^Dismiss / }).click();
  const kept = (await page.locator("[data-paper]").count()) - before;
  // A source so short is read before a picture of its row could be taken.
  await page.route("**/papers/*/extraction", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await chooseSource(page, paper, source);
  await page.getByText(`read, then attached to “${title}”`).waitFor();
  await shot(`${name}-attaching`);
  await page.getByText("is read again with its source.").waitFor();
  await page.getByText("The paper of the source alone is deleted").waitFor();
  await shot(`${name}-attached`);
  const deleted = (await page.waitForResponse((response) => response.request().method() === "DELETE")).status();
  await paper.and(page.locator('[data-status="completed"]')).waitFor({ timeout: 90_000 });
  return { id, refused, findings, kept, deleted, left: (await page.locator("[data-paper]").count()) - before };
}

async function chooseSource(page, paper, file, seen = () => undefined) {
  await paper.getByRole("button", { name: /^More about/ }).click();
  const entry = page.getByRole("menuitem", { name: "Attach its source…" });
  await entry.waitFor();
  await seen();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), entry.click()]);
  await chooser.setFiles(file);
}

/** Count the API calls of a library at rest and while it is opened, by path. */
export async function callsOfLibrary({ page }, { url }) {
  const paths = [];
  page.on("request", (request) => request.resourceType() === "fetch" && paths.push(new URL(request.url()).pathname));
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  await page.waitForTimeout(3_000);
  return paths.filter((path) => /^\/(library|papers|collections|search)/.test(path));
}

/** Scroll a long library to its end; return the rows in the document, the last title and the median frame in ms. */
export async function scrollLibrary({ page }, { url, total }) {
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const list = document.querySelector('[aria-label="Papers"]').parentElement;
        const times = [];
        let before = performance.now();
        const step = (now) => {
          times.push(now - before);
          before = now;
          list.scrollTop += 120;
          if (times.length < 300) {
            requestAnimationFrame(step);
          } else {
            resolve(times.slice(1).sort((one, other) => one - other));
          }
        };
        requestAnimationFrame(step);
      }),
  );
  const rows = await page.locator("[data-index]").count();
  return { rows, total, p50: frames[Math.floor(frames.length / 2)], p95: frames[Math.floor(frames.length * 0.95)] };
}

/** Show the papers as cards with their first pages, choose one, and find the cards after a reload. */
export async function showCards({ page, shot }, { url, name }) {
  await open(page, url);
  const toggle = page.getByRole("button", { name: "Cards with the first page" });
  await toggle.click();
  const pictures = page.locator("[data-first-page]");
  await pictures.first().waitFor();
  const card = page.getByRole("list", { name: "Papers" }).getByRole("listitem").first();
  await card.getByRole("checkbox").click();
  await shot(`${name}-cards`);
  const findings = await seriousFindings(page);
  await page.reload();
  await pictures.first().waitFor();
  const drawn = await pictures.first().evaluate((image) => image.naturalWidth);
  const [first, second] = await Promise.all(
    [0, 1].map((n) => page.getByRole("list", { name: "Papers" }).getByRole("listitem").nth(n).boundingBox()),
  );
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await toggle.click();
  await pictures.first().waitFor({ state: "detached" });
  return { drawn, beside: first.y === second.y && second.x >= first.x + first.width - 1, wide, findings };
}

/** See what can be tried first, and close it for good. */
export async function closeGreeting({ page, shot }, { url, name }) {
  await open(page, url);
  const greeting = page.getByRole("complementary", { name: "First steps" });
  await greeting.waitFor();
  await shot(`${name}-greeting`);
  const said = await greeting.innerText();
  const findings = await seriousFindings(page);
  await page.getByRole("button", { name: "Do not show this again" }).press("Enter");
  await greeting.waitFor({ state: "detached" });
  await page.reload();
  await page.locator("[data-paper]").first().waitFor();
  return { said, again: await greeting.count(), findings };
}

/** From a paper go to its supplement by the panel About, find words of the supplement there, and go back to the paper. */
export async function supplement({ page, shot }, { url, id, name, words }) {
  await open(page, url, `/papers/${id}`);
  // The panel stays open from paper to paper.
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByRole("list", { name: "Supplements" }).waitFor();
  await shot("paper-supplements");
  const findings = await seriousFindings(page);
  await page.getByRole("list", { name: "Supplements" }).getByRole("link", { name }).click();
  await page.waitForURL((at) => !at.pathname.endsWith(id));
  const path = new URL(page.url()).pathname;
  await page.getByText(words).first().waitFor();
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Find in this paper" }).fill(words);
  const status = page.getByRole("status").filter({ hasText: / of / });
  await status.waitFor();
  const matches = await status.textContent();
  await page.keyboard.press("Escape");
  await page.getByRole("list", { name: "Supplement of" }).getByRole("link").click();
  await page.waitForURL((at) => at.pathname.endsWith(id));
  await page.getByRole("list", { name: "Supplements" }).getByRole("link", { name }).waitFor();
  return { path, matches, findings };
}
