// What a reader sees of quotes that were checked: verdicts, the paper's words beside struck ones, doubts.
import { answered, ask, open, seriousFindings, settled } from "./steps.mjs";

/** Ask, look at the altered quote's card and at the doubts, and return what is seen and how it is set. */
export async function readDeviations({ page, shot }, { url, id, question, name }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await settled(page, 300);
  await shot(`${name}-answer`);
  const chip = page.getByRole("button", { name: /^Citation \d+: The paper says something else here/ });
  await chip.first().hover();
  const card = page.getByRole("tooltip");
  await card.waitFor();
  await shot(`${name}-altered`);
  const quote = await setOf(card);
  const axe = await seriousFindings(page);
  const doubt = page.locator("mark[data-doubt]").first();
  await page.mouse.move(0, 0);
  await doubt.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await card.waitFor();
  await shot(`${name}-doubt`);
  return {
    quote,
    axe,
    signs: await page.locator("[data-citation]").allInnerTexts(),
    doubt: { ...(await underlineOf(doubt)), why: await card.innerText() },
  };
}

/** On a phone nothing hovers: open the evidence below the answer, and return its altered quote and its width. */
export async function readEvidence({ page, shot }, { url, id, question, name }) {
  await open(page, url, `/papers/${id}`);
  // A click would leave a pointer behind, which no phone has.
  await page.getByRole("button", { name: "Open the conversation" }).tap();
  await ask(page, question);
  await answered(page);
  await page.getByText(/^Evidence/).tap();
  const item = page.getByRole("listitem").filter({ hasText: "The paper says something else here" }).first();
  await item.scrollIntoViewIfNeeded();
  await settled(page, 300);
  await shot(`${name}-evidence`);
  const quote = await setOf(item);
  await page.locator("mark[data-doubt]").first().tap();
  await page.getByRole("tooltip").waitFor();
  await shot(`${name}-doubt`);
  return {
    quote,
    why: await page.getByRole("tooltip").innerText(),
    head: await page.getByRole("heading", { name: "Ask this paper" }).evaluate((title) => {
      const { left, top } = title.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + 2) === title;
    }),
    overflow: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  };
}

/** Return what is struck through and what is set in its place, and whether that follows on the same line or the next. */
function setOf(place) {
  return place.locator("blockquote").evaluate((quote) => {
    const words = (element) => {
      const copy = element.cloneNode(true);
      copy.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
      return copy.textContent;
    };
    const [struck, set] = [quote.querySelector("del"), quote.querySelector("ins")];
    const [before, behind] = [struck.getBoundingClientRect(), set.getBoundingClientRect()];
    const gap = behind.left - before.right;
    return {
      struck: words(struck),
      set: words(set),
      line: getComputedStyle(struck).textDecorationLine,
      beside: behind.top > before.bottom - 2 || (gap > 0 && gap < 20),
      spoken: quote.textContent,
    };
  });
}

function underlineOf(mark) {
  return mark.evaluate((element) => {
    const { borderBottomStyle: style, borderBottomWidth: width } = getComputedStyle(element);
    return { words: element.firstChild.textContent, style, width: parseFloat(width) };
  });
}
