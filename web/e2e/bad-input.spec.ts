// What the page must stand: hostile words in every field, endless words, huge files, no network at any step.
import { truncateSync, writeFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import { expect, fileServer, generate, QUESTION, SAMPLE, test, type Server } from "./fixtures.ts";
import { answered, ask, completed, drawn, drop, open, settled } from "./steps.ts";

const HOSTILE =
  '"><img src=x onerror=alert(1)><svg onload=alert(2)></title><script>alert(3)</script>[run](javascript:alert(4))';
const PAPER = `---
title: '${HOSTILE}'
---

# Abstract ${HOSTILE}

We boil water in a kettle. ${HOSTILE} It took eleven minutes [@doe]. <iframe src="javascript:alert(5)"></iframe>

![A figure. ${HOSTILE}](x)

| Kettle ${HOSTILE} | Minutes |
|---|---|
| red ${HOSTILE} | 11 |

Table: Minutes of kettles. ${HOSTILE}

Its length is $\\href{javascript:alert(6)}{x}$.

# References

Doe, J. (2001). ${HOSTILE} Journal of Kettles, 1, 2-3.
`;
const ENDLESS = `---
title: Solid
---

# ${"Kettle".repeat(60)}

The kettle took eleven minutes and forty seconds to boil. ${"Word".repeat(800)}
`;
// Of 255: the colours of highlights on white paper are above, words below.
const LEGIBLE = 90;

const server = fileServer();

/** Put the hostile words into everything that a user or a file can name; return the addresses that show them. */
async function fill(own: Server, paper: string): Promise<string[]> {
  const about = { title: HOSTILE, authors: [HOSTILE], venue: HOSTILE, keywords: [HOSTILE] };
  await own.ok("PATCH", `/papers/${paper}`, about);
  await own.ok("PATCH", "/library/papers", { paper_ids: [paper], add_tags: [HOSTILE.slice(0, 100)] });
  await own.ok("POST", "/collections", { name: HOSTILE });
  await own.ok("POST", `/papers/${paper}/notes`, { text: HOSTILE });
  const question = `How many minutes did the kettle take? ${HOSTILE}`;
  const answer = await own.ok("POST", `/papers/${paper}/chat`, { question });
  const columns = [{ question: `How many minutes? ${HOSTILE}`, name: HOSTILE.slice(0, 60) }];
  const table = (await own.ok("POST", "/tables", { title: HOSTILE, columns, paper_ids: [paper] })).id;
  await expect
    .poll(async () => (await own.ok("GET", `/tables/${table}`)).table.state, { timeout: 120_000 })
    .toBe("ready");
  const asked = { question: `How long do kettles take? ${HOSTILE}`, paper_ids: [paper, SAMPLE] };
  const review = `/reviews/${(await own.ok("POST", "/reviews", asked)).id}`;
  await expect
    .poll(async () => (await own.ok("GET", review)).review.state, { timeout: 120_000 })
    .not.toMatch(/queued|running/);
  const session = `/papers/${paper}?session=${answer.session_id}`;
  return ["/", "/chat", session, "/tables", `/tables/${table}`, "/reviews", review, "/notes"];
}

test.describe("with what is meant to fail", () => {
  test.use({ noisy: true });

  test("hostile words stay words in every field", async ({ page, startServer }) => {
    const own = await startServer();
    await own.completed(SAMPLE);
    const paper = await own.completed(await own.upload(PAPER, "<img src=x onerror=alert(7)>.md"));
    const paths = await fill(own, paper);
    const ran: string[] = [];
    page.on("dialog", (dialog) => {
      ran.push(dialog.message());
      return dialog.dismiss();
    });
    const made = page.locator("[onerror], [onload], [href^='javascript:'], img[src='x'], iframe, base, math[href]");
    const words = page.getByText("<img src=x").first();

    for (const path of paths) {
      await open(page, own.url, path);
      await words.waitFor({ state: "attached" });
      await expect(made, path).toHaveCount(0);
      expect(await page.locator("body").innerText(), path).toContain("<img src=x");
    }
    await open(page, own.url, `/papers/${paper}`);
    await words.waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Outline", exact: true }).click();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      await expect(made).toHaveCount(0);
    }
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("img src");
    await page.getByRole("listbox", { name: "Results" }).getByText("<img src=x").first().waitFor();
    await expect(made).toHaveCount(0);
    expect(ran).toEqual([]);
  });

  test("a step without a network says so and is taken once it is back", async ({ page, context, startServer }) => {
    const own = await startServer();
    const noted = await own.add((await generate("two-columns", { name: "noted.pdf" })).path);
    const { note_id: note } = await own.ok("POST", `/papers/${noted}/notes`, { text: "First words." });
    const { path } = await generate("markdown");
    const without = async (act: () => Promise<unknown>, sign: Locator) => {
      await context.setOffline(true);
      await act();
      await sign.waitFor();
      await context.setOffline(false);
    };
    const unreachable = page.getByText("The server cannot be reached").first();
    await open(page, own.url);
    const paper = page.locator(`[data-paper="${noted}"]`);
    await paper.waitFor();

    // It waits for the network by itself.
    const upload = page.getByRole("listitem").filter({ hasText: "plain.md" });
    await without(() => drop(page, [path]), upload.getByText("waiting"));
    const added = await completed(page, "plain.md");

    const search = page.getByLabel("Ask or search your papers");
    await without(() => search.fill("kettle"), unreachable);
    await page.locator("[data-passage]").first().waitFor();
    await search.fill("");

    await paper.waitFor();
    await without(() => paper.getByRole("link").first().click(), unreachable);
    await drawn(page);

    await without(() => ask(page, QUESTION), page.getByRole("button", { name: "Ask again" }));
    await page.getByRole("button", { name: "Ask again" }).click();
    await answered(page);

    await page.getByRole("button", { name: "Outline and thumbnails" }).click();
    await page.getByRole("tab", { name: "Notes" }).click();
    await page.locator(`[data-note="${note}"]`).getByRole("button", { name: "Edit the note" }).click();
    const again = page.locator("[data-note]").getByRole("button", { name: "Try again" });
    await without(() => page.getByRole("textbox", { name: "Note" }).fill("Words without a network."), again);
    await again.click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const { notes } = await own.ok("GET", `/papers/${noted}/notes`);
    expect(notes.map(({ text }: { text: string }) => text)).toEqual(["Words without a network."]);

    await page.getByRole("link", { name: "Library", exact: true }).click();
    const mine = page.locator(`[data-paper="${added}"]`);
    await mine.waitFor();
    await without(
      async () => {
        await mine.getByRole("button", { name: /More/ }).click();
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await page.getByRole("button", { name: "Dismiss" }).first().click();
      },
      page.getByText(/^Not deleted/).first(),
    );
    await mine.waitFor();
  });
});

test("words marked often stay legible, and endless words stay within their column", async ({ page, startServer }) => {
  const own = await startServer();
  const marked = await own.add((await generate("two-columns", { name: "marked.pdf" })).path);
  const solid = await own.completed(await own.upload(ENDLESS, "solid.md"));
  for (const colour of Array.from({ length: 10 }, () => ["yellow", "green", "blue", "pink"]).flat()) {
    const note = { kind: "highlight", colour, marked: { exact: "The cups were washed before use" } };
    await own.ok("POST", `/papers/${marked}/notes`, note);
  }
  const question = "How many minutes did the kettle take?";
  await own.ok("POST", `/papers/${marked}/chat`, { question });

  await open(page, own.url, `/papers/${marked}`);
  await drawn(page);
  const mark = page.locator(".mark-note").first();
  await mark.waitFor();
  await settled(page);
  const picture = (await page.screenshot({ clip: (await mark.boundingBox())! })).toString("base64");
  const light = await (
    await page.context().newPage()
  ).evaluate(
    async ([encoded, least]) => {
      const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const drawing = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      let above = 0;
      for (let at = 0; at < data.length; at += 4) {
        above += (data[at]! + data[at + 1]! + data[at + 2]!) / 3 > least ? 1 : 0;
      }
      return above / (data.length / 4);
    },
    [picture, LEGIBLE] as const,
  );
  expect(light, "most of the marked words' place is lighter than words").toBeGreaterThan(0.5);

  await open(page, own.url, `/papers/${solid}`);
  await page.getByRole("region", { name: "In the paper’s words" }).waitFor();
  const spilled = await page.getByRole("log").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(spilled).toBeLessThanOrEqual(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, own.url, "/chat");
  await page.getByRole("link", { name: question }).click();
  const asked = page.getByRole("article", { name: question });
  await asked.waitFor();
  const top = await asked.evaluate((article) => article.getBoundingClientRect().top);
  expect(top).toBeGreaterThan(0);
  expect(top).toBeLessThan(844);
});

test("a file of 300 megabytes is refused in words", async ({ page }, testInfo) => {
  const path = testInfo.outputPath("huge.pdf");
  writeFileSync(path, "%PDF-1.7\n");
  truncateSync(path, 300 * 1024 * 1024);
  await open(page, server.url);
  await page.getByRole("button", { name: "Add papers" }).click();
  await page.getByRole("dialog").locator("input[type=file]").first().setInputFiles(path);

  const alert = page.getByRole("listitem").filter({ hasText: "huge.pdf" }).getByRole("alert");
  await expect(alert).toHaveText("A file may have at most 100 MiB, and this one has 300 MiB.");
  await expect(page.locator('[data-paper][data-file="huge.pdf"]')).toHaveCount(0);
});
