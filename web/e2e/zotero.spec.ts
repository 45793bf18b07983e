// Zotero in the settings, against a program that behaves as Zotero's documentation says.
import type { Locator, Page } from "@playwright/test";
import { COLUMNS_TITLE, expect, SMALL_PHONE, test, type Server } from "./fixtures.ts";
import { overflow, seriousFindings } from "./steps.ts";

async function openZotero(page: Page, server: Server): Promise<Locator> {
  await page.goto(`${server.url}/settings`);
  return page.getByRole("region", { name: "Zotero" });
}

async function connect(zotero: Locator): Promise<void> {
  const button = zotero.getByRole("button", { name: "Connect Zotero", exact: true });
  const others = zotero.getByText("Connected to").or(zotero.getByRole("button", { name: "Try again" }));
  await button.or(others).waitFor();
  if (await button.isVisible()) {
    await button.click();
  }
}

/** After a failure Zotero is left alone for a while: try again until it is connected. */
async function isConnected(zotero: Locator): Promise<void> {
  const connected = zotero.getByText("Connected to");
  const again = zotero.getByRole("button", { name: "Try again" });
  await expect(async () => {
    await connected.or(again).waitFor();
    if (!(await connected.isVisible())) {
      await again.click();
      await connected.waitFor({ timeout: 1_000 });
    }
  }).toPass({ timeout: 120_000 });
}

async function looksRight(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

async function importFrom(page: Page, server: Server, collection: string, said: RegExp): Promise<string[]> {
  const zotero = await openZotero(page, server);
  await connect(zotero);
  await isConnected(zotero);
  const collections = await zotero.getByLabel("Collection").locator("option").allTextContents();
  const label = collections.find((name) => name.includes(collection))!;
  await zotero.getByLabel("Collection").selectOption({ label });
  await zotero.getByRole("button", { name: "Import" }).focus();
  await page.keyboard.press("Enter");
  await expect(zotero.getByRole("status")).toHaveText(said, { timeout: 120_000 });
  await looksRight(page);
  return collections.map((name) => name.trim());
}

async function send(page: Page, server: Server, said: string): Promise<void> {
  const zotero = await openZotero(page, server);
  const allow = zotero.getByRole("button", { name: "Allow writing notes back" });
  await isConnected(zotero);
  if (await allow.isVisible()) {
    await allow.click();
    await allow.waitFor({ state: "detached" });
  }
  await zotero.getByRole("button", { name: "Send notes back" }).click();
  await expect(zotero.getByRole("status")).toHaveText(said);
  await looksRight(page);
}

async function paperOf(server: Server, title: string): Promise<{ paper_id: string; status: string } | undefined> {
  const { papers } = await server.ok("GET", "/library?limit=50");
  return papers.find((paper: { title: string }) => paper.title === title);
}

test("a collection comes in and a highlight goes back", async ({ page, browser, startServer }) => {
  const server = await startServer({ zotero: true });
  const all = await importFrom(page, server, "Chapter 2", /^Done\. 1 added with files\.$/);
  expect(all).toEqual(["All of the library", "Thesis (0)", "Chapter 2 (1)"]);
  await expect.poll(async () => (await paperOf(server, COLUMNS_TITLE))?.status, { timeout: 120_000 }).toBe("completed");
  await importFrom(page, server, "Chapter 2", /^Done\. Nothing new\. 1 note came with them\./);
  expect(await paperOf(server, "Somewhere else")).toBeUndefined();

  const notes = `/papers/${(await paperOf(server, COLUMNS_TITLE))!.paper_id}/notes`;
  const exact = "dried with a cloth of plain cotton";
  await server.ok("POST", notes, { kind: "highlight", marked: { exact }, text: "Plain?" });
  await send(page, server, "Done. 1 note written, 0 changed.");
  const phone = await browser.newPage(SMALL_PHONE);
  await send(phone, server, "Done. 0 notes written, 0 changed.");
  await phone.close();

  const written = await server.python<{ annotationText: string; annotationComment: string }[]>("zotero_created");
  expect(written).toHaveLength(1);
  expect(written[0]!.annotationText).toBe(exact);
  expect(written[0]!.annotationComment).toMatch(/^Plain\?/);
  expect((await server.ok("GET", notes)).notes[1].text).toBe("Really?");
});

test("a Zotero that goes away is told and keeps what came", async ({ page, startServer }) => {
  const server = await startServer({ zotero: true });
  await server.python("zotero_fault", { fault: "down" });
  const zotero = await openZotero(page, server);
  await connect(zotero);
  await zotero.getByRole("button", { name: "Import" }).click();
  await expect(zotero.getByRole("alert")).toContainText("What came before is kept.");
  await expect(zotero.getByRole("button", { name: "Import" })).toBeEnabled();
  await looksRight(page);

  await server.python("zotero_fault", { fault: "lost" });
  await openZotero(page, server);
  await zotero.getByRole("button", { name: "Try again" }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  await server.python("zotero_fault", { fault: null });
  await importFrom(page, server, "All of the library", /^Done\./);
  expect(await paperOf(server, "Somewhere else")).toBeDefined();
});
