// What a person does on the page, and what they see there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Box } from "./fixtures.ts";

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Open an address of a server's page, and wait until the page is there. */
export async function open(page: Page, url: string, path = "/"): Promise<void> {
  await page.goto(url + path);
  await page.getByRole("link", { name: "ScholarAI" }).waitFor();
}

/** Press the button that prints the room, or the one within `of`, and write what the browser prints to a file. */
export async function printByButton(
  page: Page,
  path: string,
  { of = page, sheet = { preferCSSPageSize: true } }: { of?: Page | Locator; sheet?: Parameters<Page["pdf"]>[0] } = {},
): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset["printed"] = "no";
    window.print = () => (document.body.dataset["printed"] = "yes");
  });
  await of.getByRole("button", { name: "Print", exact: true }).press("Enter");
  await page.locator("body[data-printed=yes]").waitFor();
  await page.pdf({ path, ...sheet });
}

/** Drop files on the window as a file manager does. */
export async function drop(page: Page, paths: string[]): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), base64: readFileSync(path).toString("base64") }));
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
    }
    for (const type of ["dragenter", "dragover", "drop"]) {
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
  }, files);
}

/** The row of the library with a file of that name, or with a paper whose title has these words. */
export function row(page: Page, filename: string): Locator {
  // A paper whose title is known does not show the name of its file.
  return page
    .locator("[data-paper]")
    .filter({ hasText: filename })
    .or(page.locator(`[data-file="${filename}"]`));
}

/** Wait until a paper is read, and return its id. */
export async function completed(page: Page, text: string): Promise<string> {
  const found = row(page, text).and(page.locator('[data-status="completed"]'));
  await found.waitFor({ timeout: 90_000 });
  return (await found.getAttribute("data-paper"))!;
}

export async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("Your question").fill(question);
  await page.keyboard.press("Enter");
}

/** Wait until an answer is there and none is being made. */
export async function answered(page: Page): Promise<void> {
  await page.locator('[data-state="done"]').last().waitFor();
  const making = page.locator('[data-state="waiting"], [data-state="streaming"], [data-state="restarted"]');
  await making.first().waitFor({ state: "detached" });
}

/**
 * Wait until pages, text layers and marks have stood still for a while and many frames: on a busy machine time alone passes
 * without anything being drawn. What never stands still is waited for 20 s.
 */
export async function settled(page: Page, stillMs = 300): Promise<void> {
  await page.evaluate(async (still) => {
    const frames = 15;
    const look = () =>
      JSON.stringify(
        [
          ...document.querySelectorAll(".desk, [data-page], .textLayer, [data-mark], [data-citation], [data-paper]"),
        ].map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return [left, top, width, height, one.scrollTop, one.childElementCount];
        }),
      );
    const moves = () =>
      document
        .getAnimations()
        .some(({ playState, effect }) => playState === "running" && effect?.getTiming().iterations !== Infinity);
    const until = performance.now() + 20_000;
    let [before, since, seen] = [look(), performance.now(), 0];
    while (performance.now() < until && (seen < frames || performance.now() - since < still)) {
      await new Promise(requestAnimationFrame);
      const now = look();
      if (now !== before || moves()) {
        [before, since, seen] = [now, performance.now(), 0];
      } else {
        seen += 1;
      }
    }
  }, stillMs);
}

/** Click the first citation whose hover says the quote, and return the quote. */
export async function clickCitation(page: Page, index = 0): Promise<string> {
  const chip = page.locator("[data-citation]").nth(index);
  await chip.hover();
  const quote = await page.getByRole("tooltip").locator("blockquote").innerText();
  await chip.click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  return quote.replace(/^“|”$/g, "");
}

/** A box on a page, in CSS pixels from the page's corner. */
export interface PlacedBox extends Box {
  page: number;
}

/** Return the drawn boxes of the citation. */
export function drawnBoxes(page: Page): Promise<PlacedBox[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-mark="cite"]')].map((mark) => {
      const sheet = mark.closest<HTMLElement>("[data-page]")!;
      const [box, corner] = [mark.getBoundingClientRect(), sheet.getBoundingClientRect()];
      return {
        page: Number(sheet.dataset["page"]),
        left: box.left - corner.left,
        top: box.top - corner.top,
        right: box.right - corner.left,
        bottom: box.bottom - corner.top,
      };
    }),
  );
}

/** Tell whether the beginning of a drawn citation stands in the window over the pages. */
export function citedInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const desk = document.querySelector(".desk")!.getBoundingClientRect();
    return [...document.querySelectorAll('[data-mark="cite"]')].some((mark) => {
      const { left, top } = mark.getBoundingClientRect();
      return left >= desk.left && left < desk.right && top >= desk.top && top < desk.bottom;
    });
  });
}

/** Return where the words of a quote stand in the text layer, one rectangle a line, as the browser lays them out. */
export async function textBoxes(page: Page, quote: string, turned = false): Promise<PlacedBox[]> {
  await page.waitForFunction(
    (words) => {
      const marked = document.querySelector('[data-mark="cite"]')?.closest("[data-page]");
      const text = marked?.querySelector(".textLayer")?.textContent ?? "";
      return text.replace(/\s+/g, "").includes(words.replace(/\s+/g, "").slice(0, 20));
    },
    quote,
    { timeout: 20_000 },
  );
  return page.evaluate(
    ([words, upright]) => {
      const letters: { letter: string; node: Text; at: number; sheet: HTMLElement }[] = [];
      for (const sheet of document.querySelectorAll<HTMLElement>("[data-page]")) {
        const walker = document.createTreeWalker(sheet.querySelector(".textLayer")!, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
          for (const [at, letter] of [...node.data].entries()) {
            if (!/\s/.test(letter)) {
              letters.push({ letter, node, at, sheet });
            }
          }
        }
      }
      const wanted = words.replace(/\s+/g, "");
      const start = letters
        .map(({ letter }) => letter)
        .join("")
        .indexOf(wanted);
      if (start < 0) {
        return [];
      }
      const lines: { page: number; left: number; top: number; right: number; bottom: number }[] = [];
      for (const { node, at, sheet } of letters.slice(start, start + wanted.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        const corner = sheet.getBoundingClientRect();
        const letter = {
          page: Number(sheet.dataset["page"]),
          left: box.left - corner.left,
          top: box.top - corner.top,
          right: box.right - corner.left,
          bottom: box.bottom - corner.top,
        };
        // Along its line, and across it: on a page turned clockwise, lines run down the page.
        const [from, to, near, far] = upright
          ? (["left", "right", "top", "bottom"] as const)
          : (["top", "bottom", "left", "right"] as const);
        const middle = (letter[near] + letter[far]) / 2;
        const line = lines.at(-1);
        // The same line: at the same height and further on; a new column begins at another place.
        if (
          line &&
          line.page === letter.page &&
          middle > line[near] &&
          middle < line[far] &&
          letter[from] > line[to] - 20 &&
          letter[from] < line[to] + 60
        ) {
          line[to] = Math.max(line[to], letter[to]);
          line[near] = Math.min(line[near], letter[near]);
          line[far] = Math.max(line[far], letter[far]);
        } else {
          lines.push(letter);
        }
      }
      return lines;
    },
    [quote, !turned] as const,
  );
}

/** Return the intersection of two boxes over their union. */
export function overlap(a: Box & { page?: number }, b: Box & { page?: number }): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const both = a.page === b.page && width > 0 && height > 0 ? width * height : 0;
  const area = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top);
  return both / (area(a) + area(b) - both);
}

/** Return, for each line of words, how well the best drawn box covers it: intersection over union. */
export function cover(lines: PlacedBox[], boxes: PlacedBox[]): number[] {
  return lines.map((line) => Math.max(0, ...boxes.map((box) => overlap(line, box))));
}

/** Return what axe finds on the page as it is once no colour is fading any more: only what is serious or worse. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity),
  );
  // The policy forbids scripts of others; the tool comes in by the back door.
  await page.evaluate(AXE);
  // Off by default: neither is in WCAG 2.1.
  const rules = { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } };
  const { violations } = await page.evaluate(
    (wanted) => window.axe.run(document, { resultTypes: ["violations"], rules: wanted }),
    rules,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Return what takes a click and is smaller than 24 px to the pointer: name and size. Links within a sentence may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 24;
    const reaches = (element: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null && (element.contains(hit) || (element as HTMLInputElement).labels?.[0]?.contains(hit) === true)
      );
    };
    // A control that is partly scrolled out of view can be clicked once it is scrolled in.
    const frame = (element: HTMLElement) => {
      let list = element.parentElement;
      while (list && !["auto", "scroll"].includes(getComputedStyle(list).overflowY)) {
        list = list.parentElement;
      }
      return list?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    };
    const targets = "a[href], button, input, select, textarea, summary, [role=button]";
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest(".sr-only, [inert], .textLayer, .page, .reading, p a"))
      .flatMap((one) => {
        // The words of a box belong to it.
        const { left, top, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        const [x, y, half] = [left + width / 2, top + height / 2, least / 2 - 1];
        const seen = frame(one);
        const inSight =
          x > half &&
          x < innerWidth - half &&
          y > Math.max(0, seen.top) + half &&
          y < Math.min(innerHeight, seen.bottom) - half;
        if (!inSight || (width >= least && height >= least) || !reaches(one, x, y)) {
          return [];
        }
        const wide = width >= least || (reaches(one, x - half, y) && reaches(one, x + half, y));
        const high = height >= least || (reaches(one, x, y - half) && reaches(one, x, y + half));
        const name = one.getAttribute("aria-label") ?? one.textContent.trim();
        return wide && high ? [] : [`${name.slice(0, 60)}: ${Math.round(width)} × ${Math.round(height)}`];
      });
  });
}

/** Return by how many pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Wait until the first page of an opened paper is drawn. */
export function drawn(page: Page): Promise<void> {
  return page.locator("[data-page] canvas").first().waitFor();
}
