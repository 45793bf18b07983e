// What a person does with the pages of a paper: words found, selected, marked and dragged over.
import type { Locator, Page } from "@playwright/test";
import type { Box } from "./fixtures.ts";
import type { PlacedBox } from "./steps.ts";

/** Wait until the words of a page can be selected. */
export async function withText(page: Page, number: number): Promise<void> {
  await page.locator(`[data-page="${number}"] .textLayer .endOfContent`).waitFor({ state: "attached" });
}

/** Wait for words on a drawn page, and return where they stand in CSS pixels of the window. */
export async function wordsAt(page: Page, words: string): Promise<Box> {
  const handle = await page.waitForFunction((wanted) => {
    for (const layer of document.querySelectorAll(".textLayer")) {
      const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
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
  return (await handle.jsonValue())!;
}

/** Click what stands over some words of a page. */
export async function clickWords(page: Page, words: string): Promise<void> {
  const { left, top, right, bottom } = await wordsAt(page, words);
  await page.mouse.click((left + right) / 2, (top + bottom) / 2);
}

/** Return the marks of a kind, in CSS pixels of the window. */
export function marksAt(page: Page, kind: string): Promise<PlacedBox[]> {
  return page.evaluate((wanted) => {
    return [...document.querySelectorAll(`[data-mark="${wanted}"]`)].map((mark) => {
      const { left, top, right, bottom } = mark.getBoundingClientRect();
      return { page: Number(mark.closest<HTMLElement>("[data-page]")!.dataset["page"]), left, top, right, bottom };
    });
  }, kind);
}

/** Select some words of a page as a hand does, and return the menu that opens. */
export async function select(page: Page, words: string): Promise<Locator> {
  const { left, right, top, bottom } = await wordsAt(page, words);
  const y = (top + bottom) / 2;
  await page.mouse.move(left + 1, y);
  await page.mouse.down();
  await page.mouse.move((left + right) / 2, y, { steps: 8 });
  await page.mouse.move(right - 1, y, { steps: 8 });
  await page.mouse.up();
  const menu = page.getByRole("toolbar", { name: "Selected words" });
  await menu.waitFor();
  return menu;
}

/** Open a tab of the panel beside the pages. */
export async function openTab(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name: /^Outline/ });
  if ((await button.getAttribute("aria-expanded")) !== "true") {
    await button.click();
  }
  await page.getByRole("tab", { name }).click();
}

/** Show text instead of pages, or pages instead of text. */
export async function turnText(page: Page): Promise<void> {
  await page.getByRole("toolbar", { name: "Reader" }).getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Text instead of pages" }).click();
}

export async function chooseZoom(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Choose a zoom" }).click();
  await page.getByRole("menuitemcheckbox", { name, exact: true }).click();
}
