// From a file to the sentence on its page.
import {
  answered,
  ask,
  citedInSight,
  clickCitation,
  completed,
  cover,
  drawnBoxes,
  drop,
  open,
  row,
  seriousFindings,
  settled,
  textBoxes,
} from "./steps.mjs";

const ZOOMS = [
  ["larger", Array(4).fill("Zoom in")],
  ["smaller", Array(6).fill("Zoom out")],
];

/** Drop a file, watch it being read, and return the paper's id and what was seen on the way. */
export async function add({ page, shot }, { url, file, text }) {
  await open(page, url);
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  await drop(page, [file]);
  const bar = page.getByRole("progressbar");
  await bar.first().waitFor();
  await shot("library-adding");
  const id = await completed(page, text);
  await shot("library");
  return { id };
}

/** Ask, click the first citation, and measure its boxes against the text layer at three zooms and turned once. */
export async function askAndCompare({ page, shot }, { url, id, question, name }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  const quote = await clickCitation(page);
  const covers = { width: await measured(page, quote) };
  const inSight = { width: await citedInSight(page) };
  await shot(`${name}-cited`);
  for (const [zoom, steps] of ZOOMS) {
    for (const step of steps) {
      await page.getByRole("button", { name: step }).click();
    }
    covers[zoom] = await measured(page, quote);
    inSight[zoom] = await citedInSight(page);
  }
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rotate clockwise" }).click();
  covers.turned = await measured(page, quote, true);
  inSight.turned = await citedInSight(page);
  await shot(`${name}-turned`);
  return { quote, covers, inSight, address: page.url(), boxes: (await drawnBoxes(page)).length };
}

async function measured(page, quote, turned = false) {
  await settled(page, 500); // the text layer follows the zoom within a frame, the picture a little later
  return cover(await textBoxes(page, quote, turned), await drawnBoxes(page));
}

/** A picture of text has no text layer: return the boxes in shares of their page, at three zooms and turned once. */
export async function askAndPlace({ page, shot }, { url, id, question, name }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  const quote = await clickCitation(page);
  const boxes = { width: await shares(page) };
  await shot(`${name}-cited`);
  for (const [zoom, steps] of ZOOMS) {
    for (const step of steps) {
      await page.getByRole("button", { name: step }).click();
    }
    boxes[zoom] = await shares(page);
  }
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rotate clockwise" }).click();
  boxes.turned = await shares(page);
  await shot(`${name}-turned`);
  return { quote, boxes };
}

async function shares(page) {
  await settled(page, 500);
  const { width, height } = await page
    .locator("[data-page]")
    .first()
    .evaluate((sheet) => ({ width: sheet.clientWidth, height: sheet.clientHeight }));
  return (await drawnBoxes(page)).map(({ page: number, left, top, right, bottom }) => ({
    page: number,
    left: left / width,
    top: top / height,
    right: right / width,
    bottom: bottom / height,
  }));
}

/** Open a paper at a page, and return which page is read and what the address says once the paper stands still. */
export async function openAtPage({ page }, { url, id, number }) {
  await open(page, url, `/papers/${id}?page=${number}`);
  await page.locator(`[data-page="${number}"] canvas`).waitFor();
  await settled(page, 1_000);
  return { read: Number(await page.getByLabel(/^Page, of/).inputValue()), address: page.url() };
}

/** Open an address that names a citation, and return how many boxes are drawn without a click. */
export async function openAddress({ page }, { address }) {
  await page.goto(address);
  await page.locator('[data-mark="cite"]').first().waitFor();
  return { boxes: (await drawnBoxes(page)).length, turns: await page.locator('[data-state="done"]').count() };
}

export async function dropRefused({ page, shot }, { url, file }) {
  await open(page, url);
  await drop(page, [file]);
  const alert = page.getByRole("list", { name: "Uploads" }).getByRole("alert");
  await alert.waitFor();
  const said = await alert.innerText();
  await shot("upload-refused");
  const again = await page.getByRole("button", { name: "Try again" }).count();
  await page.getByRole("button", { name: /^Dismiss/ }).click();
  await alert.waitFor({ state: "detached" });
  return { said, again };
}

/** Drop a file while the line to the store is broken, try again once it is mended, and return what was said. */
export async function dropOnBrokenLine({ page, shot }, { url, file, filename }) {
  await open(page, url);
  await page.route("**/*", (route) => (route.request().method() === "PUT" ? route.abort() : route.fallback()));
  await drop(page, [file]);
  const alert = page.getByRole("list", { name: "Uploads" }).getByRole("alert");
  await alert.waitFor();
  const said = await alert.innerText();
  const announced = await row(page, filename).count();
  await shot("upload-broken");
  await page.unroute("**/*");
  await page.getByRole("button", { name: "Try again" }).click();
  return { said, announced, id: await completed(page, filename) };
}

export async function dropDamaged({ page, shot }, { url, file, filename }) {
  await open(page, url);
  await drop(page, [file]);
  const found = row(page, filename).and(page.locator('[data-status="failed"]'));
  await found.waitFor();
  const said = await found.innerText();
  await shot("paper-failed");
  // Reading a file again that cannot be read gives the same.
  return { said, again: await found.getByRole("button", { name: "Read again" }).count() };
}

/** Open a paper whose pages cannot be drawn, and return what the page says of it. */
export async function openUnreadable({ page, shot }, { url, id, name }) {
  await open(page, url, `/papers/${id}`);
  const said = page.getByRole("alert").filter({ hasText: "The file cannot be shown." });
  await said.waitFor();
  await shot(`unreadable-${name}`);
  return { said: await said.innerText(), again: await said.getByRole("button").count() };
}

/** Delete a paper, take it back, delete it again and wait until it cannot be taken back. */
export async function removePaper({ page, shot }, { url, filename }) {
  await open(page, url);
  const remove = async () => {
    await row(page, filename).hover();
    await row(page, filename)
      .getByRole("button", { name: /^Delete/ })
      .click();
    await row(page, filename).waitFor({ state: "detached" });
  };
  await remove();
  await shot("delete-undo");
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, filename).waitFor();
  const kept = await row(page, filename).count();
  await remove();
  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await deleted;
  await page.reload();
  await page.locator("[data-paper]").first().waitFor();
  return { kept, left: await row(page, filename).count() };
}

/** Correct a paper's title and authors by the keyboard, and return what its row and, after a reload, its reader say. */
export async function describe({ page, shot }, { url, filename, title, author }) {
  await open(page, url);
  await row(page, filename)
    .getByRole("button", { name: /^More about/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: "Edit details" }).press("Enter");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("textbox", { name: /^Authors/ }).press("Control+End");
  await page.keyboard.type(`\n${author}`);
  await shot("describe");
  const serious = await seriousFindings(page);
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const link = row(page, filename).getByRole("link", { name: title });
  await link.waitFor();
  const listed = await row(page, filename).innerText();
  await link.click();
  await page.reload();
  await page.locator("[data-page] canvas").first().waitFor();
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByText("Notes on the extraction").waitFor();
  return { serious, listed, read: await page.getByRole("tabpanel").innerText() };
}

/** Ask a model that takes its time, and return once words of the answer are on the page. */
export async function askSlowly({ page, shot }, { url, id, question, begins }) {
  await open(page, url, `/papers/${id}`);
  await ask(page, question);
  await page.locator('[data-state="streaming"]').getByText(begins).waitFor();
  await shot("chat-streaming");
}

export async function answerBroke({ page, shot }) {
  const alert = page.getByRole("log").getByRole("alert");
  await alert.waitFor();
  await shot("chat-broken");
  return { said: await alert.innerText() };
}

export async function askAgain({ page }, { ends }) {
  await page.getByRole("button", { name: "Ask again" }).first().click();
  await answered(page);
  return {
    turns: await page.getByRole("log").getByRole("article").count(),
    said: (await page.getByRole("log").innerText()).includes(ends),
  };
}

/** Load the page again while an answer is being written, and return what becomes of its turn. */
export async function stopAnswer({ page }) {
  await page.getByRole("button", { name: "Stop the answer" }).click();
  await page.locator('[data-state="stopped"]').waitFor();
}

/** Read an answer's marks: verdicts, uncited text, numbers nobody quoted, markup that must stay text. */
export async function readMarks({ page, shot }, { url, id, question }) {
  await open(page, url, `/papers/${id}`);
  await ask(page, question);
  await answered(page);
  await page.locator(".katex").first().waitFor();
  await shot("chat-verdicts");
  const names = await page
    .locator("[data-citation]")
    .evaluateAll((chips) => chips.map((chip) => chip.getAttribute("aria-label")));
  await page.getByRole("button", { name: "Copy with citations" }).click();
  return {
    names,
    text: await page.locator('[data-state="done"]').innerText(),
    images: await page.locator('[data-state="done"] img').count(),
    copied: await page.evaluate(() => navigator.clipboard.readText()),
    model: await page.getByRole("button", { name: /^Answered by/ }).innerText(),
  };
}

/** Read a paper without pages: formulas rendered, the quote marked in its text. */
export async function readText({ page, shot }, { url, id, question, name }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("article.reading .katex").first().waitFor();
  await ask(page, question);
  await answered(page);
  const quote = await clickCitation(page);
  await shot(`${name}-cited`);
  const marked = await page.locator('article.reading mark[data-mark="cite"]').allInnerTexts();
  const formulas = page.locator("article.reading .katex");
  const own = await formulas.filter({ hasText: "\\ownmark" }).count();
  return { quote, marked, formulas: await formulas.count(), own };
}

export async function findWords({ page, shot }, { url, id, words }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await page.keyboard.press("Control+f");
  const box = page.getByRole("searchbox", { name: "Find in this paper" });
  await box.fill(words);
  await page.locator('[data-mark="current"]').waitFor();
  await shot("find");
  const hits = await page.locator("[data-mark=hit], [data-mark=current]").count();
  const drawn = await page.evaluate(() => {
    const mark = document.querySelector('[data-mark="current"]').getBoundingClientRect();
    const spans = [...document.querySelectorAll(".textLayer span")].filter((span) => {
      const box = span.getBoundingClientRect();
      return box.top < mark.bottom && box.bottom > mark.top && box.left < mark.right && box.right > mark.left;
    });
    return spans.map((span) => span.textContent).join(" ");
  });
  return { hits, drawn, said: await page.getByRole("search").getByRole("status").innerText() };
}

/** Ask about a figure, click, and return where the figure's frame is drawn, in shares of its page. */
export async function askAboutFigure({ page, shot }, { url, id, question }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await ask(page, question);
  await answered(page);
  await page.locator("[data-citation]").first().click();
  const frame = page.locator('[data-mark="region"]');
  await frame.first().waitFor();
  await settled(page, 400);
  await shot("figure-cited");
  const places = () =>
    frame.evaluateAll((marks) =>
      marks.map((mark) => {
        const [box, sheet] = [mark.getBoundingClientRect(), mark.closest("[data-page]").getBoundingClientRect()];
        const at = (value, start, length) => (value - start) / length;
        return {
          left: at(box.left, sheet.left, sheet.width),
          top: at(box.top, sheet.top, sheet.height),
          right: at(box.right, sheet.left, sheet.width),
          bottom: at(box.bottom, sheet.top, sheet.height),
          inSight: box.top >= 0 && box.bottom <= innerHeight,
        };
      }),
    );
  const before = await places();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await settled(page, 400);
  return { before, after: await places(), quoted: (await drawnBoxes(page)).length };
}

/** Open what was read of a paper, and return its words. */
export async function about({ page, shot }, { url, id, name }) {
  await open(page, url, `/papers/${id}`);
  await page.locator("[data-page] canvas").first().waitFor();
  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "About" }).click();
  await page.getByText("Notes on the extraction").waitFor();
  await shot(`${name}-about`);
  return page.getByRole("tabpanel").innerText();
}
