// The page in German: chosen in the settings, walked through room by room, and looked at for English that was left.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { open, seriousFindings } from "./steps.mjs";

const TEXTS = join(import.meta.dirname, "..", "src", "texts");
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
// Opened one after another in each room: more of them say nothing new.
const MOST_OPENED = 12;

/** Choose German in the settings, and return what the page calls its language before, after, and after a reload. */
export async function chooseGerman({ page }, { url }) {
  const spoken = () => page.evaluate(() => document.documentElement.lang);
  await open(page, url, "/settings");
  const before = await spoken();
  await Promise.all([page.waitForEvent("load"), page.getByRole("combobox", { name: "Language" }).selectOption("de")]);
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  const chosen = await spoken();
  await open(page, url);
  await page.getByRole("link", { name: "Bibliothek" }).waitFor();
  return { before, chosen, later: await spoken() };
}

/** Choose German where nothing can be written into the named storages; return the page's language then and after a reload. */
export async function chooseGermanUnkept({ page }, { url, full }) {
  await page.addInitScript((names) => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (...given) {
      if (names.some((name) => this === window[name])) {
        throw new DOMException("full", "QuotaExceededError");
      }
      return write.apply(this, given);
    };
  }, full);
  const spoken = () => page.evaluate(() => document.documentElement.lang);
  await open(page, url, "/settings");
  await Promise.all([page.waitForEvent("load"), page.getByRole("combobox", { name: "Language" }).selectOption("de")]);
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  const chosen = await spoken();
  await page.reload();
  await page.getByRole("heading", { name: /Einstellungen|Settings/ }).waitFor();
  const again = await spoken();
  await Promise.all([
    page.waitForEvent("load"),
    page.getByRole("combobox", { name: /^(Sprache|Language)/ }).selectOption("en"),
  ]);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  return { chosen, again, back: await spoken(), address: new URL(page.url()).search };
}

/** Return the language in which a new browser starts, and the title of its first room. */
export async function startLanguage({ page }, { url }) {
  await open(page, url, "/settings");
  await page.waitForFunction(() => document.title.includes("·"));
  return { lang: await page.evaluate(() => document.documentElement.lang), title: await page.title() };
}

/** Walk through rooms, and return the English that was left in each, what is too long for its place, and axe's findings. */
export async function walkInGerman({ page, shot }, { url, paths }) {
  const english = englishLeft();
  const seen = {};
  for (const [name, path] of Object.entries(paths)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await page.goto(url + path);
      await page.getByRole("main").first().waitFor();
      await page.waitForLoadState("networkidle");
      await page.waitForFunction(() => !document.querySelector(".animate-pulse"));
      await shot(`german-${name}-${size}`);
      const said = await wordsOf(page);
      const tooLong = await tooLongFor(page);
      const axe = await seriousFindings(page);
      if (size === "wide") {
        said.push(...(await wordsBehind(page)));
      }
      seen[`${name}, ${size}`] = { left: [...new Set(said)].filter(english), tooLong, axe };
    }
  }
  return seen;
}

/** Open what opens: tabs, menus, parts that unfold, dialogs; return what they say. */
async function wordsBehind(page) {
  const said = [];
  const openers = page.locator('[role="tab"], [aria-haspopup], summary, [aria-expanded="false"]');
  for (let index = 0; index < Math.min(MOST_OPENED, await openers.count()); index += 1) {
    const opener = openers.nth(index);
    if ((await opener.isVisible()) && (await opener.isEnabled())) {
      await opener.click({ timeout: 2_000 }).catch(() => undefined);
      await page.waitForTimeout(150);
      said.push(...(await wordsOf(page)));
      await page.keyboard.press("Escape");
    }
  }
  for (const key of ["Control+k", "?"]) {
    await page.locator("body").press(key);
    await page.waitForTimeout(300);
    said.push(...(await wordsOf(page)));
    await page.keyboard.press("Escape");
  }
  return said;
}

/** Return what the page says itself: its texts, names and hints, without the words of papers and of what was written. */
function wordsOf(page) {
  return page.evaluate(() => {
    const others = "[data-page], .reading, bdi, [dir], [lang]:not(html), blockquote, .prose, textarea, script, style";
    const said = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest(others)) {
        said.push(node.data);
      }
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      if (!element.closest("[data-page], .prose")) {
        said.push(...["aria-label", "title", "placeholder"].map((name) => element.getAttribute(name) ?? ""));
      }
    }
    return [document.title, ...said].map((words) => words.replace(/\s+/g, " ").trim()).filter(Boolean);
  });
}

/** Return buttons, links and heads whose words do not fit, and by how much the page is wider than the window. */
function tooLongFor(page) {
  return page.evaluate(() => {
    const wide = [...document.querySelectorAll("button, a, th, summary, label, [role=tab], h1, h2")].filter(
      (element) =>
        element.clientWidth > 1 &&
        // Controls that are narrower reach over 24 px for the pointer.
        element.scrollWidth > Math.max(element.clientWidth, 24) + 1 &&
        getComputedStyle(element).textOverflow !== "ellipsis" &&
        !element.closest("[data-page], .sr-only"),
    );
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return [
      ...wide.map((element) => element.textContent.trim().slice(0, 60)),
      ...(over > 0 ? [`page: ${over} px`] : []),
    ];
  });
}

/** Return whether some words are an English text of the page that German says otherwise. */
function englishLeft() {
  const german = new Set(literalsOf(join(TEXTS, "de")).map(({ source }) => source));
  const patterns = literalsOf(TEXTS).filter(({ source, letters }) => letters > 1 && !german.has(source));
  const exact = new Set(patterns.filter(({ pieces }) => pieces.length === 1).map(({ source }) => source));
  const shaped = patterns
    .filter(({ pieces, letters }) => pieces.length > 1 && letters > 5)
    .map(({ pieces }) => new RegExp(`^${pieces.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+")}$`));
  return (words) => {
    const counted = words.replace(/^[\d.,]+ /, "");
    return exact.has(words) || exact.has(counted) || shaped.some((shape) => shape.test(words));
  };
}

/** Return the literals in a folder's texts: plain ones, templates by the pieces between what is filled in, words in JSX. */
function literalsOf(folder) {
  const found = [];
  const put = (pieces) => {
    const said = pieces.map((one) => one.replace(/\s+/g, " "));
    const source = said.join("…").trim();
    found.push({ pieces: said.length > 1 ? said : [source], source, letters: source.replace(/[^\p{L}]/gu, "").length });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node)) {
      put([node.text]);
    } else if (ts.isTemplateExpression(node)) {
      put([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]);
    }
    ts.forEachChild(node, visit);
  };
  for (const name of readdirSync(folder).filter((file) => /^(?!language\.|words\.)[\w-]+\.tsx?$/.test(file))) {
    visit(ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true));
  }
  return found;
}

/** Look at each place that shows a title, and return how it stands there: its direction, isolation and edges. */
export async function titlesIn({ page, shot }, { url, places, start, size }) {
  const seen = {};
  for (const [name, { path, click }] of Object.entries(places)) {
    await page.goto(url + path);
    await page.getByRole("main").first().waitFor();
    await page.waitForLoadState("networkidle");
    for (const button of click ?? []) {
      await page.getByRole("button", { name: button }).first().click();
    }
    await page.getByText(start).first().waitFor({ state: "attached" });
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await page.waitForTimeout(300);
    await shot(`right-to-left-${name}-${size}`);
    seen[name] = await page.evaluate(standing, start);
  }
  return seen;
}

/** Return each shown text that begins with these words: whether it runs right to left, alone, from an edge of its block. */
function standing(start) {
  const shown = [];
  const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !node.data.trimStart().startsWith(start) ||
      element.closest(".sr-only, option, [data-page]") ||
      !element.checkVisibility()
    ) {
      continue;
    }
    let block = element;
    while (getComputedStyle(block).display === "inline") {
      block = block.parentElement;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    const box = block.getBoundingClientRect();
    const style = getComputedStyle(block);
    const edge = box.left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
    const own = element.closest("[dir], bdi");
    // Within a line of other words it has no edge of its own.
    const within = !block.textContent.trim().startsWith(start);
    const tooLong = block.scrollWidth > block.clientWidth + 1;
    shown.push({
      place: `${block.tagName.toLowerCase()}: ${node.data.trim().slice(0, 40)}`,
      direction: getComputedStyle(element).direction,
      isolated: own !== null && own !== document.documentElement,
      // What is cut off is cut at the end, which is at the left; all else begins where the rows around it begin.
      aligned: within || tooLong || Math.abs(Math.min(...lines.map(({ left }) => left)) - edge) < 3,
      beginning: Math.max(...lines.map(({ right }) => right)) <= box.right + 1,
    });
  }
  return shown;
}
