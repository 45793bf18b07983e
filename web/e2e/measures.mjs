// What `make bench-web` measures in the browser.
import { answered, ask, open } from "./steps.mjs";

/** Load the library with a slowed processor: when something was painted, and when it could be used. */
export async function firstPaint({ context, page }, { url, slowdown }) {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url);
  await page.locator("[data-paper]").first().waitFor();
  const interactive = await page.evaluate(() => performance.now());
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return { painted_ms: painted, interactive_ms: interactive };
}

/** Open a long PDF: until its first page is drawn, counted from the page's own start. */
export async function firstPage({ page }, { url, id }) {
  await page.goto(`${url}/papers/${id}`);
  await page.locator('[data-page="1"] canvas').waitFor({ state: "attached" });
  return { drawn_ms: await page.evaluate(() => performance.now()) };
}

/** Scroll through all pages and return how long a page in the window's middle was blank, and the memory on the way. */
export async function scrollThrough({ page }, { steps }) {
  return page.evaluate(async (count) => {
    const desk = document.querySelector(".desk");
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const blanks = [];
    const memory = [];
    let blankSince = null;
    let longest = 0;
    const look = () => {
      const { left, width, top, height } = desk.getBoundingClientRect();
      const sheets = document.elementsFromPoint(left + width / 2, top + height / 2);
      const sheet = sheets.map((element) => element.closest("[data-page]")).find(Boolean);
      const between = !sheet && sheets[0]?.closest(".desk");
      const drawn = sheet?.querySelector("canvas") || between;
      if (drawn) {
        if (blankSince !== null) {
          blanks.push(performance.now() - blankSince);
          blankSince = null;
        }
      } else {
        blankSince ??= performance.now();
        longest = Math.max(longest, performance.now() - blankSince);
      }
    };
    const by = (desk.scrollHeight - desk.clientHeight) / count;
    for (let step = 0; step < count; step += 1) {
      desk.scrollTop += by;
      const until = performance.now() + 100;
      while (performance.now() < until) {
        await frame();
        look();
      }
      if (step % Math.ceil(count / 10) === 0) {
        memory.push(Math.round(performance.memory.usedJSHeapSize / 1e6));
      }
    }
    return {
      longest_blank_ms: Math.max(longest, 0, ...blanks),
      blanks: blanks.length,
      heap_mb: memory,
      canvases: document.querySelectorAll("canvas").length,
    };
  }, steps);
}

/** Click a citation on a loaded page several times and return how long it took until its boxes were in a frame. */
export async function clickToBox({ page }, { url, id, question, clicks }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await page.waitForTimeout(500);
  return page.evaluate(async (count) => {
    const times = [];
    const chips = [...document.querySelectorAll("[data-citation]")];
    for (let click = 0; click < count; click += 1) {
      const before = new Set(document.querySelectorAll('[data-mark="cite"]'));
      const begun = performance.now();
      chips[click % chips.length].click();
      await new Promise((resolve) => {
        const look = () =>
          [...document.querySelectorAll('[data-mark="cite"]')].some((mark) => !before.has(mark))
            ? requestAnimationFrame(resolve)
            : requestAnimationFrame(look);
        look();
      });
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return { times_ms: times };
  }, clicks);
}
