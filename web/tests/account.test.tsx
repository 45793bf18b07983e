import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { About } from "@/features/account/about";
import type { Deployment, RecipientView } from "@/api/types";
import { show } from "./made";
import { problem, sampleOf, serve, type Handler } from "./server";

const GEMINI: RecipientView = {
  company: "Google",
  service: "Vertex AI",
  models: ["big", "small"],
  place: "europe-west1",
  keyed: false,
};
const ADA = { email: "ada@example.org" };

const EMPTY = { papers: [], conversations: [], reviews: [], notes: [], collections: [], zotero: [], tables: [] };

const saved: Blob[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "blob:saved";
  });
});

function about(
  changes: Partial<Deployment> = {},
  handlers: Record<string, Handler> = {},
  account: typeof ADA | null = null,
) {
  const calls = serve({ "GET /deployment": () => sampleOf<Deployment>("Deployment", changes), ...handlers });
  show(<About account={account} accounts={account !== null} onClose={() => undefined} />);
  return calls;
}

describe("where text goes", () => {
  test("names company, models and region", async () => {
    about({ recipient: GEMINI });

    expect(
      await screen.findByText(
        /Google receives text through Vertex AI \(big, small\). It is processed in europe-west1./,
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/free tier/)).toBeNull();
  });

  test("warns of a free tier where an API key is used, and says that no region is chosen", async () => {
    about({ recipient: { ...GEMINI, service: "the Gemini API", place: null, keyed: true } });

    expect(await screen.findByText(/free tier, Google may read/)).toBeTruthy();
    expect(screen.getByText(/may be processed in any region/)).toBeTruthy();
  });

  test("says that nothing leaves the server without a model", async () => {
    about({ recipient: null });

    expect(await screen.findByText(/No text leaves this server/)).toBeTruthy();
  });

  test("names the outside services that are switched on, and what they get", async () => {
    about({ outside: { services: ["Crossref", "OpenAlex"], adding: ["Crossref", "arXiv"], contact: true } });

    expect(await screen.findByText(/^Crossref and OpenAlex may be asked.* titles, DOIs .* never text/)).toBeTruthy();
    expect(screen.getByText(/asks those that know such names: Crossref and arXiv/)).toBeTruthy();
    expect(screen.getByText(/carries the e-mail address of this site's operator/)).toBeTruthy();
  });

  test("says that no outside service is switched on", async () => {
    about({ outside: { services: [], adding: ["Crossref"], contact: false } });

    expect(await screen.findByText(/No outside service is switched on/)).toBeTruthy();
    expect(screen.queryByText(/e-mail address of this site's operator/)).toBeNull();
  });
});

test("says how long things are kept, and links to the source", async () => {
  about({ session_days: 90, paper_days: 1, review_days: null, source_url: "https://git.example/ours" });

  expect(await screen.findByText("Conversations: 90 days after the last message.")).toBeTruthy();
  expect(screen.getByText("Papers: 1 day.")).toBeTruthy();
  expect(screen.getByText("Reviews: until you delete them.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Source code of this version" }).getAttribute("href")).toBe(
    "https://git.example/ours",
  );
});

describe("one's own data", () => {
  test("are saved as one document, all pages of them", async () => {
    const paper = sampleOf<object>("PaperView");
    const pages = [
      { ...EMPTY, papers: [paper, paper], next_cursor: "conversations." },
      {
        ...EMPTY,
        conversations: [sampleOf<object>("SessionMessages")],
        notes: [sampleOf<object>("NoteView")],
        collections: [sampleOf<object>("CollectionView")],
        next_cursor: null,
      },
    ];
    const calls = about({}, { "GET /me/export": ({ query }) => pages[query.get("cursor") ? 1 : 0] });
    await userEvent.click(screen.getByRole("button", { name: "Download my data" }));
    await waitFor(() => expect(saved).toHaveLength(1));

    const kept = JSON.parse(await saved[0]!.text()) as Record<string, unknown[]>;
    expect(Object.entries(kept).map(([kind, items]) => [kind, items.length])).toEqual([
      ["papers", 2],
      ["conversations", 1],
      ["reviews", 0],
      ["notes", 1],
      ["collections", 1],
      ["zotero", 0],
      ["tables", 0],
    ]);
    expect(calls.filter(({ path }) => path === "/me/export").map(({ query }) => query.get("cursor"))).toEqual([
      null,
      "conversations.",
    ]);
  });

  test("that cannot be collected say why", async () => {
    about({}, { "GET /me/export": () => problem(503, "store_busy", "the store is busy", { action: "Wait." }) });
    await userEvent.click(screen.getByRole("button", { name: "Download my data" }));

    expect((await screen.findByRole("alert")).textContent).toContain("The store is busy. Wait.");
    expect(saved).toEqual([]);
  });

  test("are deleted where people sign in, after a question, and again after a 503", async () => {
    let tries = 0;
    const calls = about(
      {},
      { "DELETE /me": () => (tries++ ? undefined : problem(503, "owner_left_things", "not all", { retryable: true })) },
      ADA,
    );
    await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
    const question = screen.getByRole("dialog", { name: "Delete your account?" });
    expect(question.textContent).toContain(ADA.email);
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    await userEvent.click(within(question).getByRole("button", { name: "Delete everything" }));

    await waitFor(() => expect(tries).toBe(2));
  });

  test("are not deleted with an account where there are none", async () => {
    about();

    expect(await screen.findByRole("button", { name: "Download my data" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
  });
});
