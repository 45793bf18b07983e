// The reader: citations and their entries, selections, the panels, zooms, prints, papers without pages.
import type { Page } from "@playwright/test";
import {
  expect,
  filePaper,
  fileServer,
  generate,
  PHONE,
  printedWords,
  python,
  SAMPLE,
  test,
  type Box,
} from "./fixtures.ts";
import { chooseZoom, clickWords, marksAt, openTab, select, turnText, withText, wordsAt } from "./reading.ts";
import { answered, ask, drawn, open, printByButton, seriousFindings, settled } from "./steps.ts";

const ENTRY = "Kettles and their water";
const FILLER =
  "We describe the room, the table and the cups in some detail, since other rooms may well have other tables. " +
  "The cups were washed before use and dried with a cloth of plain cotton, which was hung up again afterwards. ";

const server = fileServer();
const columns = filePaper(server, "two-columns");
const cited = filePaper(server, "citing");

const desk = (page: Page) => page.locator(".desk");
const scrolled = (page: Page) => desk(page).evaluate(({ scrollTop }) => scrollTop);
const noLanding = (page: Page) => expect(page.locator('[data-mark="landing"]')).toHaveCount(0);
const shownZoom = async (page: Page) => parseInt(await page.getByLabel("Zoom", { exact: true }).inputValue());

async function read(page: Page, paper: string, search = "", number = 1): Promise<void> {
  await open(page, server.url, `/papers/${paper}${search}`);
  await withText(page, number);
}

/** Whether a mark stands over words, a little more generously to the sides. */
function covers(mark: Box, words: Box): boolean {
  const within = words.left >= mark.left - 3 && words.right <= mark.right + 3;
  return within && words.bottom >= mark.top && words.top <= mark.bottom;
}

test("a citation leads to its entry and back, by the button and by the browser", async ({ page }) => {
  await read(page, cited.id, "?page=1");
  await page.locator('[data-page="1"] .page-link').first().waitFor({ state: "attached" });
  const marker = await wordsAt(page, "[1]");
  await page.mouse.move((marker.left + marker.right) / 2, (marker.top + marker.bottom) / 2);
  const card = page.getByRole("dialog", { name: /^Reference/ });
  await expect(card).toContainText(ENTRY);
  await expect(card).toContainText("Cited 2 times");

  const before = await scrolled(page);
  await clickWords(page, "[1]");
  await page.locator('[data-mark="landing"]').first().waitFor();
  await wordsAt(page, ENTRY);
  await settled(page, 400);
  const printed = await wordsAt(page, ENTRY);
  expect(
    (await marksAt(page, "landing")).some((mark) => covers(mark, printed)),
    "the entry itself is marked",
  ).toBe(true);
  const back = page.getByRole("button", { name: /^Back to page/ });
  await expect(back).toHaveText("Back to page 1");
  await back.click();
  await noLanding(page);
  expect(Math.abs((await scrolled(page)) - before)).toBeLessThanOrEqual(1);

  await clickWords(page, "[1]");
  await page.locator('[data-mark="landing"]').first().waitFor();
  await page.goBack();
  await noLanding(page);
  expect(Math.abs((await scrolled(page)) - before)).toBeLessThanOrEqual(1);
  expect(new URL(page.url()).pathname, "Back stays in the paper").toBe(`/papers/${cited.id}`);
  await page.goForward();
  await expect.poll(async () => (await scrolled(page)) - before).toBeGreaterThan(100);
});

test("an address of another program opens a paper at its boxes", async ({ page }) => {
  const words = "As was said before, kettles have water";
  const quotes = [{ quote_id: 1, quote: words }];
  const { results } = await server.ok("POST", `/papers/${cited.id}/check`, { quotes });
  const [place] = results[0].places;
  expect(place.page_number).toBeGreaterThan(1);

  await open(page, server.url, await python<string>("link", { paper: cited.id, place }));
  await withText(page, place.page_number);
  await page.locator('[data-mark="cite"]').first().waitFor();
  await settled(page, 400);

  const at = await wordsAt(page, words);
  expect(at.top).toBeGreaterThanOrEqual(0);
  expect(at.bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
  expect((await marksAt(page, "cite")).some((mark) => covers(mark, at))).toBe(true);
});

test("links of a file lead to the place that they name", async ({ page }) => {
  const paper = await server.add((await generate("linked")).path);
  await open(page, server.url, `/papers/${paper}`);
  await page.locator('[data-page="1"] .page-link').first().click();
  await page.getByRole("button", { name: /^Back to page/ }).waitFor();
  await settled(page, 500);

  const { top } = await wordsAt(page, "Details of the kettle");
  const { y, height } = (await desk(page).boundingBox())!;
  await expect(page.getByLabel(/^Page, of/)).toHaveValue("2");
  expect((top - y) / height).toBeGreaterThan(0);
  expect((top - y) / height, "the words stand in the upper half of the window").toBeLessThan(0.6);
});

test("a drag into the margin selects what it went over", async ({ page }) => {
  await read(page, columns.id, "?page=1");
  const start = await wordsAt(page, "We describe the room");
  const end = await wordsAt(page, "cups were washed before");
  const y = (end.top + end.bottom) / 2;
  await page.mouse.move(start.left + 1, (start.top + start.bottom) / 2);
  await page.mouse.down();
  await page.mouse.move(end.left + 20, y, { steps: 8 });
  await page.mouse.move(end.left - 12, y, { steps: 8 });
  await page.mouse.up();

  const words = (await page.evaluate(() => document.getSelection()!.toString())).replace(/\s+/g, " ").trim();
  expect(words).toMatch(/^We describe the room/);
  expect(words.length, "not the column to its end").toBeLessThan(260);
});

for (const [where, beside] of [
  ["before its first letter", 1],
  ["left of it", -6],
] as const) {
  test(`a drag selects the line where it began: ${where}`, async ({ page }) => {
    await read(page, columns.id, "?page=1");
    const lines = await page.locator("[data-page='1'] .textLayer span").evaluateAll((spans) =>
      spans
        .map(
          (span) =>
            ({ words: span.textContent, ...span.getBoundingClientRect().toJSON() }) as DOMRect & { words: string },
        )
        .filter(({ words, top, bottom }) => words.length > 30 && top > 120 && bottom < innerHeight - 60)
        .slice(0, 8),
    );
    expect(lines.length).toBeGreaterThan(3);
    for (const { words, left, right, top, bottom } of lines) {
      const y = (top + bottom) / 2;
      await page.mouse.move(left + beside, y);
      await page.mouse.down();
      await page.mouse.move((left + right) / 2, y, { steps: 4 });
      await page.mouse.move(right - 4, y, { steps: 4 });
      const selected = await page.evaluate(() => document.getSelection()!.toString());
      await page.mouse.up();
      expect(selected.slice(0, 20)).toBe(words.slice(0, 20));
      // The menu would stand over the lines above.
      await page.evaluate(() => document.getSelection()!.removeAllRanges());
      await page.getByRole("toolbar", { name: "Selected words" }).waitFor({ state: "detached" });
    }
  });
}

test("the sidebar lists references with how often they are cited", async ({ page }) => {
  await read(page, cited.id);
  await openTab(page, "References");
  const items = page.getByRole("list", { name: "References" }).getByRole("listitem");
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText("Cited 2 times");
  await expect(items.first(), "said of each of forty works, it says nothing").not.toContainText("Not in your library");
  await page.getByLabel("Order").selectOption("often");
  await expect(items.first()).toContainText("Kettles");
  await page.getByLabel("Which references").selectOption("missing");
  await expect(items).toHaveCount(3);
  expect(await seriousFindings(page)).toEqual([]);
});

test("a source shows its figures and links its citations", async ({ page }) => {
  const paper = await server.add((await generate("source")).path);
  await open(page, server.url, `/papers/${paper}`);
  const picture = page.locator("figure img");
  await picture.waitFor();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([60, 40]);
  await expect(page.locator("figcaption").first()).toHaveText(/A kettle as we saw it\.$/);
  const marker = page.locator("[data-marker]").first();
  await expect(marker).toHaveText("(Author and Writer 1998)");
  await marker.click();
  await expect(page.locator('[data-mark="landing"]').first()).toBeVisible();
  expect((await page.locator('[data-mark="landing"]').allInnerTexts()).join("")).toContain("10.1000/kettles");
  await page.getByRole("button", { name: "Back to where you read" }).click();
  await noLanding(page);
  expect(await page.getByLabel("Text of the paper").evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});

test("all matches are listed and walked by the keyboard", async ({ page }) => {
  await read(page, columns.id);
  await page.keyboard.press("Control+f");
  const field = page.getByRole("searchbox", { name: "Find in this paper" });
  await field.fill("cups");
  const list = page.getByRole("list", { name: "Matches" });
  await list.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const snippets = await list.getByRole("button").allTextContents();
  expect(snippets.length).toBeGreaterThan(1);
  expect(snippets.filter((snippet) => !snippet.toLowerCase().includes("cups"))).toEqual([]);
  const marked = await list.locator("mark").allTextContents();
  expect(new Set(marked.map((mark) => mark.toLowerCase()))).toEqual(new Set(["cups"]));

  await field.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .filter({ hasText: /^2 of / })
    .waitFor();
  await page.keyboard.press("Escape");
  await expect(page.locator(":focus")).toHaveAttribute("aria-label", "Find in this paper");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
});

test("words are found on the page", async ({ page }) => {
  await open(page, server.url, `/papers/${columns.id}`);
  await drawn(page);
  await page.keyboard.press("Control+f");
  await page.getByRole("searchbox", { name: "Find in this paper" }).fill("forty seconds");
  await page.locator('[data-mark="current"]').waitFor();
  const words = await page.evaluate(() => {
    const mark = document.querySelector('[data-mark="current"]')!.getBoundingClientRect();
    const spans = [...document.querySelectorAll(".textLayer span")].filter((span) => {
      const box = span.getBoundingClientRect();
      return box.top < mark.bottom && box.bottom > mark.top && box.left < mark.right && box.right > mark.left;
    });
    return spans.map((span) => span.textContent).join(" ");
  });
  expect(words).toContain("forty");
  await expect(page.getByRole("search").getByRole("status")).toHaveText(/^1 of /);
});

test("selected words are explained from where they stand", async ({ page }) => {
  await read(page, columns.id);
  const menu = await select(page, "We describe the room");
  await menu.getByRole("button", { name: "Explain" }).click();
  const turn = page.getByRole("log").getByRole("article").first();
  await turn.locator('[data-state="done"]').waitFor();
  const question = "Explain: “We describe the room”";
  await expect(turn.getByRole("heading").first()).toHaveText(question);
  expect((await turn.innerText()).replace(question, "")).toContain("We describe the room");
});

for (const [name, look] of [["a wide window", {}] as const, ["a phone", PHONE] as const]) {
  test.describe(name, () => {
    test.use(look);

    test("a PDF is read as one column of text with its figures", async ({ page, isMobile }) => {
      await server.completed(SAMPLE);
      await open(page, server.url, `/papers/${SAMPLE}`);
      const text = page.getByRole("group", { name: "Text of the paper" });
      // A phone shows the text at once.
      if (!isMobile) {
        await withText(page, 1);
        await turnText(page);
      }
      await text.locator("figure").first().scrollIntoViewIfNeeded();
      await text.locator("figure canvas").first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.reload();
      await text.locator("figure").first().waitFor();
      await expect(text).toContainText("Coincidences of this kind matter beyond parties.");
      await expect(text).toContainText("Figure 1");
      await expect(text.getByRole("table")).toHaveCount(1);
      expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await turnText(page);
      await withText(page, 1);
    });
  });
}

test("pages can be dark and two abreast, and the file is saved as it is and with one's marks", async ({ page }) => {
  await read(page, cited.id);
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.locator('[role^="menuitem"]').filter({ hasText: name }).click();
  };
  await choose("Two pages");
  await page.locator('[data-page="2"]').waitFor();
  const one = (await page.locator('[data-page="1"]').boundingBox())!;
  const two = (await page.locator('[data-page="2"]').boundingBox())!;
  expect(Math.abs(one.y - two.y)).toBeLessThan(1);
  expect(two.x).toBeGreaterThanOrEqual(one.x + one.width);

  await choose("Dark pages");
  const canvas = page.locator(".desk[data-dark] .page-picture canvas").first();
  await expect(canvas).toHaveCSS("filter", "invert(0.91) hue-rotate(180deg)");

  for (const [name, file] of [
    ["Download the file", "cited.pdf"],
    ["Download with your marks", "cited-annotated.pdf"],
    ["Download with marks and citations", "cited-annotated.pdf"],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent("download"), choose(name)]);
    expect(download.suggestedFilename()).toBe(file);
  }
});

test.describe("a window of 1440 pixels", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("panels leave the zoom alone, and the bar names the paper", async ({ page }) => {
    await read(page, cited.id);
    await settled(page);
    const panel = page.getByRole("complementary", { name: "Outline and thumbnails" });
    const conversation = page.getByRole("region", { name: "Conversation" });
    const zoom = await shownZoom(page);
    const keepsZoom = async () => {
      await settled(page);
      expect(await shownZoom(page)).toBe(zoom);
    };
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    expect(title).toBeTruthy();
    await expect(page.getByRole("toolbar", { name: "Reader" }).locator("p")).toHaveText(title!);

    await page.getByRole("button", { name: "Outline and thumbnails" }).click();
    await panel.waitFor();
    await keepsZoom();
    await desk(page).press("]");
    await conversation.waitFor({ state: "detached" });
    await keepsZoom();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Open the conversation" }).click();
    await conversation.waitFor();
    await keepsZoom();

    await page.getByRole("button", { name: "Close the conversation" }).click();
    await page.reload();
    await withText(page, 1);
    await settled(page);
    await expect(panel).toHaveCount(1);
    await expect(conversation).toHaveCount(0);
    await chooseZoom(page, "Fit the whole page");
    await chooseZoom(page, "Fit the width");
    // The button fits the pages to the room that there is.
    await expect.poll(() => shownZoom(page)).toBeGreaterThan(zoom);
  });

  test("citations are walked by keys, and a second paper stands beside", async ({ page }) => {
    await read(page, columns.id);
    await read(page, cited.id);
    await ask(page, "What was studied before, and what was surveyed later?");
    await page.locator(".tick").first().waitFor({ state: "attached" });
    const count = await page.locator(".tick").count();
    expect(count).toBeGreaterThan(1);
    const steps = page.getByRole("group", { name: "Citations of the answer" });
    const cites = new Set<string | null>();
    const isAt = async (number: number) => {
      await expect(steps).toHaveText(`Citation ${number} of ${count}`);
      await settled(page);
      expect((await marksAt(page, "cite")).some(({ top, bottom }) => top >= 0 && bottom <= 900)).toBe(true);
      await expect(page.locator('[role="log"] [aria-pressed="true"]')).toBeVisible();
      cites.add(new URL(page.url()).searchParams.get("cite"));
    };
    for (const [key, number] of [["n", 1] as const, ["n", 2] as const, ["p", 1] as const, ["p", count] as const]) {
      await desk(page).press(key);
      await isAt(number);
    }
    await steps.getByRole("button", { name: "Next citation" }).click();
    await isAt(1);
    expect(cites.size).toBe(new Set([1, 2, count]).size);
    await page.locator(".tick").last().click();
    await settled(page);
    expect((await marksAt(page, "cite")).some(({ top, bottom }) => top >= 0 && bottom <= 900)).toBe(true);
    await page.getByLabel("Your question").press("n");
    await expect(page.getByLabel("Your question"), "letters that are typed are no keys").toHaveValue("n");

    await page.getByRole("button", { name: "Read a second paper beside this one" }).click();
    await page.getByRole("menuitemcheckbox").first().click();
    const second = page.locator("[data-reader]").nth(1);
    await second.locator('[data-page="1"] canvas').waitFor();
    await settled(page, 400);
    const left = (await page.locator("[data-reader]").first().boundingBox())!;
    expect(left.x + left.width).toBeLessThanOrEqual((await second.boundingBox())!.x + 1);
    const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    await second.locator(".desk").press("Control+f");
    await expect(second.getByRole("searchbox"), "Ctrl-F finds in the paper that has the focus").toHaveCount(1);
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await second.locator('[data-page="1"]').waitFor();
    await page.getByRole("button", { name: "Close the second paper" }).click();
    await second.waitFor({ state: "detached" });
  });
});

test("a zoom is typed or chosen", async ({ page }) => {
  await read(page, cited.id);
  const field = page.getByLabel("Zoom", { exact: true });
  const look = async () => {
    await settled(page);
    const { width } = (await page.locator('[data-page="1"]').boundingBox())!;
    return { shown: await field.inputValue(), width: Math.round(width) };
  };
  const type = async (text: string) => {
    await field.fill(text);
    await field.press("Enter");
    return look();
  };
  const typed = await type("137");
  expect(typed.shown).toBe("137%");
  expect((await type("7")).shown).toBe("25%");
  const high = await type("9999");
  expect(high.shown).toBe("400%");
  for (const none of ["", "abc"]) {
    expect(await type(none), "what is no number changes nothing").toEqual(high);
  }
  await chooseZoom(page, "50%");
  const chosen = await look();
  expect(chosen.shown).toBe("50%");
  expect(Math.abs(typed.width / chosen.width / (137 / 50) - 1)).toBeLessThan(0.01);
});

test("the outline marks the section that is read", async ({ page }) => {
  await read(page, cited.id);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  const outline = page.getByRole("navigation", { name: "Outline" });
  const marked = outline.locator("[aria-current]");
  await outline.getByRole("button", { name: "Introduction" }).click();
  await expect(marked).toHaveText([/Introduction/]);
  await desk(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(marked).toHaveText([/References/]);
});

test("a paper is printed whole, and an open conversation in its place", async ({ page }, testInfo) => {
  const question = "What was studied before?";
  const [ofPaper, ofConversation] = [testInfo.outputPath("paper.pdf"), testInfo.outputPath("conversation.pdf")];
  await read(page, cited.id);
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("navigation", { name: "Outline" }).getByRole("button").first().waitFor();
  await page.pdf({ path: ofPaper, preferCSSPageSize: true });
  await withText(page, 1);
  await ask(page, question);
  await answered(page);
  await printByButton(page, ofConversation, { of: page.getByRole("region", { name: "Conversation" }) });

  const paper = (await printedWords(ofPaper)).join(" ");
  const conversation = (await printedWords(ofConversation)).join(" ");
  const fillers = (words: string) => words.split(FILLER).length - 1;
  expect(paper, "the last lines of the last page").toContain("A survey of lids. Tea Letters");
  expect(paper).not.toContain("Ask this paper");
  expect(paper).not.toContain("Outline");
  expect(conversation).toContain(question);
  expect(conversation).toContain("Kettles were studied before");
  expect(fillers(conversation), "passages are printed, the paper itself is not").toBeLessThan(fillers(paper) / 2);
});

test("a paper without pages is printed by its button, beside a conversation", async ({ page }, testInfo) => {
  const text = "# Of lids\n\nLids keep tea warm for an hour.\n\n## Clay\n\nClay was never tried.\n";
  const lids = await server.completed(await server.upload(text, "lids.md"));
  const question = "How long do lids keep tea warm?";
  const [byButton, byKey] = [testInfo.outputPath("paper.pdf"), testInfo.outputPath("by-key.pdf")];
  await open(page, server.url, `/papers/${lids}`);
  await ask(page, question);
  await answered(page);
  await printByButton(page, byButton, { of: page.getByRole("toolbar", { name: "Reader" }) });
  await page.pdf({ path: byKey, preferCSSPageSize: true });

  const paper = (await printedWords(byButton)).join(" ");
  expect(paper).toContain("Clay was never tried.");
  expect(paper).not.toContain(question);
  expect((await printedWords(byKey)).join(" "), "the choice of the paper ends with its print").toContain(question);
});

test("copied words are running text", async ({ page }) => {
  await read(page, cited.id);
  await settled(page);
  const printed = await page.evaluate(() => {
    const lines = [...document.querySelectorAll('[data-page="1"] .textLayer span')].filter((span) =>
      span.textContent.trim(),
    );
    const range = document.createRange();
    range.setStart(lines[0]!.firstChild!, 0);
    range.setEnd(lines[Math.min(6, lines.length - 1)]!.firstChild!, 1);
    const selection = document.getSelection()!;
    selection.removeAllRanges();
    selection.addRange(range);
    return selection.toString();
  });
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(printed.trim()).toContain("\n");
  expect(copied).not.toContain("\n");
  expect(copied.replace(/\s+/g, "")).toBe(printed.replace(/[\s\0]+/g, ""));
});

test.describe("a phone", () => {
  test.use(PHONE);

  test("the conversation takes the lower half, and two fingers zoom the pages above it", async ({ page, context }) => {
    await open(page, server.url, `/papers/${cited.id}`);
    await turnText(page);
    await withText(page, 1);
    await page.getByRole("button", { name: "Open the conversation" }).click();
    const sheet = page.getByRole("region", { name: "Conversation" });
    await sheet.waitFor();
    await settled(page);
    const above = (await page.getByRole("region", { name: "Reader" }).boundingBox())!.height;
    const below = (await sheet.boundingBox())!.height;
    expect(Math.abs(above / below - 1)).toBeLessThanOrEqual(0.2);

    const width = async () => (await page.locator('[data-page="1"]').boundingBox())!.width;
    const before = await width();
    const session = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: apart ? [-apart, apart].map((x, id) => ({ x: 195 + x, y: 200, id })) : [],
      });
    await touch("touchStart", 40);
    for (const apart of [45, 55, 65, 80]) {
      await touch("touchMove", apart);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch("touchEnd", 0);
    await settled(page);
    expect((await width()) / before, "two fingers zoom the pages").toBeGreaterThan(1.3);
    expect(await page.evaluate(() => visualViewport!.scale), "and nothing else").toBe(1);
  });
});
