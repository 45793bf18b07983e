// Searching beyond the library: what services know, choosing and adding, what they refuse, and the room without them.
import { open, seriousFindings } from "./steps.mjs";

const isCall = (route) => route.request().resourceType() !== "document";

/** Answer the API's calls of this room; each of `works` is what adding something of that name comes to. */
async function serve(page, { deployment, found, works }) {
  await page.route("**/deployment", (route) => route.fulfill({ json: deployment }));
  await page.route("**/discover?*", async (route) => {
    if (!isCall(route)) {
      return route.continue();
    }
    await new Promise((done) => setTimeout(done, 400));
    return route.fulfill(found.status ? { status: found.status, json: found } : { json: found });
  });
  await page.route("**/works", async (route) => {
    const [asked] = route.request().postDataJSON().works;
    await new Promise((done) => setTimeout(done, 150));
    await route.fulfill({ json: { works: [{ asked, ...works[asked] }] } });
  });
}

const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const titles = (page) => page.getByRole("list", { name: "Found papers" }).getByRole("heading").allInnerTexts();

/** Search, look at the list, and add two works, all by keyboard. */
export async function discoverAndAdd({ page, shot }, { url, words, name, ...answers }) {
  await serve(page, answers);
  await open(page, url, "/discover");
  await page.getByText("Find papers that you do not have yet").waitFor();
  const findings = await seriousFindings(page);
  await shot(`${name}-start`);
  await page.getByLabel("A question or keywords").fill(words);
  await page.keyboard.press("Enter");
  await page.getByText("Asking the services.").waitFor();
  await shot(`${name}-waiting`);
  await page.getByRole("list", { name: "Found papers" }).waitFor();
  findings.push(...(await seriousFindings(page)));
  await shot(`${name}-found`);
  const seen = { address: new URL(page.url()).search, titles: await titles(page) };
  const said = await page.getByRole("main").innerText();
  for (const box of await page.getByLabel(/^Choose “/).all()) {
    await box.focus();
    await page.keyboard.press("Space");
  }
  await shot(`${name}-chosen`);
  findings.push(...(await seriousFindings(page)));
  await page.getByRole("button", { name: /^Add \d+ papers?$/ }).press("Enter");
  await page
    .getByRole("region", { name: "Adding" })
    .getByText(/^Done\./)
    .waitFor();
  await shot(`${name}-added`);
  findings.push(...(await seriousFindings(page)));
  return {
    ...seen,
    said,
    findings,
    overflow: await overflow(page),
    outcome: await page.getByRole("region", { name: "Adding" }).innerText(),
    rows: await page.locator("[data-work]").allInnerTexts(),
  };
}

/** Narrow the list; leave for the library and come back; reload. Each time the list is as it was. */
export async function narrowFound({ page }, { url, words, ...answers }) {
  await serve(page, answers);
  await open(page, url, `/discover?q=${encodeURIComponent(words)}`);
  await page.getByRole("list", { name: "Found papers" }).waitFor();
  await page.getByLabel("From year").fill("2021");
  const years = await titles(page);
  await page.getByLabel("From year").fill("");
  await page.getByRole("button", { name: "Open PDF" }).click();
  const pdfs = await titles(page);
  await page.getByRole("link", { name: "Library" }).click();
  await page.getByLabel("Ask or search your papers").waitFor();
  await page.goBack();
  await page.getByRole("list", { name: "Found papers" }).waitFor();
  const back = await titles(page);
  await page.reload();
  await page.getByRole("list", { name: "Found papers" }).waitFor();
  const reloaded = await titles(page);
  await page.getByLabel("From year").fill("2099");
  await page.getByText("Nothing passes these filters").waitFor();
  await page.getByRole("button", { name: /^Show all/ }).click();
  return { years, pdfs, back, reloaded, all: await titles(page) };
}

/** Return what is said where the search fails as a whole, or where nothing is switched on. */
export async function discoverWithout({ page, shot }, { url, words, name, deployment, found }) {
  if (deployment) {
    await serve(page, { deployment, found, works: {} });
  }
  await open(page, url, words ? `/discover?q=${words}` : "/discover");
  await page.getByRole("heading", { name: "Discover" }).waitFor();
  await page.getByText(deployment ? "The search failed." : "No outside service is switched on").waitFor();
  await shot(name);
  return {
    said: await page.getByRole("main").innerText(),
    findings: await seriousFindings(page),
    overflow: await overflow(page),
    fields: await page.getByLabel("A question or keywords").count(),
  };
}

/** Ask for a review that reads open papers from beyond the library, all by keyboard, and return what was sent. */
export async function fetchForReview({ page, shot }, { url, question, name, deployment }) {
  const sent = { estimates: [], reviews: [] };
  await page.route("**/deployment", (route) => route.fulfill({ json: deployment }));
  await page.route("**/reviews/estimate", (route) => {
    sent.estimates.push(route.request().postDataJSON());
    return route.continue();
  });
  await page.route("**/reviews", (route) => {
    if (route.request().method() !== "POST") {
      return route.continue();
    }
    const asked = route.request().postDataJSON();
    sent.reviews.push(asked);
    // The server of this test asks no service.
    return route.continue({ postData: JSON.stringify({ ...asked, discover: false, fetch: 0 }) });
  });
  await open(page, url, "/reviews");
  await page.getByLabel("What do you want to know?").fill(question);
  await page.getByRole("checkbox", { name: /Also look beyond the library/ }).press("Space");
  const none = await page.getByText("No PDF is fetched.").count();
  const choice = page.getByLabel("Read open papers found there");
  await choice.selectOption("5");
  await page.getByText("Up to 5 PDFs are fetched").waitFor();
  const said = await page.getByRole("form", { name: "New review" }).innerText();
  await shot(name);
  const findings = await seriousFindings(page);
  await page.getByRole("button", { name: "Write the review" }).press("Enter");
  await page.waitForURL(/\/reviews\/[^/]+$/);
  return { ...sent, none, said, findings, overflow: await overflow(page) };
}
