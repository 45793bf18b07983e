// The room of discovery. No test asks a service on the internet: the browser is given answers of the API's own types.
import type { Locator, Page } from "@playwright/test";
import type { AddedWorkView, DiscoveredWorks, DiscoveredWorkView, ServiceAnswerView } from "../src/api/types.ts";
import { expect, filePaper, fileServer, LOOKS, test } from "./fixtures.ts";
import { open, overflow, seriousFindings } from "./steps.ts";

const WORDS = "how long does a kettle take to boil?";
const WORK: DiscoveredWorkView = {
  title: "Boiling Water in Kettles",
  authors: ["Ada Author", "Ben Writer", "Cleo Maker", "Dan Reader", "Eve Thinker"],
  year: 2023,
  venue: "Journal of Kettles",
  abstract: "We boil water in kettles of several makes and measure, on every day, how long that takes. ".repeat(4),
  doi: "10.1000/kettle.1",
  arxiv_id: null,
  pmid: null,
  pmcid: null,
  kind: "article-journal",
  pdfs: [],
  notices: [],
  cited_by: 1234,
  versions: [],
  services: ["crossref", "openalex"],
  score: 1,
  paper_id: null,
  paper_status: null,
  relation: null,
  add: "10.1000/kettle.1",
};
const WORKS: DiscoveredWorkView[] = [
  {
    ...WORK,
    pdfs: ["https://example.org/kettle.pdf"],
    versions: [{ year: 2022, venue: null, doi: null, arxiv_id: "2201.00001", add: "arxiv:2201.00001" }],
  },
  {
    ...WORK,
    title: "Kettles That Never Boiled",
    year: 2020,
    doi: "10.1000/2",
    add: "10.1000/2",
    notices: [
      {
        kind: "retraction",
        source: "crossref",
        at: "2024-01-01T00:00:00Z",
        doi: "10.1000/x",
        on: "2024-01-01",
        reason: "",
      },
    ],
  },
  {
    ...WORK,
    title: "A Paper That You Have",
    doi: "10.1000/3",
    add: "10.1000/3",
    paper_id: "p1",
    paper_status: "completed",
    relation: "same",
  },
  {
    ...WORK,
    title: "Tea",
    authors: [],
    year: null,
    venue: null,
    abstract: null,
    doi: null,
    add: null,
    services: ["arxiv"],
  },
];
const SERVICES: ServiceAnswerView[] = [
  { service: "crossref", state: "answered", count: 3, code: "", detail: "" },
  { service: "openalex", state: "answered", count: 2, code: "", detail: "" },
  { service: "europe_pmc", state: "late", count: 0, code: "service_late", detail: "It did not answer in time." },
  { service: "semantic_scholar", state: "off", count: 0, code: "key_missing", detail: "Its key is not set." },
  {
    service: "datacite",
    state: "off",
    count: 0,
    code: "service_off",
    detail: "SCHOLARAI_LITERATURE does not name it.",
  },
];
const FOUND: DiscoveredWorks = { works: WORKS, services: SERVICES, total: 9, retrieval: "lexical" };
const OUTCOMES: Record<string, Partial<AddedWorkView>> = {
  "10.1000/kettle.1": { outcome: "added", paper_id: "p9", title: WORK.title },
  "10.1000/2": { outcome: "failed", code: "service_down", detail: "Crossref is down." },
};

const server = fileServer();
filePaper(server, "two-columns");

const found = (page: Page) => page.getByRole("list", { name: "Found papers" });
const titles = (page: Page) => found(page).getByRole("heading");

/** Have three services be switched on, as the page is told. */
async function switchOn(page: Page): Promise<void> {
  const deployment = await server.ok("GET", "/deployment");
  deployment.outside.services = ["Crossref", "OpenAlex", "Europe PMC"];
  await page.route("**/deployment", (route) => route.fulfill({ json: deployment }));
}

/** Answer searches and additions in the services' place, once what shows that the page waits is there. */
async function answer(page: Page, json: object = FOUND, status = 200, waiting?: Locator): Promise<void> {
  await switchOn(page);
  await page.route("**/discover?*", async (route) => {
    if (route.request().resourceType() === "document") {
      return route.continue();
    }
    await waiting?.waitFor();
    return route.fulfill({ status, json });
  });
  await page.route("**/works", (route) => {
    const [asked] = (route.request().postDataJSON() as { works: string[] }).works;
    const none = { paper_id: null, title: null, line: null, code: "", detail: "" };
    return route.fulfill({ json: { works: [{ asked, ...none, ...OUTCOMES[asked!] }] } });
  });
}

for (const [name, look] of LOOKS) {
  test.describe(name, () => {
    test.use(look);

    test("papers are found, chosen and added by keyboard", async ({ page }) => {
      await answer(page, FOUND, 200, page.getByText("Asking the services."));
      await open(page, server.url, "/discover");
      await page.getByText("Find papers that you do not have yet").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByLabel("A question or keywords").fill(WORDS);
      await page.keyboard.press("Enter");
      await found(page).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(new URL(page.url()).search).toMatch(/^\?q=how\+long/);
      await expect(titles(page)).toHaveText(WORKS.map(({ title }) => title!));
      for (const said of [
        "Crossref (3) and OpenAlex (2) answered. The best 4 of 9 are listed.",
        "Europe PMC did not answer in time.",
        "Semantic Scholar wants a key",
        "Ada Author, Ben Writer, Cleo Maker and 2 others",
        "Retracted",
        "In your library → open",
        "Cited by 1,234",
        "Crossref, OpenAlex",
      ]) {
        expect(await page.getByRole("main").innerText()).toContain(said);
      }

      for (const box of await page.getByLabel(/^Choose “/).all()) {
        await box.focus();
        await page.keyboard.press("Space");
      }
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: /^Add \d+ papers?$/ }).press("Enter");
      const adding = page.getByRole("region", { name: "Adding" });
      await adding.getByText(/^Done\./).waitFor();
      await expect(adding).toContainText("1 with PDF and 1 not added");
      const rows = page.locator("[data-work]");
      await expect(rows.nth(0)).toContainText("Added with its PDF → open");
      await expect(rows.nth(1)).toContainText("Not added. Crossref is down.");
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });

    test("where no service is switched on, the room says how and what would leave", async ({ page }) => {
      await open(page, server.url, "/discover");
      await page.getByRole("heading", { name: "Discover" }).waitFor();
      await page.getByText("No outside service is switched on").waitFor();
      await expect(page.getByRole("main")).toContainText("Settings");
      await expect(page.getByRole("main")).toContainText("sent to the services");
      await expect(page.getByLabel("A question or keywords")).toHaveCount(0);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    });

    test("a review's form says what is fetched before it asks for it", async ({ page }) => {
      interface Asked {
        discover: boolean;
        fetch: number;
      }
      const estimated: Asked[] = [];
      const asked: Asked[] = [];
      await switchOn(page);
      await page.route("**/reviews/estimate", (route) => {
        estimated.push(route.request().postDataJSON() as Asked);
        return route.continue();
      });
      await page.route("**/reviews", (route) => {
        if (route.request().method() !== "POST") {
          return route.continue();
        }
        const given = route.request().postDataJSON() as Asked;
        asked.push(given);
        // The server of this test asks no service.
        return route.continue({ postData: JSON.stringify({ ...given, discover: false, fetch: 0 }) });
      });
      await open(page, server.url, "/reviews");
      await page.getByLabel("What do you want to know?").fill(WORDS);
      await page.getByRole("checkbox", { name: /Also look beyond the library/ }).press("Space");
      await expect(page.getByText("No PDF is fetched.")).toHaveCount(1);
      await page.getByLabel("Read open papers found there").selectOption("5");
      await page.getByText("Up to 5 PDFs are fetched").waitFor();
      const form = page.getByRole("form", { name: "New review" });
      await expect(form).toContainText("sent to Crossref, OpenAlex and Europe PMC");
      await expect(form).toContainText("added to your library. The review waits until they are read.");
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Write the review" }).press("Enter");
      await page.waitForURL(/\/reviews\/[^/]+$/);

      expect(asked.map(({ discover, fetch }) => ({ discover, fetch }))).toEqual([{ discover: true, fetch: 5 }]);
      expect(estimated.at(-1)!.fetch).toBe(5);
      expect(await overflow(page)).toBe(0);
    });
  });
}

test("filters stand in the address and survive leaving", async ({ page }) => {
  await answer(page);
  await open(page, server.url, `/discover?q=${encodeURIComponent(WORDS)}`);
  const year = page.getByLabel("From year");
  const withPdf = ["Boiling Water in Kettles"];
  await year.fill("2021");
  await expect(titles(page)).toHaveText(["Boiling Water in Kettles", "A Paper That You Have"]);
  await year.fill("");
  await page.getByRole("button", { name: "Open PDF" }).click();
  await expect(titles(page)).toHaveText(withPdf);
  await page.getByRole("link", { name: "Library" }).click();
  await page.getByLabel("Ask or search your papers").waitFor();
  await page.goBack();
  await expect(titles(page)).toHaveText(withPdf);
  await page.reload();
  await expect(titles(page)).toHaveText(withPdf);
  await year.fill("2099");
  await page.getByText("Nothing passes these filters").waitFor();
  await page.getByRole("button", { name: /^Show all/ }).click();
  await expect(titles(page)).toHaveCount(WORKS.length);
});

test("a search that fails says why and keeps the words", async ({ page }) => {
  const detail = "a search has 1 to 1000 characters";
  await answer(page, { status: 422, code: "question_invalid", detail, retryable: false }, 422);
  await open(page, server.url, "/discover?q=kettle");
  await page.getByText("The search failed.").waitFor();
  await expect(page.getByRole("main")).toContainText("A search has 1 to 1000 characters.");
  await expect(page.getByLabel("A question or keywords")).toHaveCount(1);
  expect(await seriousFindings(page)).toEqual([]);
});
