// What a reader sees of checked quotes: the paper's words beside the struck ones, and doubts underlined.
import type { Locator } from "@playwright/test";
import { expect, SAMPLE, SAMPLE_QUESTION, SMALL_PHONE, test } from "./fixtures.ts";
import { answered, ask, drawn, open, overflow, seriousFindings, settled } from "./steps.ts";

// Quotes of the sample paper with each verdict, and sentences of which they say otherwise.
const TEXT =
  "With 23 people a shared birthday is more likely than not: $n = 23$. " +
  '<cite id="1">Twenty-three people are enough for a shared birthday to be more likely than not.</cite> ' +
  "All 366 days are equally likely. " +
  '<cite id="1">We assume that all d = 365 days are equally likely and that birthdays are independent.</cite>\n\n' +
  'Coincidences matter. <cite id="1">Coincidences of this kind mater beyond parties.</cite> ' +
  "The approximation is off by at most 0.110. " +
  '<cite id="1">The approximation is never more than 0.110 away from the exact value for the sizes that we tabulate' +
  "</cite>\n\n" +
  '- Birthdays are spread evenly. <cite id="1">Real birthdays are spread evenly over the year.</cite>\n' +
  "- The error is a square root. " +
  '<cite id="1">People enter a room one after another ... is the square root of p(1 −p)/20,000</cite>\n' +
  '- It holds on Mars. <cite id="1">On Mars, forty-one people are needed, since its year has 687 days.</cite>\n\n' +
  "The **Babylonians** knew all of this.";
const SIGNS = ["1", "2", "≈3", "≠4", "≠5", "&6", "?7"];
const ALTERED = "The paper says something else here";

/** What is struck through and what is set in its place, and whether that follows on the same line or the next. */
function changeIn(place: Locator) {
  return place.locator("blockquote").evaluate((quote) => {
    const words = (element: Element) => {
      const copy = element.cloneNode(true) as Element;
      copy.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
      return copy.textContent;
    };
    const [struck, set] = [quote.querySelector("del")!, quote.querySelector("ins")!];
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

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("an altered quote has the paper's words beside the struck ones, and a doubt is underlined", async ({
      page,
      startServer,
    }) => {
      const server = await startServer({ gemini: true });
      await server.completed(SAMPLE);
      await server.script({ text: TEXT });
      await open(page, server.url, `/papers/${SAMPLE}`);
      await drawn(page);
      await ask(page, SAMPLE_QUESTION);
      await answered(page);
      await settled(page);
      expect(await page.locator("[data-citation]").allInnerTexts()).toEqual(SIGNS);

      await page
        .getByRole("button", { name: new RegExp(`^Citation \\d+: ${ALTERED}`) })
        .first()
        .hover();
      const card = page.getByRole("tooltip");
      await card.waitFor();
      const change = await changeIn(card);
      expect(change).toMatchObject({ struck: "0.110", set: "0.011", line: "line-through", beside: true });
      expect(change.spoken).toContain("the answer wrote 0.110");
      expect(change.spoken).toContain("the paper says 0.011");
      expect(await seriousFindings(page)).toEqual([]);

      const doubt = page.locator("mark[data-doubt]").first();
      await page.mouse.move(0, 0);
      await doubt.focus();
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      await expect(card).toContainText("Differs from the quote");
      await expect(doubt).toHaveCSS("border-bottom-style", "solid");
      const width = await doubt.evaluate((mark) => parseFloat(getComputedStyle(mark).borderBottomWidth));
      expect(width).toBeGreaterThanOrEqual(1);
    });
  });
}

test.describe("a phone", () => {
  test.use(SMALL_PHONE);

  test("the paper's words are in the evidence below the answer", async ({ page, startServer }) => {
    const server = await startServer({ gemini: true });
    await server.completed(SAMPLE);
    await server.script({ text: TEXT });
    await open(page, server.url, `/papers/${SAMPLE}`);
    // A click would leave a pointer behind, which no phone has.
    await page.getByRole("button", { name: "Open the conversation" }).tap();
    await ask(page, SAMPLE_QUESTION);
    await answered(page);
    await page.getByText(/^Evidence/).tap();
    const item = page.getByRole("listitem").filter({ hasText: ALTERED }).first();
    await item.scrollIntoViewIfNeeded();
    await settled(page);
    expect(await changeIn(item)).toMatchObject({ struck: "0.110", set: "0.011" });

    await page.locator("mark[data-doubt]").first().tap();
    await expect(page.getByRole("tooltip"), "a finger opens the card, too").toContainText("Differs from the quote");
    const isOnTop = await page.getByRole("heading", { name: "Ask this paper" }).evaluate((title) => {
      const { left, top } = title.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + 2) === title;
    });
    expect(isOnTop, "what is hidden for screen readers scrolls nothing out of sight").toBe(true);
    expect(await overflow(page)).toBe(0);
  });
});
