// Reading: references, selections, highlights and notes, figures, papers without pages.
import { open } from "./steps.mjs";

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
  await page.waitForTimeout(400);
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
  await page.waitForTimeout(300);
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
