// What `make bench-web` measures in the browser: one file of raw figures, whose path is in MEASURES (benchmarks/page.py).
import { writeFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { generate, SAMPLE, SAMPLE_QUESTION, test, type Server } from "./fixtures.ts";
import { answered, ask, drawn, open } from "./steps.ts";

declare global {
  interface Window {
    firstSeen: Promise<number>;
    pressedAt: number;
  }
  interface Performance {
    memory: { usedJSHeapSize: number };
  }
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** How much is measured, as benchmarks/page.py says it. */
interface Extent {
  runs: number;
  slowdown: number;
  rest_ms: number;
  clicks: number;
  steps: number;
  frames: number;
  pixels: number;
  pages: number;
  papers: number;
  listed: number;
}

const SEEN_MS = 30_000;
// Of a file of references; a call adds some of them.
const ENTRIES = 2_000;

test("figures of the page", async ({ browser, startServer }) => {
  test.setTimeout(0);
  const extent = JSON.parse(process.env["EXTENT"]!) as Extent;
  const { runs, slowdown } = extent;
  const server = await startServer();
  await server.completed(SAMPLE);
  const long = await server.add((await generate("long", { pages: extent.pages })).path);
  const repeated = async <T>(measure: (page: Page) => Promise<T>): Promise<T[]> => {
    const seen: T[] = [];
    for (let run = 0; run < runs; run += 1) {
      seen.push(await inWindow(browser, measure));
    }
    return seen;
  };

  const figures = {
    chromium: browser.version(),
    paints: await repeated((page) => firstPaint(page, server.url, slowdown)),
    firsts: await repeated((page) => firstPage(page, server.url, long)),
    at_once: await repeated((page) => firstPageFromLibrary(page, server.url, long, 0)),
    rested: await repeated((page) => firstPageFromLibrary(page, server.url, long, extent.rest_ms)),
    scrolled: await inWindow(browser, async (page) => {
      await firstPage(page, server.url, long);
      return scrollThrough(page, extent.steps);
    }),
    paper_frames: await inWindow(browser, (page) =>
      scrollFrames(page, `${server.url}/papers/${long}`, '[data-page="1"] canvas', extent),
    ),
    clicks: await inWindow(browser, (page) => clickToBox(page, server.url, extent.clicks)),
    memory: await inWindow(browser, async (page) => openMany(page, server.url, await addPapers(server, extent.papers))),
    list_frames: await inWindow(browser, async (page) => {
      await addRecords(server, extent.listed);
      return scrollFrames(page, server.url, "[data-paper]", extent);
    }),
  };
  writeFileSync(process.env["MEASURES"]!, JSON.stringify(figures));
});

/** Measure in a window of its own, whose caches are empty. */
async function inWindow<T>(browser: Browser, measure: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 } });
  try {
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

async function addPapers(server: Server, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let part = 1; part <= count; part += 1) {
    const { path } = await generate("two-columns", { title: `Boiling Water, Part ${part}` });
    ids.push(await server.add(path, `${part}.pdf`));
  }
  return ids;
}

async function addRecords(server: Server, count: number): Promise<void> {
  for (let first = 0; first < count; first += ENTRIES) {
    const text = Array.from({ length: Math.min(ENTRIES, count - first) }, (_, index) => {
      const n = first + index;
      return `@article{k${n}, title = {How ${n} kettles boil}, author = {Doe, Jane and Roe, Jo}, year = ${1950 + (n % 70)}}`;
    }).join("\n");
    for (let start: number | null = 0; start !== null;) {
      start = (await server.ok("POST", "/works/entries", { text, start })).next_start;
    }
  }
}

/** Load the library with a slowed processor: when something was painted, and when it could be used. */
async function firstPaint(page: Page, url: string, slowdown: number) {
  const session = await page.context().newCDPSession(page);
  const interactive = await firstSeen(page, "[data-paper]");
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(url);
  const interactive_ms = await interactive();
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return { painted_ms: painted, interactive_ms, shift: await layoutShift(page) };
}

/** Open a long PDF: until its first page is drawn, counted from the page's own start. */
async function firstPage(page: Page, url: string, id: string) {
  const drawn = await firstSeen(page, '[data-page="1"] canvas');
  await page.goto(`${url}/papers/${id}`);
  return { drawn_ms: await drawn(), shift: await layoutShift(page) };
}

/** Open a paper from the library after a rest there: from the press on its title until its first page is drawn. */
async function firstPageFromLibrary(page: Page, url: string, id: string, rest_ms: number) {
  const drawn = await firstSeen(page, '[data-page="1"] canvas');
  await page.goto(url);
  const link = page.locator(`a[href="/papers/${id}"]`).first();
  await link.waitFor();
  await page.waitForTimeout(rest_ms);
  await page.evaluate(() => {
    const note = ({ timeStamp }: Event) => (window.pressedAt = timeStamp);
    addEventListener("pointerdown", note, { capture: true, once: true });
  });
  await link.click();
  const drawnAt = await drawn();
  return { drawn_ms: drawnAt - (await page.evaluate(() => window.pressedAt)) };
}

/**
 * Have the next document note when an element is first there with a size, at the frame that shows it, since its start.
 *
 * The page itself looks: Playwright asks for an element after 20, 50, 100, 100 and then every 500 ms, by a script of
 * its own that the page has to compile.
 */
async function firstSeen(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript(
    ({ looked, mostMs }) => {
      window.firstSeen = new Promise((tell, fail) => {
        const look = () => {
          const box = document.querySelector(looked)?.getBoundingClientRect();
          if (box?.width && box.height) {
            tell(performance.now());
          } else {
            requestAnimationFrame(look);
          }
        };
        // Looking at every frame would slow the page.
        new MutationObserver((_changes, observer) => {
          if (document.querySelector(looked)) {
            observer.disconnect();
            requestAnimationFrame(look);
          }
        }).observe(document, { childList: true, subtree: true });
        setTimeout(() => fail(new Error(`${looked} was not seen`)), mostMs);
      });
    },
    { looked: selector, mostMs: SEEN_MS },
  );
  return () => page.evaluate(() => window.firstSeen);
}

/** Return the sum of all layout shifts until a second later that no input caused. */
function layoutShift(page: Page): Promise<number> {
  // Until a second later.
  return page.waitForTimeout(1_000).then(() =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              (list.getEntries() as Shift[]).reduce(
                (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
                0,
              ),
            ),
          ).observe({ type: "layout-shift", buffered: true });
          // Without any shift the observer is not called.
          setTimeout(() => resolve(0), 500);
        }),
    ),
  );
}

/** Scroll what holds an element evenly on a slower processor and return how long its frames took: milliseconds. */
async function scrollFrames(page: Page, address: string, holds: string, { slowdown, frames, pixels }: Extent) {
  await page.goto(address);
  await page.locator(holds).first().waitFor({ state: "attached" });
  // What follows the first picture is no part of scrolling.
  await page.waitForTimeout(2_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const took = await page.evaluate(
    async ([held, count, by]) => {
      let desk = document.querySelector(held)!;
      while (desk.scrollHeight <= desk.clientHeight || getComputedStyle(desk).overflowY === "visible") {
        desk = desk.parentElement!;
      }
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      let before = await frame();
      for (let n = 0; n < count; n += 1) {
        desk.scrollTop += by;
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    [holds, frames, pixels] as const,
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return took;
}

/** Open papers one after another, the library between them, and return the heaps after each tenth of them: megabytes. */
async function openMany(page: Page, url: string, ids: string[]) {
  await page.goto(url);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const workers = await heapsOfWorkers(session);
  const seen: Record<string, number>[] = [];
  for (const [index, id] of ids.entries()) {
    await goTo(page, `/papers/${id}`);
    await page.locator('[data-page="1"] canvas').waitFor({ state: "attached" });
    await goTo(page, "/");
    await page.locator("[data-paper]").first().waitFor();
    if ((index + 1) % Math.ceil(ids.length / 10) === 0) {
      // What was left is let go after some time.
      await page.waitForTimeout(500);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      const { metrics } = await session.send("Performance.getMetrics");
      seen.push({
        papers: index + 1,
        heap_mb: usedSize / 1e6,
        worker_mb: (await workers()) / 1e6,
        nodes: metrics.find(({ name }) => name === "Nodes")!.value,
        listeners: metrics.find(({ name }) => name === "JSEventListeners")!.value,
      });
    }
  }
  return seen;
}

/** Change the view as a link does, without loading the page again. */
function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Return a function that collects garbage in the page's workers and returns the bytes that they use. */
async function heapsOfWorkers(session: CDPSession): Promise<() => Promise<number>> {
  const attached = new Set<string>();
  const waiting = new Map<number, (result: { usedSize: number }) => void>();
  let calls = 0;
  session.on("Target.attachedToTarget", ({ sessionId }) => attached.add(sessionId));
  session.on("Target.detachedFromTarget", ({ sessionId }) => attached.delete(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { id: number; result: { usedSize: number } };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const send = (sessionId: string, method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      void session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id: calls, method }) });
    });
  return async () => {
    let bytes = 0;
    for (const sessionId of attached) {
      await send(sessionId, "HeapProfiler.collectGarbage");
      bytes += (await send(sessionId, "Runtime.getHeapUsage")).usedSize;
    }
    return bytes;
  };
}

/** Scroll through all pages and return how long a page in the window's middle was blank, and the memory on the way. */
function scrollThrough(page: Page, steps: number) {
  return page.evaluate(async (count) => {
    const desk = document.querySelector(".desk")!;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const blanks: number[] = [];
    const memory: number[] = [];
    let blankSince: number | null = null;
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
async function clickToBox(page: Page, url: string, clicks: number): Promise<number[]> {
  await open(page, url, `/papers/${SAMPLE}`);
  await drawn(page);
  await ask(page, SAMPLE_QUESTION);
  await answered(page);
  await page.waitForTimeout(500);
  return page.evaluate(async (count) => {
    const times: number[] = [];
    const chips = [...document.querySelectorAll<HTMLElement>("[data-citation]")];
    for (let click = 0; click < count; click += 1) {
      const before = new Set(document.querySelectorAll('[data-mark="cite"]'));
      const begun = performance.now();
      chips[click % chips.length]!.click();
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
    return times;
  }, clicks);
}
