// What a person does on the page, and what they see there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function open(page, url, path = "/") {
  await page.goto(url + path);
  await page.getByRole("link", { name: "ScholarAI" }).waitFor();
}

/** Press the button that prints the room, or the one within `of`, and write what the browser prints to a file. */
export async function printByButton(page, path, { of = page, sheet = { preferCSSPageSize: true } } = {}) {
  await page.evaluate(() => {
    window.printed = false;
    window.print = () => (window.printed = true);
  });
  await of.getByRole("button", { name: "Print", exact: true }).press("Enter");
  await page.waitForFunction(() => window.printed);
  await page.pdf({ path, ...sheet });
}

/** Drop files on the window as a file manager does. */
export async function drop(page, paths) {
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

export function row(page, filename) {
  // A paper whose title is known does not show the name of its file.
  return page
    .locator("[data-paper]")
    .filter({ hasText: filename })
    .or(page.locator(`[data-file="${filename}"]`));
}

/** Wait until a paper is read, and return its id. */
export async function completed(page, text) {
  const found = row(page, text).and(page.locator('[data-status="completed"]'));
  await found.waitFor({ timeout: 90_000 });
  return found.getAttribute("data-paper");
}

export async function ask(page, question) {
  await page.getByLabel("Your question").fill(question);
  await page.keyboard.press("Enter");
}

/** Wait until an answer is there and none is being made. */
export async function answered(page) {
  await page.locator('[data-state="done"]').last().waitFor();
  const making = page.locator('[data-state="waiting"], [data-state="streaming"], [data-state="restarted"]');
  await making.first().waitFor({ state: "detached" });
}

/**
 * Wait until pages, text layers and marks have stood still for a while and many frames: on a busy machine time alone passes
 * without anything being drawn. What never stands still is waited for 20 s.
 */
export async function settled(page, stillMs = 300) {
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
export async function clickCitation(page, index = 0) {
  const chip = page.locator("[data-citation]").nth(index);
  await chip.hover();
  const quote = await page.getByRole("tooltip").locator("blockquote").innerText();
  await chip.click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  return quote.replace(/^“|”$/g, "");
}

/** Return the drawn boxes of the citation: page, and place in CSS pixels from the page's corner. */
export function drawnBoxes(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-mark="cite"]')].map((mark) => {
      const sheet = mark.closest("[data-page]");
      const [box, corner] = [mark.getBoundingClientRect(), sheet.getBoundingClientRect()];
      return {
        page: Number(sheet.dataset.page),
        left: box.left - corner.left,
        top: box.top - corner.top,
        right: box.right - corner.left,
        bottom: box.bottom - corner.top,
      };
    }),
  );
}

/** Tell whether the beginning of a drawn citation stands in the window over the pages. */
export function citedInSight(page) {
  return page.evaluate(() => {
    const desk = document.querySelector(".desk").getBoundingClientRect();
    return [...document.querySelectorAll('[data-mark="cite"]')].some((mark) => {
      const { left, top } = mark.getBoundingClientRect();
      return left >= desk.left && left < desk.right && top >= desk.top && top < desk.bottom;
    });
  });
}

/** Return where the words of a quote stand in the text layer, one rectangle a line, as the browser lays them out. */
export async function textBoxes(page, quote, turned = false) {
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
      const letters = [];
      for (const sheet of document.querySelectorAll("[data-page]")) {
        const walker = document.createTreeWalker(sheet.querySelector(".textLayer"), NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          [...node.data].forEach((letter, at) => /\s/.test(letter) || letters.push({ letter, node, at, sheet }));
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
      const lines = [];
      for (const { node, at, sheet } of letters.slice(start, start + wanted.length)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        const corner = sheet.getBoundingClientRect();
        const letter = {
          page: Number(sheet.dataset.page),
          left: box.left - corner.left,
          top: box.top - corner.top,
          right: box.right - corner.left,
          bottom: box.bottom - corner.top,
        };
        // Along its line, and across it: on a page turned clockwise, lines run down the page.
        const [from, to, near, far] = upright ? ["left", "right", "top", "bottom"] : ["top", "bottom", "left", "right"];
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
    [quote, !turned],
  );
}

export function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const both = a.page === b.page && width > 0 && height > 0 ? width * height : 0;
  const area = ({ left, right, top, bottom }) => (right - left) * (bottom - top);
  return both / (area(a) + area(b) - both);
}

/** Return, for each line of words, how well the best drawn box covers it: intersection over union. */
export function cover(lines, boxes) {
  return lines.map((line) => Math.max(0, ...boxes.map((box) => overlap(line, box))));
}

/** Return what axe finds on the page as it is once no colour is fading any more: only what is serious or worse. */
export async function seriousFindings(page) {
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
    (wanted) => axe.run(document, { resultTypes: ["violations"], rules: wanted }),
    rules,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Return what takes a click and is smaller than 24 px to the pointer: name and size. Links within a sentence may be. */
export function smallTargets(page) {
  return page.evaluate(() => {
    const least = 24;
    const reaches = (element, x, y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || element.labels?.[0]?.contains(hit) === true);
    };
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=button]")]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest(".sr-only, [inert], .textLayer, .page, .reading, p a"))
      .flatMap((one) => {
        // The words of a box belong to it.
        const { left, top, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        const [x, y, half] = [left + width / 2, top + height / 2, least / 2 - 1];
        const inSight = x > half && y > half && x < innerWidth - half && y < innerHeight - half;
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
