// The page in another language than English: chosen, kept, and nothing left in English; and titles from right to left.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import ts from "typescript";
import { fillLibrary, REVIEW_QUESTION } from "./filled.ts";
import { expect, fileServer, generate, SAMPLE, Server, test } from "./fixtures.ts";
import { open, settled } from "./steps.ts";

const TEXTS = join(import.meta.dirname, "../src/texts");
// Opened one after another in each room: more of them say nothing new.
const MOST_OPENED = 12;
const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const server = fileServer();
let rooms: string[];

test.beforeAll(async () => {
  const { review, session } = await fillLibrary(server);
  const named = ["chat", "reviews", "tables", "notes", "discover", "settings", "nowhere", "papers/unknown"];
  rooms = ["/", `/papers/${SAMPLE}?session=${session}`, review, ...named.map((room) => `/${room}`)];
});

const html = (page: Page) => page.locator("html");
const language = (page: Page) => page.getByRole("combobox", { name: /^(Sprache|Language)/ });

async function choose(page: Page, value: "de" | "en"): Promise<void> {
  await Promise.all([page.waitForEvent("load"), language(page).selectOption(value)]);
  await page.getByRole("heading", { name: value === "de" ? "Einstellungen" : "Settings" }).waitFor();
}

test("a chosen language is kept over visits", async ({ page }) => {
  await open(page, server.url, "/settings");
  await expect(html(page)).toHaveAttribute("lang", "en");
  await choose(page, "de");
  await expect(html(page)).toHaveAttribute("lang", "de");
  await open(page, server.url);
  await page.getByRole("link", { name: "Bibliothek" }).waitFor();
  await expect(html(page)).toHaveAttribute("lang", "de");
});

for (const [full, address] of [
  [["localStorage"], ""],
  [["localStorage", "sessionStorage"], "?language=en"],
] as const) {
  test(`a chosen language holds where the storage is full: ${full.join(" and ")}`, async ({ page }) => {
    await page.addInitScript((names) => {
      const write = Storage.prototype.setItem;
      Storage.prototype.setItem = function (...given) {
        if (names.some((name) => this === window[name])) {
          throw new DOMException("full", "QuotaExceededError");
        }
        write.apply(this, given);
      };
    }, full);
    await open(page, server.url, "/settings");
    await choose(page, "de");
    await expect(html(page)).toHaveAttribute("lang", "de");
    await page.reload();
    await page.getByRole("heading", { name: /Einstellungen|Settings/ }).waitFor();
    await expect(html(page)).toHaveAttribute("lang", "de");
    await choose(page, "en");
    await expect(html(page)).toHaveAttribute("lang", "en");
    expect(new URL(page.url()).search).toBe(address);
  });
}

for (const [locale, lang, title] of [
  ["de-DE", "de", "Einstellungen · ScholarAI"],
  ["en-US", "en", "Settings · ScholarAI"],
  // A language that the page has no texts in.
  ["fr-FR", "en", "Settings · ScholarAI"],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test("a browser starts in its own language where the page has it", async ({ page }) => {
      await open(page, server.url, "/settings");
      await expect(page).toHaveTitle(title);
      await expect(html(page)).toHaveAttribute("lang", lang);
    });
  });
}

test.describe("in German", () => {
  // A paper that does not exist answers 404.
  test.use({ noisy: true });

  test("no room says anything in English or has a text too long for its place", async ({ page }) => {
    const isEnglish = englishTexts();
    await open(page, server.url, "/settings");
    await choose(page, "de");
    for (const path of rooms) {
      for (const size of [WIDE, NARROW]) {
        const where = `${path} at ${size.width}`;
        await page.setViewportSize(size);
        await page.goto(server.url + path);
        await page.getByRole("main").first().waitFor();
        await page.waitForLoadState("networkidle");
        await expect(page.locator(".animate-pulse")).toHaveCount(0);
        const said = await wordsOf(page);
        expect.soft(await tooLong(page), `too long: ${where}`).toEqual([]);
        if (size === WIDE) {
          said.push(...(await wordsBehind(page)));
        }
        expect.soft([...new Set(said)].filter(isEnglish), `English: ${where}`).toEqual([]);
      }
    }
  });
});

/** Open what opens: tabs, menus, parts that unfold, dialogs; return what they say. */
async function wordsBehind(page: Page): Promise<string[]> {
  const said: string[] = [];
  const openers = page.locator('[role="tab"], [aria-haspopup], summary, [aria-expanded="false"]');
  for (let index = 0; index < Math.min(MOST_OPENED, await openers.count()); index += 1) {
    const opener = openers.nth(index);
    if ((await opener.isVisible()) && (await opener.isEnabled())) {
      // What another part covers is not opened.
      await opener.click({ timeout: 2_000 }).catch(() => undefined);
      await settled(page, 100);
      said.push(...(await wordsOf(page)));
      await page.keyboard.press("Escape");
    }
  }
  for (const key of ["Control+k", "?"]) {
    // What was opened before may still close, and would take the key.
    await expect(async () => {
      await page.locator("body").press(key);
      await page.getByRole("dialog").first().waitFor({ timeout: 2_000 });
    }).toPass();
    await settled(page, 100);
    said.push(...(await wordsOf(page)));
    await page.keyboard.press("Escape");
  }
  return said;
}

/** Return what the page says itself: its texts, names and hints, without the words of papers and of what was written. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const others = "[data-page], .reading, bdi, [dir], [lang]:not(html), blockquote, .prose, textarea, script, style";
    const said: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (!node.parentElement!.closest(others)) {
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
function tooLong(page: Page): Promise<string[]> {
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

interface Literal {
  pieces: string[];
  source: string;
  letters: number;
}

/** Return whether some words are an English text of the page that German says otherwise. */
function englishTexts(): (words: string) => boolean {
  const german = new Set(literalsOf(join(TEXTS, "de")).map(({ source }) => source));
  const patterns = literalsOf(TEXTS).filter(({ source, letters }) => letters > 1 && !german.has(source));
  const exact = new Set(patterns.filter(({ pieces }) => pieces.length === 1).map(({ source }) => source));
  const escaped = (piece: string) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const shaped = patterns
    .filter(({ pieces, letters }) => pieces.length > 1 && letters > 5)
    .map(({ pieces }) => new RegExp(`^${pieces.map(escaped).join(".+")}$`));
  return (words) => {
    const counted = words.replace(/^[\d.,]+ /, "");
    return exact.has(words) || exact.has(counted) || shaped.some((shape) => shape.test(words));
  };
}

/** Return the literals in a folder's texts: plain ones, templates by the pieces between what is filled in, words in JSX. */
function literalsOf(folder: string): Literal[] {
  const found: Literal[] = [];
  const put = (texts: string[]) => {
    const said = texts.map((text) => text.replace(/\s+/g, " "));
    const source = said.join("…").trim();
    found.push({ pieces: said.length > 1 ? said : [source], source, letters: source.replace(/[^\p{L}]/gu, "").length });
  };
  const visit = (node: ts.Node) => {
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

test.describe("titles from right to left", () => {
  const SHORT = "קומקום רותח (BERT) — ניסוי!";
  const LONG =
    "كم من الوقت يحتاج الإبريق (GPT-4) حتى يغلي؟ دراسة طويلة عن الماء والنار في كل يوم من أيام الأسبوع الذي رصدناه";
  const own = new Server();
  let places: Record<string, string>;

  test.beforeAll(async () => {
    await own.start();
    await own.completed(SAMPLE);
    const other = await own.add((await generate("two-columns")).path);
    await own.ok("PATCH", `/papers/${SAMPLE}`, { title: SHORT });
    await own.ok("PATCH", `/papers/${other}`, { title: LONG });
    const both = { paper_ids: [SAMPLE, other] };
    const columns = [{ template: "any-field.data" }];
    const { id: table } = await own.ok("POST", "/tables", { title: SHORT, columns, ...both });
    const { session_id: session } = await own.ok("POST", "/chat", { question: "מה עושה הקומקום?", ...both });
    const { id: review } = await own.ok("POST", "/reviews", { question: REVIEW_QUESTION, ...both });
    await own.reviewed(review);
    places = {
      library: "/",
      answer: `/chat/${session}`,
      review: `/reviews/${review}`,
      tables: "/tables",
      table: `/tables/${table}`,
    };
  });

  test.afterAll(() => own.python("end"));

  for (const size of [WIDE, NARROW]) {
    for (const [name, title] of [
      ["a short", SHORT],
      ["a long", LONG],
    ] as const) {
      test.describe(`at ${size.width}`, () => {
        test.use({ viewport: size });

        test(`${name} title stands alone and begins where its neighbours begin`, async ({ page }) => {
          const start = title.slice(0, 6);
          // The list of tables, and the head of the answer, have the short title alone.
          const shown = Object.entries(places).filter(
            ([place]) => title === SHORT || !["tables", "answer"].includes(place),
          );
          for (const [place, path] of shown) {
            await page.goto(own.url + path);
            await page.getByRole("main").first().waitFor();
            await page.waitForLoadState("networkidle");
            await page.getByText(start).first().waitFor({ state: "attached" });
            await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
            await settled(page);
            const titles = await page.evaluate(standing, start);
            expect(titles.length, place).toBeGreaterThan(0);
            for (const one of titles) {
              const right = { direction: "rtl", isolated: true, aligned: true, beginning: true };
              expect.soft(one, place).toEqual({ element: one.element, ...right });
            }
          }
        });
      });
    }
  }
});

/** Return each shown text that begins with these words: whether it runs right to left, alone, from an edge of its block. */
function standing(start: string) {
  const shown = [];
  const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const element = node.parentElement!;
    if (
      !node.data.trimStart().startsWith(start) ||
      element.closest(".sr-only, option, [data-page]") ||
      !element.checkVisibility()
    ) {
      continue;
    }
    let block = element;
    while (getComputedStyle(block).display === "inline") {
      block = block.parentElement!;
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
      element: `${block.tagName.toLowerCase()}: ${node.data.trim().slice(0, 40)}`,
      direction: getComputedStyle(element).direction,
      isolated: own !== null && own !== document.documentElement,
      // What is cut off is cut at the end, which is at the left; all else begins where the rows around it begin.
      aligned: within || tooLong || Math.abs(Math.min(...lines.map(({ left }) => left)) - edge) < 3,
      beginning: Math.max(...lines.map(({ right }) => right)) <= box.right + 1,
    });
  }
  return shown;
}
