// Dropped files: none is lost, whatever the user does meanwhile.
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CDPSession, Page, TestInfo } from "@playwright/test";
import { expect, PHONE, test, type Server } from "./fixtures.ts";
import { drop, open, seriousFindings } from "./steps.ts";

const WIDTHS = [
  ["a wide window", { viewport: { width: 1440, height: 900 } }],
  ["a tablet", { viewport: { width: 820, height: 1180 }, colorScheme: "dark" }],
  ["a phone", PHONE],
] as const;

const tray = (page: Page) => page.getByRole("region", { name: "Uploads" });

function write(testInfo: TestInfo, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const path = join(testInfo.outputDir, `kettle-${String(number).padStart(2, "0")}.md`);
    writeFileSync(
      testInfo.outputPath(basename(path)),
      `# On Kettle ${number}\n\nKettle ${number} boils after ${number + 3} minutes on a gas flame.\n`,
    );
    return path;
  });
}

/** Slow every call of the page down, as a line at home does: each takes a second longer, and 64 kB pass in a second. */
async function slowDown(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 1_000,
    downloadThroughput: 64_000,
    uploadThroughput: 64_000,
  });
  return line;
}

/** Wait until the library has a paper of each file that is read. */
async function allRead(server: Server, files: string[]): Promise<void> {
  const read = async () => {
    const { papers } = await server.ok("GET", "/library?limit=100");
    return papers
      .filter(({ status }: { status: string }) => status === "completed")
      .map(({ filename }: { filename: string }) => filename);
  };
  await expect.poll(read, { timeout: 240_000 }).toEqual(expect.arrayContaining(files.map((file) => basename(file))));
}

for (const [name, look] of WIDTHS) {
  test.describe(name, () => {
    test.use(look);

    test("forty dropped files arrive while another room is shown", async ({ page, startServer }, testInfo) => {
      const server = await startServer();
      const files = write(testInfo, 40);
      await open(page, server.url);
      await page.getByRole("heading", { name: "Your papers" }).waitFor();
      const line = await slowDown(page);
      await drop(page, files);
      await tray(page).waitFor();
      await page.getByRole("link", { name: "Notes", exact: true }).click();
      await page.getByRole("heading", { name: "Notes", exact: true, level: 1 }).waitFor();
      // The whole count from the start.
      await expect(tray(page).getByRole("status")).toHaveText(/of 40 files sent$/);
      const all = tray(page).getByRole("button", { name: "Show all uploads" });
      await all.click();
      expect(await tray(page).getByRole("listitem").count()).toBeGreaterThanOrEqual(20);
      expect(await seriousFindings(page)).toEqual([]);
      await all.click();
      await page.getByText("40 files sent", { exact: true }).waitFor({ timeout: 240_000 });
      await tray(page).waitFor({ state: "detached" });
      await line.detach();

      await allRead(server, files);
    });
  });
}

test("the browser asks before a tab with uploads closes, and a reload tells what is missing", async ({
  page,
  startServer,
}, testInfo) => {
  const server = await startServer();
  const files = write(testInfo, 20);
  await open(page, server.url);
  const heading = page.getByRole("heading", { name: "Your papers" });
  await heading.waitFor();
  const line = await slowDown(page);
  await drop(page, files);
  await tray(page).waitFor();
  // The browser asks only where somebody has used the page.
  await heading.click({ force: true });

  const [closing] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  expect(closing.type()).toBe("beforeunload");
  await closing.dismiss();
  await expect(tray(page)).toBeVisible();
  const reloading = page.waitForEvent("dialog").then(async (dialog) => {
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
  });
  await page.reload();
  await reloading;
  await line.detach();

  const lost = page.getByRole("list", { name: "Files that did not arrive" });
  await lost.waitFor();
  const names = await lost.getByRole("listitem").allInnerTexts();
  const said = `${names.length} files had not arrived when this page was reloaded. Add them once more:`;
  await expect(tray(page).getByRole("alert")).toHaveText(said);
  expect(names).toContain("kettle-20.md");
  expect(files.map((file) => basename(file))).toEqual(expect.arrayContaining(names));
  expect(await seriousFindings(page)).toEqual([]);
  await drop(page, files);
  await lost.waitFor({ state: "detached" });
  await allRead(server, files);
});

test("files of other kinds are refused unsent, and the others arrive", async ({ page, startServer }, testInfo) => {
  const server = await startServer();
  const wrong = ["setup.exe", "report\u202egpj.exe"].map((name) => testInfo.outputPath(name));
  wrong.forEach((path) => writeFileSync(path, "MZ"));
  const papers = write(testInfo, 1);
  const announced: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/papers") {
      announced.push((request.postDataJSON() as { filename: string }).filename);
    }
  });
  await open(page, server.url);
  await drop(page, [...wrong, ...papers]);

  const list = page.getByRole("list", { name: "Uploads" });
  const kinds = /^Files of this kind cannot be read, so it was not sent\. Papers are PDF, Word/;
  await expect(list.getByRole("alert").first()).toHaveText(kinds);
  const names = await list.locator("p[dir=auto]").allInnerTexts();
  expect(names.slice(0, 2), "a name is shown in the order of its letters").toEqual(["setup.exe", "reportgpj.exe"]);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await allRead(server, papers);
  expect(announced).toEqual(["kettle-01.md"]);
});
