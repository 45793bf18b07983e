// What the page must stand: hostile words in every field, a file that is far too large, no network at any step.
import { answered, ask, completed, drop, open, settled } from "./steps.mjs";

/** Open every room and what can be unfolded there, and return what of the hostile words became elements or ran. */
export async function hostileWords({ page, shot }, { url, paths, id }) {
  const ran = [];
  page.on("dialog", (dialog) => {
    ran.push(dialog.message());
    return dialog.dismiss();
  });
  const look = async (where) => {
    const made = await page.evaluate(() =>
      [
        ...document.querySelectorAll(
          "[onerror], [onload], [href^='javascript:'], img[src='x'], iframe, base, math[href]",
        ),
      ].map((one) => one.outerHTML.slice(0, 80)),
    );
    ran.push(...made.map((one) => `${where}: ${one}`));
  };
  const shown = {};
  for (const path of paths) {
    await open(page, url, path);
    await page.getByText("<img src=x").first().waitFor({ state: "attached" });
    await look(path);
    shown[path] = (await page.locator("body").innerText()).includes("<img src=x");
  }
  await open(page, url, `/papers/${id}`);
  await page.getByText("<img src=x").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Outline", exact: true }).click();
  for (const tab of await page.getByRole("tab").all()) {
    await tab.click();
    await look(`the tab ${await tab.getAttribute("aria-label")}`);
  }
  await shot("hostile-words");
  await page.keyboard.press("Control+K");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("img src");
  await page.getByRole("listbox", { name: "Results" }).getByText("<img src=x").first().waitFor();
  await look("the palette");
  return { shown, ran };
}

/** Open a paper whose words were marked many times, one of words that never end, and a conversation from the list on a phone. */
export async function crowded({ page }, { url, marked, solid, question, picture }) {
  await open(page, url, `/papers/${marked}`);
  await page.locator("[data-page] canvas").first().waitFor();
  const mark = page.locator(".mark-note").first();
  await mark.waitFor();
  await settled(page);
  await page.screenshot({ path: picture, clip: await mark.boundingBox() });

  await open(page, url, `/papers/${solid}`);
  const words = page.getByRole("region", { name: "In the paper’s words" });
  await words.waitFor();
  const spilled = await page
    .getByRole("log")
    .evaluate(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth));

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, url, "/chat");
  await page.getByRole("link", { name: question }).click();
  const asked = page.getByRole("article", { name: question });
  await asked.waitFor();
  const { top } = await asked.evaluate((article) => article.getBoundingClientRect());
  return { spilled, answerInSight: top > 0 && top < 844 };
}

/** Choose a file that is larger than a paper may be. */
export async function hugeFile({ page, shot }, { url, path, name }) {
  await open(page, url);
  await page.getByRole("button", { name: "Add papers" }).click();
  await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles(path);
  const alert = page.getByRole("listitem").filter({ hasText: name }).getByRole("alert");
  await alert.waitFor();
  await shot("huge-file");
  return { said: await alert.innerText(), papers: await page.locator(`[data-paper][data-file="${name}"]`).count() };
}

/** Lose the network before each step of a day's work, take the step, get the network back, and go on from there. */
export async function offlineAtEachStep({ page, context, shot }, { url, id, question, file, name, note }) {
  const said = {};
  const without = async (step, act, sign) => {
    await context.setOffline(true);
    await act();
    await sign.waitFor();
    said[step] = await sign.innerText();
    await shot(`offline-${step}`);
    await context.setOffline(false);
  };
  await open(page, url);
  await page.locator(`[data-paper="${id}"]`).waitFor();

  // It waits for the network by itself.
  const upload = page.getByRole("listitem").filter({ hasText: name });
  await without("upload", () => drop(page, [file]), upload.getByText("waiting"));
  const added = await completed(page, name);

  const search = page.getByLabel("Ask or search your papers");
  await without("search", () => search.fill("kettle"), page.getByText("The server cannot be reached").first());
  await page.locator("[data-passage]").first().waitFor();
  await search.fill("");

  const paper = page.locator(`[data-paper="${id}"]`);
  await paper.waitFor();
  await without(
    "open",
    () => paper.getByRole("link").first().click(),
    page.getByText("The server cannot be reached").first(),
  );
  await page.locator("[data-page] canvas").first().waitFor();

  await without("ask", () => ask(page, question), page.getByRole("button", { name: "Ask again" }));
  await page.getByRole("button", { name: "Ask again" }).click();
  await answered(page);

  await page.getByRole("button", { name: "Outline and thumbnails" }).click();
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.locator(`[data-note="${note}"]`).getByRole("button", { name: "Edit the note" }).click();
  const words = page.getByRole("textbox", { name: "Note" });
  const again = page.locator("[data-note]").getByRole("button", { name: "Try again" });
  await without("note", () => words.fill("Words without a network."), again);
  await again.click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Library", exact: true }).click();
  const mine = page.locator(`[data-paper="${added}"]`);
  await mine.waitFor();
  await without(
    "delete",
    async () => {
      await mine.getByRole("button", { name: /^More about|^Menu|More/ }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("button", { name: "Dismiss" }).first().click();
    },
    page.getByText(/^Not deleted/).first(),
  );
  await mine.waitFor();
  return said;
}
