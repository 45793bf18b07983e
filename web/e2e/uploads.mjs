// Files that are dropped: they arrive whatever room is shown, and what cannot arrive is told.
import { drop, open, seriousFindings } from "./steps.mjs";

const TRAY = { name: "Uploads" };

/** Drop files on a slow line, open another room at once, and return what is said there, on the way and at the end. */
export async function dropAndLeave({ context, page, shot }, { url, files, name, slow }) {
  await open(page, url);
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  const line = await slowLine(context, page, slow);
  await drop(page, files);
  await page.waitForTimeout(700);
  await page.getByRole("link", { name: "Notes", exact: true }).click();
  await page.getByRole("heading", { name: "Notes", exact: true, level: 1 }).waitFor();
  const tray = page.getByRole("region", TRAY);
  const said = await tray.getByRole("status").innerText();
  await tray.getByRole("button", { name: "Show all uploads" }).click();
  const listed = await tray.getByRole("listitem").count();
  const serious = await seriousFindings(page);
  await shot(`${name}-uploads-in-notes`);
  await tray.getByRole("button", { name: "Show all uploads" }).click();
  await page.getByText(`${files.length} files sent`, { exact: true }).waitFor({ timeout: 120_000 });
  await tray.waitFor({ state: "detached" });
  await line.detach();
  return { said, listed, serious };
}

/** Drop files on a slow line, close the tab and stay, reload it, and return what the browser asked and the page told. */
export async function dropAndReload({ context, page, shot }, { url, files, name, slow }) {
  await open(page, url);
  await page.getByRole("heading", { name: "Your papers" }).waitFor();
  const line = await slowLine(context, page, slow);
  await drop(page, files);
  const tray = page.getByRole("region", TRAY);
  await tray.waitFor();
  const asked = [];
  // The browser asks only where somebody has used the page.
  await page.getByRole("heading", { name: "Your papers" }).click({ force: true });
  page.once("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await page.waitForTimeout(1_000);
  const stayed = !page.isClosed() && (await tray.isVisible());
  page.once("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await line.detach();
  const lost = page.getByRole("list", { name: "Files that did not arrive" });
  await lost.waitFor();
  const told = await tray.getByRole("alert").innerText();
  const names = await lost.getByRole("listitem").allInnerTexts();
  const serious = await seriousFindings(page);
  await shot(`${name}-uploads-lost`);
  await drop(page, files);
  await lost.waitFor({ state: "detached" });
  await tray
    .getByText("is in your library already")
    .first()
    .or(page.getByText(/files sent$/))
    .first()
    .waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-label="Uploads"] [role="progressbar"]'));
  return { asked, stayed, told, names, serious };
}

/** Drop files of which the server refuses some, and return what is said of each and which calls were made for them. */
export async function dropWrongKinds({ page, shot }, { url, files, name }) {
  const announced = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && new URL(request.url()).pathname === "/papers") {
      announced.push(request.postDataJSON().filename);
    }
  });
  await open(page, url);
  await drop(page, files);
  const alerts = page.getByRole("list", TRAY).getByRole("alert");
  await alerts.first().waitFor();
  const said = await alerts.allInnerTexts();
  const names = await page.getByRole("list", TRAY).locator("p[dir=auto]").allInnerTexts();
  await shot(`${name}-uploads-refused`);
  return { said, names, announced, again: await page.getByRole("button", { name: "Try again" }).count() };
}

/** Slow every call of the page down, as a line at home does. */
async function slowLine(context, page, { latency, bytesPerSecond }) {
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return line;
}
