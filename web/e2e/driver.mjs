// Drives one Chromium for the tests of tests/web: a line of JSON on stdin names a scenario, a line on stdout says how
// it ended. Pages live on between scenarios of one world, so that a test can kill the server between two of them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import * as accounts from "./accounts.mjs";
import * as badInput from "./bad-input.mjs";
import * as chat from "./chat.mjs";
import * as checking from "./checking.mjs";
import * as checks from "./checks.mjs";
import * as discover from "./discover.mjs";
import * as finding from "./finding.mjs";
import * as guide from "./guide.mjs";
import * as habits from "./habits.mjs";
import * as journeys from "./journeys.mjs";
import * as languages from "./languages.mjs";
import * as library from "./library.mjs";
import * as looks from "./looks.mjs";
import * as measures from "./measures.mjs";
import * as notes from "./notes.mjs";
import * as reading from "./reading.mjs";
import * as reviews from "./reviews.mjs";
import * as settings from "./settings.mjs";
import * as zotero from "./zotero.mjs";
import * as tables from "./tables.mjs";
import * as trust from "./trust.mjs";
import * as uploads from "./uploads.mjs";

const SCENARIOS = {
  ...accounts,
  ...badInput,
  ...chat,
  ...checking,
  ...checks,
  ...discover,
  ...finding,
  ...guide,
  ...habits,
  ...journeys,
  ...languages,
  ...library,
  ...looks,
  ...measures,
  ...notes,
  ...reading,
  ...reviews,
  ...settings,
  ...zotero,
  ...tables,
  ...trust,
  ...uploads,
};
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-precise-memory-info",
];
// A slow machine shared with others.
const PATIENCE_MS = 30_000;

const [executablePath, shots] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "scholarai-web-"));
const browser = await chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, HOME: profile } });
let world = null;

process.stdout.write(`${JSON.stringify({ ready: browser.version() })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { scenario, fresh = true, context = {}, ...args } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(await play(scenario, fresh, context, args))}\n`);
}
await browser.close();
rmSync(profile, { recursive: true, force: true });

async function play(scenario, fresh, context, args) {
  try {
    if (fresh || !world) {
      await world?.context.close();
      world = await newWorld(context);
    }
    world.complaints.length = 0;
    const value = await SCENARIOS[scenario](world, args);
    return { value: value ?? null, complaints: world.complaints };
  } catch (error) {
    await world?.page.screenshot({ path: join(shots, `failed-${scenario}.png`) }).catch(() => undefined);
    return { error: String(error.stack ?? error), complaints: world?.complaints ?? [] };
  }
}

async function newWorld(options) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints, shot: (name) => page.screenshot({ path: join(shots, `${name}.png`) }) };
}
