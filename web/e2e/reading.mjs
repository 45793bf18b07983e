// Reading: references, selections, highlights, figures, papers without pages.
import { open, printByButton, seriousFindings, settled } from "./steps.mjs";

/** Wait until the words of a page can be selected. */
export async function withText(page, number) {
  await page.locator(`[data-page="${number}"] .textLayer .endOfContent`).waitFor({ state: "attached" });
}

/** Wait for words on a drawn page, and return where they stand in CSS pixels of the window. */
export async function wordsAt(page, words) {
  const handle = await page.waitForFunction((wanted) => {
    for (const layer of document.querySelectorAll(".textLayer")) {
      const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.data.indexOf(wanted);
        if (at >= 0) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          const { left, top, right, bottom } = range.getBoundingClientRect();
          return { left, top, right, bottom };
        }
      }
    }
    return null;
  }, words);
  return handle.jsonValue();
}

/** Click what stands over some words of a page. */
export async function clickWords(page, words) {
  const { left, top, right, bottom } = await wordsAt(page, words);
  await page.mouse.click((left + right) / 2, (top + bottom) / 2);
}

/** Drag from one point of the window to another, as a hand does. */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 8 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

function marksAt(page, kind) {
  return page.evaluate((wanted) => {
    return [...document.querySelectorAll(`[data-mark="${wanted}"]`)].map((mark) => {
      const { left, top, right, bottom } = mark.getBoundingClientRect();
      return { page: Number(mark.closest("[data-page]").dataset.page), left, top, right, bottom };
    });
  }, kind);
}

/** Open an address of another program's, and tell whether the words that it names are marked and in the window. */
export async function openForeignAddress({ page, shot }, { url, address, number, words, name }) {
  await open(page, url, address);
  await withText(page, number);
  await page.locator('[data-mark="cite"]').first().waitFor();
  const printed = await wordsAt(page, words);
  await settled(page, 400);
  await shot(name);
  const [marks, at] = [await marksAt(page, "cite"), await wordsAt(page, words)];
  return {
    printed,
    shown: at.top >= 0 && at.bottom <= (await page.evaluate(() => innerHeight)),
    marked: marks.some(
      (mark) =>
        at.left >= mark.left - 3 && at.right <= mark.right + 3 && at.bottom >= mark.top && at.top <= mark.bottom,
    ),
  };
}

/** Follow a citation to its entry and come back, by the pill and by the browser's own Back. */
export async function followCitation({ page, shot }, { url, id, number = 1, marker, entry, name }) {
  await open(page, url, `/papers/${id}?page=${number}`);
  await withText(page, number);
  await page.locator(`[data-page="${number}"] .page-link`).first().waitFor({ state: "attached" });
  const at = await wordsAt(page, marker);
  await page.mouse.move((at.left + at.right) / 2, (at.top + at.bottom) / 2);
  const card = page.getByRole("dialog", { name: /^Reference/ });
  await card.waitFor();
  const said = await card.innerText();
  await shot(`${name}-card`);
  const before = await page.locator(".desk").evaluate((desk) => desk.scrollTop);
  const scroll = () => page.locator(".desk").evaluate((desk) => desk.scrollTop);
  await clickWords(page, marker);
  await page.locator('[data-mark="landing"]').first().waitFor();
  await wordsAt(page, entry);
  await settled(page, 400);
  await shot(`${name}-entry`);
  const [marks, printed] = [await marksAt(page, "landing"), await wordsAt(page, entry)];
  const pill = await page.getByRole("button", { name: /^Back to page/ }).innerText();
  await page.getByRole("button", { name: /^Back to page/ }).click();
  await page.waitForFunction(() => !document.querySelector('[data-mark="landing"]'));
  const byPill = await scroll();
  await clickWords(page, marker);
  await page.locator('[data-mark="landing"]').first().waitFor();
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('[data-mark="landing"]'));
  const byBrowser = await scroll();
  const still = new URL(page.url()).pathname;
  await page.goForward();
  await page.waitForFunction((was) => document.querySelector(".desk").scrollTop !== was, byBrowser);
  await settled(page, 300);
  const forward = await scroll();
  return {
    said,
    pill,
    marked: marks.some(
      (mark) =>
        printed.left >= mark.left - 3 &&
        printed.right <= mark.right + 3 &&
        printed.top <= mark.bottom &&
        printed.bottom >= mark.top,
    ),
    moved: { byPill: byPill - before, byBrowser: byBrowser - before, forward: forward - before },
    still,
  };
}

/** Drag from some words down to others and on into the margin before them, and return what is selected. */
export async function dragIntoMargin({ page, shot }, { url, id, number = 1, first, last, beyond, name }) {
  await open(page, url, `/papers/${id}?page=${number}`);
  await withText(page, number);
  const [start, end] = [await wordsAt(page, first), await wordsAt(page, last)];
  const y = (end.top + end.bottom) / 2;
  await page.mouse.move(start.left + 1, (start.top + start.bottom) / 2);
  await page.mouse.down();
  await page.mouse.move(end.left + 20, y, { steps: 8 });
  await page.mouse.move(end.left - beyond, y, { steps: 8 });
  await page.mouse.up();
  const selected = await page.evaluate(() => document.getSelection().toString());
  await settled(page, 300);
  await shot(name);
  return selected;
}

/** Select some words of a page as a hand does. */
export async function select(page, words) {
  const { left, right, top, bottom } = await wordsAt(page, words);
  const y = (top + bottom) / 2;
  await drag(page, { x: left + 1, y }, { x: right - 1, y });
  const menu = page.getByRole("toolbar", { name: "Selected words" });
  await menu.waitFor();
  return menu;
}

/** Highlight, write, ask, copy and check by the menu of a selection; return what became of each after a reload. */
export async function useSelection({ page, shot }, { url, id, marked, noted, name }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  let menu = await select(page, marked);
  await shot(`${name}-menu`);
  await menu.getByRole("button", { name: "Check this quote" }).click();
  await menu
    .getByRole("status")
    .filter({ hasText: /quote|words|paper/i })
    .waitFor();
  const verdict = await menu.getByRole("status").innerText();
  await menu.getByRole("button", { name: "Copy with citation" }).click();
  await page.getByText("Copied with its citation.").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  menu = await select(page, marked);
  await menu.getByRole("button", { name: "Ask about this" }).click();
  const draft = await page.getByLabel("Your question").inputValue();
  menu = await select(page, marked);
  await menu.getByRole("button", { name: "Highlight in green" }).click();
  await page.locator('[data-mark="note"][data-colour="green"]').first().waitFor();
  menu = await select(page, noted);
  await menu.getByRole("button", { name: "Write a note" }).click();
  const field = page.getByRole("textbox", { name: "Note" });
  await field.fill("Why so long?");
  await page.getByText("Saved", { exact: true }).waitFor();
  await shot(`${name}-notes`);
  await page.reload();
  await withText(page, 1);
  await page.locator('[data-mark="note"][data-colour="green"]').first().waitFor();
  const boxes = await marksAt(page, "note");
  const at = await wordsAt(page, marked);
  await page.getByRole("tab", { name: "Notes" }).click();
  const listed = await page.getByRole("list", { name: "Your notes" }).innerText();
  await shot(`${name}-kept`);
  return {
    verdict,
    copied,
    draft,
    listed,
    covered: Math.max(
      ...boxes.map((box) =>
        box.top < at.bottom && box.bottom > at.top
          ? (Math.min(box.right, at.right) - Math.max(box.left, at.left)) / (at.right - at.left)
          : 0,
      ),
    ),
  };
}

export async function openTab(page, name) {
  const button = page.getByRole("button", { name: /^Outline/ });
  if ((await button.getAttribute("aria-expanded")) !== "true") {
    await button.click();
  }
  await page.getByRole("tab", { name }).click();
}

/** Follow the first link of a page's file, and return the page and where in the window the words stand. */
export async function followLink({ page }, { url, id, words }) {
  await open(page, url, `/papers/${id}`);
  await page.locator('[data-page="1"] .page-link').first().click();
  await page.getByRole("button", { name: /^Back to page/ }).waitFor();
  const { top } = await wordsAt(page, words);
  const desk = await page.locator(".desk").boundingBox();
  await settled(page, 500);
  const number = Number(await page.getByLabel(/^Page, of/).inputValue());
  return { number, share: (top - desk.y) / desk.height };
}

/** Return the bibliography as the sidebar lists it. */
export async function listReferences({ page, shot }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await openTab(page, "References");
  const items = page.getByRole("list", { name: "References" }).getByRole("listitem");
  await items.first().waitFor();
  const printed = await items.allInnerTexts();
  await page.getByLabel("Order").selectOption("often");
  const often = await items.allInnerTexts();
  await page.getByLabel("Which references").selectOption("missing");
  const missing = await items.count();
  await shot("references");
  return { printed, often, missing, serious: await seriousFindings(page) };
}

/** Read a paper of source text: its figure, a citation, its entry, and the way back. */
export async function readSource({ page, shot }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  const picture = page.locator("figure img");
  await picture.waitFor();
  await picture.evaluate((image) => image.decode());
  const marker = page.locator("[data-marker]").first();
  await shot("source");
  const cited = await marker.innerText();
  await marker.click();
  await page.locator('[data-mark="landing"]').first().waitFor();
  const entry = await page.locator('[data-mark="landing"]').allInnerTexts();
  await page.getByRole("button", { name: "Back to where you read" }).click();
  await page.waitForFunction(() => !document.querySelector('[data-mark="landing"]'));
  return {
    picture: await picture.evaluate(({ naturalWidth: width, naturalHeight: height }) => ({ width, height })),
    caption: await page.locator("figcaption").first().innerText(),
    marker: cited,
    entry: entry.join(""),
    back: await page.getByLabel("Text of the paper").evaluate(({ scrollTop }) => scrollTop),
  };
}

/** Show pages dark and two abreast, and save the file as it is and with one's marks. */
export async function lookOtherwise({ page, shot }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  const choose = async (name) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.locator('[role^="menuitem"]').filter({ hasText: name }).click();
  };
  await choose("Two pages");
  await page.locator('[data-page="2"]').waitFor();
  const [one, two] = [
    await page.locator('[data-page="1"]').boundingBox(),
    await page.locator('[data-page="2"]').boundingBox(),
  ];
  await choose("Dark pages");
  const canvas = page.locator(".desk[data-dark] .page-picture canvas").first();
  await canvas.waitFor();
  await shot("dark-pages");
  const saved = async (name) => {
    const download = page.waitForEvent("download");
    await choose(name);
    return (await download).suggestedFilename();
  };
  return {
    abreast: Math.abs(one.y - two.y) < 1 && two.x >= one.x + one.width,
    dark: await canvas.evaluate((element) => getComputedStyle(element).filter),
    downloaded: await saved("Download the file"),
    annotated: await saved("Download with your marks"),
    cited: await saved("Download with marks and citations"),
  };
}

/** Show pages where a phone shows the text at first. */
export async function showPages(page) {
  await page.getByRole("toolbar", { name: "Reader" }).getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Text instead of pages", checked: true }).click();
}

async function chooseZoom(page, name) {
  await page.getByRole("button", { name: "Choose a zoom" }).click();
  await page.getByRole("menuitemcheckbox", { name, exact: true }).click();
}

/** Type a zoom, choose one, and return the shown percentage after each, with the width of page 1. */
export async function zoomByHand({ page }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  const field = page.getByLabel("Zoom", { exact: true });
  const look = async () => {
    await settled(page, 300);
    const { width } = await page.locator('[data-page="1"]').boundingBox();
    return { shown: await field.inputValue(), width: Math.round(width) };
  };
  const seen = [];
  for (const typed of ["137", "7", "9999", "", "abc"]) {
    await field.fill(typed);
    await field.press("Enter");
    seen.push(await look());
  }
  await chooseZoom(page, "50%");
  seen.push(await look());
  return seen;
}

/** Print a paper by key, and then the conversation about it by its button; the files are written to two paths. */
export async function printReader({ page }, { url, id, question, paths }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button").first().waitFor();
  await page.pdf({ path: paths[0], preferCSSPageSize: true });
  await withText(page, 1);
  await page.getByLabel("Your question").fill(question);
  await page.getByLabel("Your question").press("Enter");
  await page.locator('[data-state="done"]').waitFor();
  await printByButton(page, paths[1], { of: page.getByRole("region", { name: "Conversation" }) });
}

/** Ask a paper that has no pages, and print the paper by its button, and then what the key prints. */
export async function printText({ page }, { url, id, question, paths }) {
  await open(page, url, `/papers/${id}`);
  await page.getByLabel("Your question").fill(question);
  await page.getByLabel("Your question").press("Enter");
  await page.locator('[data-state="done"]').waitFor();
  await printByButton(page, paths[0], { of: page.getByRole("toolbar", { name: "Reader" }) });
  await page.pdf({ path: paths[1], preferCSSPageSize: true });
}

/** Read down a paper with its outline open; return the marked section at the start, after a click and at the end. */
export async function readWithOutline({ page, shot }, { url, id, section }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  const outline = page.getByRole("navigation", { name: "Outline" });
  const marked = async () => {
    await settled(page, 300);
    return outline.locator("[aria-current]").allInnerTexts();
  };
  await outline.getByRole("button").first().waitFor();
  const clicked = outline.getByRole("button", { name: section });
  await clicked.click();
  const atClicked = await marked();
  await shot("outline");
  await page.locator(".desk").evaluate((desk) => desk.scrollTo(0, desk.scrollHeight));
  return { atClicked, atEnd: await marked() };
}

/** Ask, and walk the citations of the answer by keys, buttons and ticks; return where each step led. */
export async function walkCitations({ page, shot }, { url, id, question, other }) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, url, `/papers/${other}`);
  await withText(page, 1);
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await page.getByLabel("Your question").fill(question);
  await page.getByLabel("Your question").press("Enter");
  await page.locator(".tick").first().waitFor({ state: "attached" });
  const ticks = await page.locator(".tick").count();
  const steps = page.getByRole("group", { name: "Citations of the answer" });
  const where = async () => {
    await settled(page, 300);
    const marks = await marksAt(page, "cite");
    return {
      said: await steps.innerText(),
      cite: new URL(page.url()).searchParams.get("cite"),
      inSight: marks.some(({ top, bottom }) => top >= 0 && bottom <= 900),
      chip: await page.locator('[role="log"] [aria-pressed="true"]').isVisible(),
    };
  };
  const seen = [];
  for (const key of ["n", "n", "p", "p"]) {
    await page.locator(".desk").press(key);
    seen.push(await where());
  }
  await steps.getByRole("button", { name: "Next citation" }).click();
  seen.push(await where());
  await page.locator(".tick").last().click();
  const byTick = await where();
  await page.getByLabel("Your question").press("n");
  const typed = await page.getByLabel("Your question").inputValue();
  await page.getByRole("button", { name: "Read a second paper beside this one" }).click();
  await page.getByRole("menuitemcheckbox").first().click();
  await page.locator("[data-reader]").nth(1).locator('[data-page="1"] canvas').waitFor();
  await settled(page, 400);
  await shot("beside");
  const boxes = await Promise.all([0, 1].map((n) => page.locator("[data-reader]").nth(n).boundingBox()));
  const ids = await page.evaluate(() => {
    const all = [...document.querySelectorAll("[id]")].map((one) => one.id);
    return all.filter((one, index) => all.indexOf(one) !== index);
  });
  await page.locator("[data-reader]").nth(1).locator(".desk").press("Control+f");
  const finding = await page.locator("[data-reader]").nth(1).getByRole("searchbox").count();
  const serious = await seriousFindings(page);
  await page.reload();
  await page.locator("[data-reader]").nth(1).locator('[data-page="1"]').waitFor();
  await page.getByRole("button", { name: "Close the second paper" }).click();
  await page.locator("[data-reader]").nth(1).waitFor({ state: "detached" });
  return { ticks, seen, byTick, typed, apart: boxes[0].x + boxes[0].width <= boxes[1].x + 1, ids, finding, serious };
}

/** Open and close what stands beside the pages, by buttons and by key, and return the zoom after each step. */
export async function panelsAndZoom({ page, shot }, { url, id }) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await settled(page, 300);
  const zooms = [];
  const panel = page.getByRole("complementary", { name: "Outline and thumbnails" });
  const conversation = page.getByRole("region", { name: "Conversation" });
  const look = async (name) => {
    await settled(page, 300);
    zooms.push(parseInt(await page.getByLabel("Zoom", { exact: true }).inputValue()));
    await shot(name);
  };
  await look("reader-title");
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await panel.waitFor();
  await look("reader-panel");
  await page.locator(".desk").press("]");
  await conversation.waitFor({ state: "detached" });
  const folded = await conversation.count();
  await look("reader-folded");
  const serious = await seriousFindings(page);
  await page.getByRole("button", { name: "Open the conversation" }).click();
  await conversation.waitFor();
  const unfolded = await conversation.count();
  await look("reader-unfolded");
  await page.getByRole("button", { name: "Close the conversation" }).click();
  await page.reload();
  await withText(page, 1);
  await settled(page, 300);
  const afterReload = { panel: await panel.count(), conversation: await conversation.count() };
  await chooseZoom(page, "Fit the whole page");
  await chooseZoom(page, "Fit the width");
  await settled(page, 300);
  const fitted = parseInt(await page.getByLabel("Zoom", { exact: true }).inputValue());
  return {
    title: await page.getByRole("toolbar", { name: "Reader" }).locator("p").innerText(),
    heading: await page.getByRole("heading", { level: 1 }).textContent(),
    zooms,
    folded,
    unfolded,
    after_reload: afterReload,
    fitted,
    serious,
  };
}

/** Select several printed lines of the first page, copy them by key, and return them as selected and as copied. */
export async function copyLines({ page }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await withText(page, 1);
  await settled(page, 300);
  const printed = await page.evaluate(() => {
    const lines = [...document.querySelectorAll('[data-page="1"] .textLayer span')].filter((one) =>
      one.textContent.trim(),
    );
    const range = document.createRange();
    range.setStart(lines[0].firstChild, 0);
    range.setEnd(lines[Math.min(6, lines.length - 1)].firstChild, 1);
    const selection = document.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return selection.toString();
  });
  await page.keyboard.press("Control+c");
  return { printed, copied: await page.evaluate(() => navigator.clipboard.readText()) };
}

/** Open the conversation on a phone, and zoom the pages above it with two fingers. */
export async function sheetOnPhone({ context, page, shot }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  await showPages(page);
  await withText(page, 1);
  await page.getByRole("button", { name: "Open the conversation" }).click();
  const [pages, sheet] = [
    page.getByRole("region", { name: "Reader" }),
    page.getByRole("region", { name: "Conversation" }),
  ];
  await sheet.waitFor();
  await settled(page, 300);
  const heights = [(await pages.boundingBox()).height, (await sheet.boundingBox()).height];
  await shot("phone-sheet");
  const sheetPage = page.locator('[data-page="1"]');
  const before = (await sheetPage.boundingBox()).width;
  const session = await context.newCDPSession(page);
  const touch = (type, apart) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart
        ? [
            { x: 195 - apart, y: 200, id: 0 },
            { x: 195 + apart, y: 200, id: 1 },
          ]
        : [],
    });
  await touch("touchStart", 40);
  for (const apart of [45, 55, 65, 80]) {
    await touch("touchMove", apart);
    await page.waitForTimeout(50);
  }
  await touch("touchEnd", 0);
  await settled(page, 300);
  const zoomed = (await sheetPage.boundingBox()).width / before;
  return { pages: heights[0], sheet: heights[1], zoomed, page: await page.evaluate(() => visualViewport.scale) };
}
