import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";

const ROOT = join(import.meta.dirname, "..");
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
// Limits for what hangs, not for what is slow: the machine may be busy with other tests.
const PATIENCE_MS = 60_000;
const TEST_MS = 600_000;

const venv = ["bin/python", "Scripts/python.exe"].map((name) => join(ROOT, ".venv", name)).find(existsSync);

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  snapshotPathTemplate: "e2e/looks/{arg}{ext}",
  // `make pictures` writes those that changed.
  updateSnapshots: "none",
  workers: 2,
  forbidOnly: Boolean(process.env["CI"]),
  timeout: TEST_MS,
  expect: { timeout: PATIENCE_MS },
  reporter: [["list"]],
  use: {
    viewport: { width: 1360, height: 860 },
    permissions: ["clipboard-read", "clipboard-write"],
    actionTimeout: PATIENCE_MS,
    navigationTimeout: PATIENCE_MS,
    // Recording takes a fifth of the time, and nobody looks at CI's files.
    trace: process.env["CI"] ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS },
  },
  projects: [
    { name: "page", testMatch: "*.spec.ts" },
    // Only where they are named: pictures of the user guide, and what `make bench-web` measures.
    { name: "pictures", testMatch: "guide.ts" },
    { name: "measures", testMatch: "measures.ts", use: { trace: "off", screenshot: "off" } },
  ],
  webServer: {
    command: `"${process.env["PYTHON"] ?? venv ?? "python3"}" -m web.fixtures`,
    cwd: ROOT,
    env: { PYTHONPATH: ["tests", process.env["PYTHONPATH"]].filter(Boolean).join(delimiter) },
    // Read by e2e/fixtures.ts.
    wait: { stdout: /fixtures on (?<FIXTURES_URL>http:\S+)/ },
    gracefulShutdown: { signal: "SIGTERM", timeout: 60_000 },
  },
});
