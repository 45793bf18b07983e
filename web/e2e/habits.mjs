// Keyboard, small windows, screen readers, other colours.
import { answered, ask, drawnBoxes, open, seriousFindings, settled, smallTargets } from "./steps.mjs";

/** Go from the library to a citation's boxes without a pointer. */
export async function byKeyboard({ page }, { url, title, question }) {
  await open(page, url);
  await page.getByRole("link", { name: title }).waitFor();
  await tabTo(page, (name) => name.startsWith(title));
  await page.keyboard.press("Enter");
  await page.locator("[data-page] canvas").first().waitFor();
  await tabTo(page, (name) => name === "Your question");
  await page.keyboard.type(question);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Please.");
  await page.keyboard.press("Enter");
  await answered(page);
  await tabTo(page, (name) => name.startsWith("Citation 1"), "Shift+Tab");
  const quoted = await page.getByRole("tooltip").count();
  const visible = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle !== "none");
  await page.keyboard.press("Enter");
  await page.locator('[data-mark="cite"]').first().waitFor();
  return { boxes: (await drawnBoxes(page)).length, quoted, visible };
}

/** Press Tab until what has the focus has the wanted name. */
async function tabTo(page, wanted, key = "Tab") {
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press(key);
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (wanted(name.trim())) {
      return;
    }
  }
  throw new Error(`no such thing can be reached with ${key}`);
}

/** Use the page as on a phone: read, open the drawer, ask, click, and see the boxes with the drawer closed. */
export async function onPhone({ page, shot }, { url, id, question }) {
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  await shot("phone-library");
  const widths = [await overflow(page)];
  await page.goto(`${url}/papers/${id}`);
  await page.getByRole("group", { name: "Text of the paper" }).locator("p").first().waitFor();
  await shot("phone-reader");
  widths.push(await overflow(page));
  await page.getByRole("button", { name: "Open the conversation" }).click();
  const focused = await page.evaluate(() => document.activeElement.contains(document.querySelector("textarea")));
  await ask(page, question);
  await answered(page);
  await settled(page, 300);
  await shot("phone-chat");
  widths.push(await overflow(page));
  await page.locator("[data-citation]").first().click();
  await page.locator('[data-mark="cite"]').first().waitFor();
  await settled(page, 400);
  await shot("phone-cited");
  const inSight = await page
    .locator('[data-mark="cite"]')
    .first()
    .evaluate((mark) => {
      const { left, top } = mark.getBoundingClientRect();
      return (
        left >= 0 &&
        left < innerWidth &&
        top > 0 &&
        top < innerHeight &&
        document.querySelector("[inert] [data-mark]") === null
      );
    });
  return { widths, inSight, focused };
}

/** Return by how many pixels the page is wider than its window. */
function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Return what axe finds on some views, by view: only what is serious or worse. */
export async function withAxe({ page, shot }, { url, id, question, name, paths }) {
  const found = {};
  for (const path of paths) {
    await open(page, url, path.replace("ID", id));
    if (path.includes("ID")) {
      await page.locator("[data-page] canvas, article.reading").first().waitFor();
      await ask(page, question);
      await answered(page);
      await page.getByRole("button", { name: "Outline and thumbnails" }).click();
      await page.locator("[data-citation]").first().click();
      await settled(page, 800); // colours that fade in are finished
    } else {
      await settled(page, 500);
    }
    await shot(`${name}${path.replace("/papers/ID", "reader").replace(/\W+/g, "-")}`);
    found[path] = await seriousFindings(page);
  }
  return found;
}

/** Look at each room at each width, in light and dark colours, and return what axe finds serious and what is hard to hit. */
export async function everyRoom({ page }, { url, paths, widths, schemes }) {
  const found = {};
  for (const path of paths) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      // A paper is shown as text on phones, which is decided when it is opened.
      if (width === widths[0] || path.startsWith("/papers/")) {
        await page.goto(url + path);
        await page.getByRole("main").first().waitFor();
        await page.waitForLoadState("networkidle");
      }
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        // Colours fade from one to the other.
        await settled(page);
        const faults = await seriousFindings(page);
        if (colorScheme === schemes[0]) {
          faults.push(...(await smallTargets(page)).map((one) => `small: ${one}`));
        }
        if (faults.length) {
          found[`${path}, ${width}, ${colorScheme}`] = faults;
        }
      }
    }
  }
  return found;
}

/** Open some views and return how far their parts jumped while they came, as browsers count it. */
export async function layoutShifts({ page }, { url, paths }) {
  const shifts = {};
  for (const path of paths) {
    await open(page, url, path);
    await page.locator("[data-paper], [data-page] canvas, [data-review], form").first().waitFor();
    await settled(page, 1_000);
    shifts[path] = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const observer = new PerformanceObserver((list) => {
            observer.disconnect();
            resolve(
              list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
            );
          });
          observer.observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
  }
  return shifts;
}

/** Leave a list for a paper at its end, come back, and return where the focus and the list are. */
export async function goAndComeBack({ page }, { url, id }) {
  // Lower than a list of two papers is long.
  await page.setViewportSize({ width: 900, height: 150 });
  await open(page, url);
  const link = page.locator(`[data-paper="${id}"] a`);
  await link.scrollIntoViewIfNeeded();
  await link.focus();
  const scrolled = await link.evaluate((element) => element.closest(".overflow-y-auto").scrollTop > 0);
  await settled(page); // the list notes its place with the next frame
  await page.keyboard.press("Enter");
  await page.getByLabel("Your question").waitFor();
  const focus = await page.evaluate(() => document.activeElement.id);
  await page.goBack();
  await link.waitFor();
  await settled(page, 500); // the list is scrolled to where it was once its rows are there
  const inSight = await link.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight);
  return { scrolled, focus, inSight };
}

/** Ask without any network, with a server that needs none, and return what is shown. */
export async function withoutNetwork({ page }, { url, id }) {
  // What browsers say of a machine without a network; Playwright's own switch would cut off 127.0.0.1 too.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false });
    addEventListener("load", () => dispatchEvent(new Event("offline")));
  });
  await page.goto(`${url}/papers/${id}`);
  await page.waitForLoadState();
  await page.locator("[data-page] canvas").first().waitFor();
  await page.getByRole("link", { name: "Library", exact: true }).click();
  await page.locator("[data-paper]").first().waitFor();
  return page.locator("[data-paper]").count();
}

/** Drop a file beside the library, and tell whether the browser would open it in the page's place. */
export async function dropBeside({ page }, { url, id }) {
  await open(page, url, `/papers/${id}`);
  return page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "kettle.pdf"));
    return ["dragover", "drop"].some((type) =>
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    );
  });
}

/** Show the states without papers, without a server, and of an address that leads nowhere. */
export async function otherStates({ page, shot }, { url }) {
  const none = { values: [], unknown: 0, unjudged: 0 };
  const names = ["year", "author", "venue", "tag", "state", "collection", "favourite"];
  const facets = Object.fromEntries(names.map((name) => [name, none]));
  const json = { papers: [], total: 0, facets, notes: [], complete: true, next_cursor: null };
  await page.route("**/library?*", (route) => route.fulfill({ json }));
  await open(page, url);
  await page.getByText("No papers yet").waitFor();
  await shot("library-empty");
  await page.unroute("**/library?*");
  await page.route("**/library?*", (route) => route.abort());
  await page.reload();
  await page.getByText("cannot be listed").waitFor({ timeout: 20_000 });
  await shot("library-unreachable");
  await open(page, url, "/papers/no-such-paper");
  await page.getByText("not in your library").waitFor();
  await open(page, url, "/reviews/no-such-review");
  await page.getByText("review is not here").waitFor();
  await shot("review-unknown");
}

/** Name an icon button by each way to it: what is seen of its tooltip after each step. */
export async function tooltips({ page }, { url, id }) {
  await page.setViewportSize({ width: 900, height: 700 });
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  const tip = page.locator("[role=tooltip]");
  const said = () => tip.allInnerTexts().then((all) => all.map((one) => one.replace(/\s+/g, " ")).join());
  const seen = {};
  const link = page.getByRole("link", { name: "Settings" });
  const about = page.getByRole("button", { name: "About this site" });
  await about.focus();
  seen.focusedByScript = await said();
  await tabTo(page, (name) => name === "Settings", "Shift+Tab");
  seen.byTab = await said();
  seen.serious = await seriousFindings(page);
  await page.keyboard.press("Escape");
  seen.afterEscape = await said();
  seen.stillFocused = await link.evaluate((element) => element === document.activeElement);
  await page.keyboard.press("Tab");
  seen.next = await said();
  await page.keyboard.press("Escape");
  await about.hover();
  await tip.waitFor();
  seen.underMouse = await said();
  await page.mouse.down();
  seen.pressed = await said();
  await page.mouse.up();
  await page.getByRole("dialog").waitFor();
  seen.dialogOpened = await said();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).hover();
  await tip.waitFor();
  seen.inDialog = await said();
  // A tooltip below the dialog's layer would be covered by it.
  seen.onTop = await tip.evaluate((element) => element.closest("dialog") !== null);
  await page.mouse.move(450, 690);
  await tip.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.goto(`${url}/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await page.getByRole("button", { name: "Find in this paper" }).hover();
  await tip.waitFor();
  seen.withKeys = await said();
  return seen;
}

/** Touch a button that has a tooltip and wait longer than a mouse has to. */
export async function touchTooltip({ page }, { url }) {
  await open(page, url);
  await page.locator("[data-paper]").first().waitFor();
  const button = page.getByRole("button", { name: "About this site" });
  await button.tap();
  await settled(page, 800);
  return { tips: await page.getByRole("tooltip").count(), named: await button.getAttribute("data-tip") };
}
