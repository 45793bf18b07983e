// The page as people live with it: by keyboard, on a phone, with axe, without a network, going and coming back.
import type { Page } from "@playwright/test";
import {
  expect,
  filePaper,
  fileServer,
  QUESTION,
  SAMPLE,
  SAMPLE_QUESTION,
  SAMPLE_TITLE,
  SMALL_PHONE,
  test,
} from "./fixtures.ts";
import { answered, ask, drawn, drawnBoxes, open, overflow, seriousFindings, settled, smallTargets } from "./steps.ts";

// What counts as good, https://web.dev/articles/cls
const MOST_SHIFT = 0.1;
const WIDTHS = [1440, 820, 390];

const server = fileServer();
const columns = filePaper(server, "two-columns");

/** Press Tab until what has the focus has the wanted name. */
async function tabTo(page: Page, wanted: string, key = "Tab"): Promise<void> {
  const seen: string[] = [];
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
    });
    if (name.startsWith(wanted)) {
      return;
    }
    seen.push(name);
  }
  throw new Error(`“${wanted}” cannot be reached with ${key}, only ${seen.join(", ")}`);
}

test("everything can be reached with the keyboard", async ({ page }) => {
  await server.completed(SAMPLE);
  await open(page, server.url);
  await page.getByRole("link", { name: SAMPLE_TITLE }).waitFor();
  // The list is one stop of Tab; its rows are reached by the arrows.
  const first = (await page.locator("[data-paper]").first().getByRole("link").first().innerText()).trim();
  await tabTo(page, first);
  if (!first.startsWith(SAMPLE_TITLE)) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(page.locator(":focus")).toContainText(SAMPLE_TITLE);
  await page.keyboard.press("Enter");
  await drawn(page);
  await tabTo(page, "Your question");
  await page.keyboard.type(SAMPLE_QUESTION);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Please.");
  await page.keyboard.press("Enter");
  await answered(page);
  await tabTo(page, "Citation 1", "Shift+Tab");
  await expect(page.getByRole("tooltip")).toHaveCount(1);
  await expect(page.locator(":focus")).not.toHaveCSS("outline-style", "none");
  await page.keyboard.press("Enter");
  await page.locator('[data-mark="cite"]').first().waitFor();
  expect((await drawnBoxes(page)).length).toBeGreaterThan(0);
});

test.describe("a phone", () => {
  test.use(SMALL_PHONE);

  test("the page works", async ({ page }) => {
    await open(page, server.url);
    await page.locator("[data-paper]").first().waitFor();
    expect(await overflow(page)).toBe(0);
    await page.goto(`${server.url}/papers/${columns.id}`);
    await page.getByRole("group", { name: "Text of the paper" }).locator("p").first().waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole("button", { name: "Open the conversation" }).click();
    await expect
      .poll(
        () => page.evaluate(() => document.activeElement!.contains(document.querySelector("textarea"))),
        "the drawer that opens takes the keys",
      )
      .toBe(true);
    await ask(page, QUESTION);
    await answered(page);
    await settled(page);
    expect(await overflow(page)).toBe(0);
    await page.locator("[data-citation]").first().click();
    const mark = page.locator('[data-mark="cite"]').first();
    await mark.waitFor();
    await settled(page, 400);
    await expect(mark).toBeInViewport();
    await expect(page.locator("[inert] [data-mark]")).toHaveCount(0);
  });

  test("a touch leaves no tooltip", async ({ page }) => {
    await open(page, server.url);
    await page.locator("[data-paper]").first().waitFor();
    const button = page.getByRole("button", { name: "About this site" });
    await button.tap();
    // Longer than a mouse has to rest.
    await settled(page, 800);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await expect(button).toHaveAttribute("data-tip", "About this site");
  });
});

test("an icon button says its name to the keyboard and to the mouse", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await open(page, server.url);
  await page.locator("[data-paper]").first().waitFor();
  const tip = page.locator("[role=tooltip]");
  const link = page.getByRole("link", { name: "Settings" });
  const about = page.getByRole("button", { name: "About this site" });
  await about.focus();
  await expect(tip, "a focus that nobody moved says nothing").toHaveCount(0);
  await tabTo(page, "Settings", "Shift+Tab");
  await expect(tip).toHaveText(/^Settings\s*G\s*S$/);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tip).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await about.hover();
  await expect(tip).toHaveText("About this site");
  await page.mouse.down();
  await expect(tip).toHaveCount(0);
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expect(tip).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).hover();
  await expect(tip).toHaveText("Close");
  // A tooltip below the dialog's layer would be covered by it.
  await expect(page.locator("dialog [role=tooltip]")).toHaveCount(1);
  await page.mouse.move(450, 690);
  await tip.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.goto(`${server.url}/papers/${columns.id}`);
  await drawn(page);
  await page.getByRole("button", { name: "Find in this paper" }).hover();
  await expect(tip).toHaveText(/^Find in this paper\s*Ctrl\s*F$/);
});

test.describe("all rooms with something in each", () => {
  // A paper that does not exist answers 404.
  test.use({ noisy: true });
  let paths: string[];

  test.beforeAll(async () => {
    await server.completed(SAMPLE);
    const both = { paper_ids: [SAMPLE, columns.id] };
    const marked = { exact: "The cups were washed before use" };
    const note = { kind: "highlight", colour: "green", text: "Ask Ada", marked };
    await server.ok("POST", `/papers/${columns.id}/notes`, note);
    const { session_id: session } = await server.ok("POST", "/chat", { question: QUESTION, ...both });
    const { id: review } = await server.ok("POST", "/reviews", { question: QUESTION, ...both });
    const data = [{ template: "any-field.data" }];
    const { id: table } = await server.ok("POST", "/tables", { title: "Two", columns: data, ...both });
    await server.reviewed(review);
    const rooms = ["", "check", "reviews", "tables", "notes", "chat", "discover", "settings", "library"];
    const things = [`papers/${columns.id}`, `chat/${session}`, `reviews/${review}`, `tables/${table}`];
    paths = [...rooms, "nowhere", "papers/unknown", ...things].map((path) => `/${path}`);
  });

  for (const [locale, schemes] of [
    ["en-US", ["light", "dark"]],
    ["de-DE", ["light"]],
  ] as const) {
    test.describe(locale, () => {
      test.use({ locale });

      test("no room has a serious fault or a target that is hard to hit, at any width", async ({ page }) => {
        for (const path of paths) {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            // A paper is shown as text on phones, which is decided when it is opened.
            if (width === WIDTHS[0] || path.startsWith("/papers/")) {
              await page.goto(server.url + path);
              await page.getByRole("main").first().waitFor();
              await page.waitForLoadState("networkidle");
            }
            for (const colorScheme of schemes) {
              await page.emulateMedia({ colorScheme });
              // Colours fade from one to the other.
              await settled(page);
              const where = `${path}, ${width}, ${colorScheme}`;
              expect.soft(await seriousFindings(page), where).toEqual([]);
              if (colorScheme === "light") {
                expect.soft(await smallTargets(page), where).toEqual([]);
              }
            }
          }
        }
      });
    });
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("axe finds nothing serious beside an answer", async ({ page }) => {
      await open(page, server.url, `/papers/${columns.id}`);
      await drawn(page);
      await ask(page, QUESTION);
      await answered(page);
      await page.getByRole("button", { name: "Outline and thumbnails" }).click();
      await page.locator("[data-citation]").first().click();
      await settled(page, 800);
      expect(await seriousFindings(page)).toEqual([]);
    });
  });
}

test("nothing jumps while a view loads", async ({ page }) => {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        sum += shift.hadRecentInput ? 0 : shift.value;
      }
      document.documentElement.dataset["shift"] = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/", `/papers/${columns.id}`, "/reviews"]) {
    await open(page, server.url, path);
    await page.locator("[data-paper], [data-page] canvas, [data-review], form").first().waitFor();
    await settled(page, 1_000);
    const shift = await page.evaluate(() => Number(document.documentElement.dataset["shift"] ?? 0));
    expect(shift, path).toBeLessThanOrEqual(MOST_SHIFT);
  }
});

test("coming back to a list restores its place and the focus", async ({ page }) => {
  await server.completed(SAMPLE);
  // Lower than a list of two papers is long.
  await page.setViewportSize({ width: 900, height: 150 });
  await open(page, server.url);
  const link = page.locator(`[data-paper="${SAMPLE}"] a`);
  await link.scrollIntoViewIfNeeded();
  await link.focus();
  const scrolled = await link.evaluate((element) => element.closest(".overflow-y-auto")!.scrollTop);
  expect(scrolled).toBeGreaterThan(0);
  await settled(page); // the list notes its place with the next frame
  await page.keyboard.press("Enter");
  await page.getByLabel("Your question").waitFor();
  await expect(page.locator(":focus")).toHaveId("content");
  await page.goBack();
  await link.waitFor();
  await settled(page, 500); // the list is scrolled to where it was once its rows are there
  const bottom = await link.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(150);
});

test("a machine without a network lists and shows its papers", async ({ page }) => {
  // What browsers say of a machine without a network; Playwright's own switch would cut off 127.0.0.1 too.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false });
    addEventListener("load", () => dispatchEvent(new Event("offline")));
  });
  await page.goto(`${server.url}/papers/${columns.id}`);
  await page.waitForLoadState();
  await drawn(page);
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await expect(page.locator("[data-paper]").first()).toBeVisible();
});

test("a file that misses the library does not take the place of the page", async ({ page }) => {
  await open(page, server.url, `/papers/${columns.id}`);
  const taken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "kettle.pdf"));
    return ["dragover", "drop"].map((type) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  });
  expect(taken).toEqual([false, false]);
});

test("lists say when they are empty and when the server is away", async ({ page }) => {
  const none = { values: [], unknown: 0, unjudged: 0 };
  const names = ["year", "author", "venue", "tag", "state", "collection", "favourite"];
  const facets = Object.fromEntries(names.map((name) => [name, none]));
  const json = { papers: [], total: 0, facets, notes: [], complete: true, next_cursor: null };
  await page.route("**/library?*", (route) => route.fulfill({ json }));
  await open(page, server.url);
  await page.getByText("No papers yet").waitFor();
  await page.unroute("**/library?*");
  await page.route("**/library?*", (route) => route.abort());
  await page.reload();
  await page.getByText("cannot be listed").waitFor();
  await open(page, server.url, "/papers/no-such-paper");
  await page.getByText("not in your library").waitFor();
  await open(page, server.url, "/reviews/no-such-review");
  await page.getByText("review is not here").waitFor();
});
