// Zotero in the settings: taking a collection in, sending notes back, and what is said when Zotero goes away.
import { seriousFindings } from "./steps.mjs";

async function opened(page, url) {
  await page.goto(`${url}/settings`);
  return page.getByRole("region", { name: "Zotero" });
}

async function seen(page, room) {
  return {
    said: await room.getByRole("status").textContent(),
    axe: await seriousFindings(page),
    overflow: await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  };
}

async function connect(room, found) {
  const button = room.getByRole("button", { name: "Connect Zotero", exact: true });
  await button
    .or(room.getByText("Connected to"))
    .or(room.getByRole("button", { name: "Try again" }))
    .waitFor();
  if (await button.isVisible()) {
    await found();
    await button.click();
  }
}

async function expectConnected(room) {
  const connected = room.getByText("Connected to");
  const again = room.getByRole("button", { name: "Try again" });
  for (let tries = 0; tries < 90; tries += 1) {
    await connected.or(again).waitFor();
    if (await connected.isVisible()) {
      return;
    }
    await again.click();
    await connected.waitFor({ timeout: 1_000 }).catch(() => null);
  }
  throw new Error("Zotero does not come back");
}

async function done(room) {
  await room
    .getByRole("status")
    .filter({ hasText: /^Done\./ })
    .waitFor();
}

export async function importFromZotero({ page, shot }, { url, collection, name }) {
  const room = await opened(page, url);
  await connect(room, () => shot(`${name}-found`));
  // After a failure Zotero is left alone for a while.
  await expectConnected(room);
  const collections = await room.getByLabel("Collection").locator("option").allTextContents();
  await room.getByLabel("Collection").selectOption({ label: collections.find((one) => one.includes(collection)) });
  await room.getByRole("button", { name: "Import" }).focus();
  await page.keyboard.press("Enter");
  await done(room);
  await room.scrollIntoViewIfNeeded();
  await shot(name);
  return { collections, ...(await seen(page, room)) };
}

export async function sendToZotero({ page, shot }, { url, name }) {
  const room = await opened(page, url);
  const allow = room.getByRole("button", { name: "Allow writing notes back" });
  await expectConnected(room);
  if (await allow.isVisible()) {
    await allow.click();
    await allow.waitFor({ state: "detached" });
  }
  await room.getByRole("button", { name: "Send notes back" }).click();
  await done(room);
  await room.scrollIntoViewIfNeeded();
  await shot(name);
  return seen(page, room);
}

export async function importInVain({ page, shot }, { url, name }) {
  const room = await opened(page, url);
  await connect(room, () => shot(`${name}-found`));
  await room.getByRole("button", { name: "Import" }).click();
  const alert = await room.getByRole("alert").textContent();
  await shot(name);
  return { alert, again: await room.getByRole("button", { name: "Import" }).isEnabled(), ...(await seen(page, room)) };
}

export async function zoteroAway({ page }, { url }) {
  const room = await opened(page, url);
  await room.getByRole("button", { name: "Try again" }).waitFor();
  return { said: await room.textContent(), axe: await seriousFindings(page) };
}
