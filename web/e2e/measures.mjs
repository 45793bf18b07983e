// What `make bench-web` measures in the browser.
import { answered, ask, open } from "./steps.mjs";

const SEEN_MS = 30_000;

/** Load the library with a slowed processor: when something was painted, and when it could be used. */
export async function firstPaint({ context, page }, { url, slowdown }) {
  const session = await context.newCDPSession(page);
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

/** Return the paths of all calls of the API that an address needs for its first view. */
export async function firstCalls({ page }, { url, path, seen }) {
  const calls = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") {
      calls.push(new URL(request.url()).pathname);
    }
  });
  await page.goto(url + path);
  await page.locator(seen).first().waitFor({ state: "attached" });
  await page.waitForTimeout(500);
  return calls;
}

/** Open a paper and return the calls of the API that began before its first page was drawn. */
export async function callsBeforePage({ page }, { url, id }) {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("[data-page] canvas")) {
        window.drawnAt = performance.now();
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor({ state: "attached" });
  await page.waitForTimeout(2_000);
  return page.evaluate(() => {
    const calls = performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "fetch");
    const named = (some) => some.map(({ name }) => new URL(name).pathname);
    return {
      before: named(calls.filter(({ startTime }) => startTime < window.drawnAt)),
      after: named(calls.filter(({ startTime }) => startTime >= window.drawnAt)),
    };
  });
}

/** Open a long PDF: until its first page is drawn, counted from the page's own start. */
export async function firstPage({ page }, { url, id }) {
  const drawn = await firstSeen(page, '[data-page="1"] canvas');
  await page.goto(`${url}/papers/${id}`);
  return { drawn_ms: await drawn(), shift: await layoutShift(page) };
}

/** Open a paper from the library after a rest there: from the press on its title until its first page is drawn. */
export async function firstPageFromLibrary({ page }, { url, id, rest_ms }) {
  const drawn = await firstSeen(page, '[data-page="1"] canvas');
  await page.goto(url);
  const link = page.locator(`a[href="/papers/${id}"]`).first();
  await link.waitFor();
  await page.waitForTimeout(rest_ms);
  await page.evaluate(() => {
    const note = ({ timeStamp }) => (window.pressedAt = timeStamp);
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
async function firstSeen(page, selector) {
  await page.addInitScript(
    ({ looked, mostMs }) => {
      window.firstSeen = new Promise((tell, fail) => {
        const look = () => {
          const { width, height } = document.querySelector(looked)?.getBoundingClientRect() ?? {};
          if (width && height) {
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
async function layoutShift(page) {
  await page.waitForTimeout(1_000);
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
        ).observe({ type: "layout-shift", buffered: true });
        // Without any shift the observer is not called.
        setTimeout(() => resolve(0), 500);
      }),
  );
}

/** Scroll what holds an element evenly on a slower processor and return how long its frames took: milliseconds. */
export async function scrollFrames({ context, page }, { url, path, holds, slowdown, frames, pixels }) {
  await page.goto(url + path);
  await page.locator(holds).first().waitFor({ state: "attached" });
  // What follows the first picture is no part of scrolling.
  await page.waitForTimeout(2_000);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const took = await page.evaluate(
    async ([held, count, by]) => {
      let desk = document.querySelector(held);
      while (desk.scrollHeight <= desk.clientHeight || getComputedStyle(desk).overflowY === "visible") {
        desk = desk.parentElement;
      }
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times = [];
      let before = await frame();
      for (let n = 0; n < count; n += 1) {
        desk.scrollTop += by;
        const now = await frame();
        times.push(now - before);
        before = now;
      }
      return times;
    },
    [holds, frames, pixels],
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return { frames_ms: took };
}

/** Open papers one after another, the library between them, and return the heaps after each tenth of them: megabytes. */
export async function openMany({ context, page }, { url, ids }) {
  await page.goto(url);
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const workers = await heapsOfWorkers(session);
  const seen = [];
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
        nodes: metrics.find(({ name }) => name === "Nodes").value,
        listeners: metrics.find(({ name }) => name === "JSEventListeners").value,
      });
    }
  }
  return seen;
}

/** Change the view as a link does, without loading the page again. */
function goTo(page, path) {
  return page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Return a function that collects garbage in the page's workers and returns the bytes that they use. */
async function heapsOfWorkers(session) {
  const attached = new Set();
  const waiting = new Map();
  let calls = 0;
  session.on("Target.attachedToTarget", ({ sessionId }) => attached.add(sessionId));
  session.on("Target.detachedFromTarget", ({ sessionId }) => attached.delete(sessionId));
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const send = (sessionId, method) =>
    new Promise((resolve) => {
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
