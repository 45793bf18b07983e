// Every state of the page looks as it did when its picture was last taken (`make pictures` takes them again).
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { fillLibrary } from "./filled.ts";
import { COLUMNS_TITLE, expect, fileServer, SAMPLE, SAMPLE_QUESTION, test } from "./fixtures.ts";
import { answered, ask, clickCitation, open, row, settled } from "./steps.ts";

const STORED = join(import.meta.dirname, "looks");
const BLOCK_PX = 4;
// Grey values that differ by 32 of 255 and more: where another thing stands. Edges of letters in another build of Chromium
// stay below. Playwright's threshold is the share of the largest difference that it knows, which is 264 for grey.
const THRESHOLD = 0.12;
// Two runs on one machine differ by 0.002 at most, by times such as "just now"; a font of other width changes 0.03 and more.
const MOST_CHANGED_SHARE = 0.01;
const WINDOWS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" },
} as const;
const ROOMS = ["check", "chat", "reviews", "tables", "notes", "discover", "settings", "papers/unknown"];
const STATES = ["library", "library-menu", "palette", "reader", "answer", "review", ...ROOMS.map(nameOf)];

const server = fileServer();
let review: string;

// An address that does not exist answers 404, and Discover without services says so.
test.use({ noisy: true, locale: "en-US" });

test.beforeAll(async () => {
  ({ review } = await fillLibrary(server));
});

function nameOf(room: string): string {
  return room.replace("/", "-");
}

/**
 * Return the window as a small picture: the mean grey value of each block of four by four pixels.
 *
 * A letter more or a softer edge changes few blocks; another font, colour or place of a part changes many.
 */
async function blocksOf(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await settled(page, 500);
  const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
  // The page's own policy has no room for this.
  const blank = await page.context().newPage();
  const blocks = await blank.evaluate(
    async ([encoded, size]) => {
      const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const whole = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      whole.drawImage(image, 0, 0);
      const { data } = whole.getImageData(0, 0, image.width, image.height);
      const [wide, high] = [Math.floor(image.width / size), Math.floor(image.height / size)];
      const small = new OffscreenCanvas(wide, high).getContext("2d")!;
      const means = small.createImageData(wide, high);
      for (let block = 0; block < wide * high; block += 1) {
        const [left, top] = [(block % wide) * size, Math.floor(block / wide) * size];
        let sum = 0;
        for (let pixel = 0; pixel < size * size; pixel += 1) {
          const at = 4 * ((top + Math.floor(pixel / size)) * image.width + left + (pixel % size));
          sum += 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
        }
        const grey = Math.round(sum / (size * size));
        means.data.set([grey, grey, grey, 255], 4 * block);
      }
      small.putImageData(means, 0, 0);
      const png = new Uint8Array(await (await small.canvas.convertToBlob()).arrayBuffer());
      return btoa(Array.from(png, (byte) => String.fromCharCode(byte)).join(""));
    },
    [picture.toString("base64"), BLOCK_PX] as const,
  );
  await blank.close();
  return Buffer.from(blocks, "base64");
}

for (const [name, look] of Object.entries(WINDOWS)) {
  test.describe(name, () => {
    test.use(look);
    const isPhone = name === "phone";

    test("no state looks different from its stored picture", async ({ page }) => {
      const looksAsStored = async (state: string) => {
        const like = { maxDiffPixelRatio: MOST_CHANGED_SHARE, threshold: THRESHOLD };
        expect.soft(await blocksOf(page)).toMatchSnapshot(`${name}-${state}.png`, like);
      };

      await open(page, server.url);
      await row(page, COLUMNS_TITLE).waitFor();
      await looksAsStored("library");
      await row(page, COLUMNS_TITLE).getByRole("button", { name: /^More/ }).click();
      await page.getByRole("menu").waitFor();
      await looksAsStored("library-menu");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").waitFor();
      await looksAsStored("palette");
      await page.keyboard.press("Escape");

      await open(page, server.url, `/papers/${SAMPLE}`);
      // Phones show a paper as text.
      await page
        .locator(isPhone ? ".reading p" : "[data-page] canvas")
        .first()
        .waitFor();
      await looksAsStored("reader");
      if (!isPhone) {
        await ask(page, SAMPLE_QUESTION);
        await answered(page);
        await clickCitation(page);
        await looksAsStored("answer");
      }
      await open(page, server.url, review);
      await page.locator("[data-citation]").first().waitFor();
      await looksAsStored("review");
      for (const room of ROOMS) {
        await page.goto(`${server.url}/${room}`);
        await page.getByRole("main").first().waitFor();
        await page.waitForLoadState("networkidle");
        // Looking for models and for Zotero on this machine takes a while.
        await expect(page.locator(".animate-pulse")).toHaveCount(0);
        await expect(page.getByText("Looking for model servers")).toHaveCount(0);
        await looksAsStored(nameOf(room));
      }
    });
  });
}

test("a part that moves is seen", async ({ page }) => {
  await page.setViewportSize(WINDOWS.light.viewport);
  await open(page, server.url);
  await row(page, COLUMNS_TITLE).waitFor();
  await page.evaluate(() => {
    document.body.style.transform = "translateY(16px)";
  });
  const like = { maxDiffPixelRatio: MOST_CHANGED_SHARE, threshold: THRESHOLD };
  expect(await blocksOf(page)).not.toMatchSnapshot("light-library.png", like);
});

test("no stored picture is left over", () => {
  const states = Object.keys(WINDOWS).flatMap((name) => STATES.map((state) => `${name}-${state}.png`));
  expect(readdirSync(STORED).sort()).toEqual(states.filter((state) => state !== "phone-answer.png").sort());
});
