/** The room where a text is held against papers. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CheckedQuoteV1, CheckedSentenceV1, CheckedTextV1, CheckWholeText, NearPassageV1 } from "@/api/types";
import { CheckRoom } from "@/app/check-room";
import { leftOff, piecesOf, placeOf, restored, type Outcome } from "@/features/check/findings";
import { keep } from "@/lib/keeping";
import { EXAMPLE } from "@/texts/check";
import { paper, show } from "./made";
import { problem, sampleOf, serve, type Handler } from "./server";

const PLACE = { start: 0, end: 9, page_number: 2, width_pt: 600, height_pt: 800, boxes: [] };

function quoted(quote: string, changes: Partial<CheckedQuoteV1> = {}): CheckedSentenceV1["quotes"][number] {
  const checked = {
    ...sampleOf<CheckedQuoteV1>("CheckedQuoteV1"),
    verdict: "exact" as const,
    text: quote,
    changes: [],
  };
  return {
    start: 0,
    end: quote.length,
    quote,
    checked: { ...checked, error: null, places: [PLACE], missing: [], ...changes },
    paper_id: "p1",
    title: "On Kettles",
  };
}

function near(text: string, differs: NearPassageV1["differs"] = []): NearPassageV1 {
  return { ...sampleOf<NearPassageV1>("NearPassageV1"), paper_id: "p1", text, places: [PLACE], differs };
}

function sentence(outcome: Outcome, text: string, more: Partial<CheckedSentenceV1> = {}): CheckedSentenceV1 {
  return { start: 0, end: text.length, text, outcome, quotes: [], nearest: [], reading: null, ...more };
}

function checked(...sentences: CheckedSentenceV1[]): CheckedTextV1 {
  const counts: Record<string, number> = {};
  for (const { outcome } of sentences) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return { text: "", sentences, counts, papers: [{ paper_id: "p1", title: "On Kettles" }], notes: [] };
}

const CHANGED = sentence("changed", "It boils “in 9 minutes”.", {
  quotes: [
    quoted("in 9 minutes", {
      verdict: "altered",
      text: "in 7 minutes",
      changes: [{ kind: "number", quote_start: 3, quote_end: 4, text_start: 3, text_end: 4 }],
    }),
  ],
});

const SERVED: Record<string, Handler> = {
  "GET /papers": () => ({ papers: [], next_cursor: null }),
  "GET /settings/models": () => ({ ...sampleOf<object>("ModelSettingsView"), provider: "local", offers: [] }),
};

function open(answer: CheckedTextV1, handlers: Record<string, Handler> = {}) {
  const calls = serve({ ...SERVED, "POST /check": () => answer, ...handlers });
  show(<CheckRoom />);
  return calls;
}

async function check(text: string): Promise<void> {
  fireEvent.change(screen.getByLabelText("Text to check"), { target: { value: text } });
  await userEvent.click(screen.getByRole("button", { name: "Check" }));
}

const row = (number: number) => document.querySelector<HTMLElement>(`[data-sentence="${number}"]`)!;
const struck = (element: Element) => [...element.querySelectorAll("del, ins")].map((one) => one.textContent);

beforeEach(() => {
  sessionStorage.clear();
  keep("check-begun", true);
});

test("each sentence comes back with its outcome and the paper's words, and they are counted", async () => {
  const cut = quoted("the kettle boils", {
    verdict: "cut",
    sentence: "In no trial the kettle boils.",
    missing: [{ text: "In no trial", start: 0, end: 11, side: "before" }],
  });
  open(
    checked(
      sentence("said", "- It says “hot”.", { quotes: [quoted("hot")] }),
      CHANGED,
      sentence("cut", "So “the kettle boils”.", { quotes: [cut] }),
      sentence("not_found", "And “bees sing”.", {
        quotes: [{ ...quoted("bees sing", { verdict: "not_found", text: "", places: [] }), paper_id: null }],
        nearest: [near("Bees dance.")],
      }),
      sentence("not_checkable", "## Kettles"),
    ),
  );
  await check("An answer");

  const list = await screen.findByRole("list", { name: "Sentences" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(5);
  expect(screen.getByText(/1 said, 1 changed, 1 cut, 1 not found, 1 not checkable/)).toBeTruthy();
  expect(struck(row(2)).join()).toMatch(/9.*7/);
  expect(struck(row(3)).join()).toContain("In no trial");
  expect(row(4).textContent).toContain("Bees dance.");
  expect(row(5).textContent).toContain("Kettles");
  expect(row(5).textContent).not.toContain("#");
  expect(within(row(5)).queryByRole("button")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "1 cut" }));
  expect(within(list).getAllByRole("listitem")).toEqual([row(3)]);
});

test("a sentence leads to the place of what is wrong in it, before what is right", () => {
  const right = quoted("hot");
  const wrong = quoted("cold", { verdict: "altered", places: [{ ...PLACE, start: 50 }] });

  expect(placeOf(sentence("changed", "x", { quotes: [right, wrong] }))?.places[0]?.start).toBe(50);
  expect(placeOf(sentence("closest", "x", { nearest: [near("near")] }))?.text).toBe("near");
  expect(placeOf(sentence("not_checkable", "x"))).toBeNull();
});

test("what differs from the closest passage is cut out of a sentence by code points, without the signs of Markdown", () => {
  const text = "| **𝛼** is 9 in mice |";
  const differs = [{ kind: "number" as const, said: "9", printed: "7", start: 111, end: 112 }];

  const pieces = piecesOf({ ...sentence("closest", text, { nearest: [near("α is 7", differs)] }), start: 100 });

  expect(pieces).toEqual([
    { words: "𝛼 is ", printed: null },
    { words: "9", printed: "7" },
    { words: " in mice", printed: null },
  ]);
});

test("a sentence that leaves off what limits it keeps its words, and has what it left off beside it", () => {
  const text = "It boils in May.";
  const limits = { kind: "certainty" as const, said: text, printed: "may", start: 100, end: 116 };
  const one = { ...sentence("closest", text, { nearest: [near("It may boil in May.", [limits])] }), start: 100 };

  expect(piecesOf(one)).toEqual([{ words: text, printed: null }]);
  expect(leftOff(one)).toEqual(["may"]);
});

test("words that a quote left off stand in the paper's sentence, and above it those of elsewhere", () => {
  const { parts, above } = restored("We doubt that it boils in May.", [
    { text: "Only in theory:", start: 0, end: 15, side: "above" },
    { text: "in May", start: 43, end: 49, side: "after" },
    { text: "We doubt that", start: 20, end: 33, side: "before" },
  ]);

  expect(parts.filter(({ missing }) => missing).map(({ words }) => words)).toEqual(["We doubt that", "in May"]);
  expect(parts.map(({ words }) => words).join("")).toBe("We doubt that it boils in May.");
  expect(above).toEqual(["Only in theory:"]);
});

test("the first visit shows an example of the sample paper, and a text of one's own ends that", async () => {
  keep("check-begun", null);
  const calls = open(checked(CHANGED), {
    "GET /papers": () => ({ papers: [paper({ id: "sample-paper" })], next_cursor: null }),
  });

  await screen.findByText(/An example of ours/);
  await waitFor(() => expect(row(1)).toBeTruthy());
  const sent = calls.filter(({ method }) => method === "POST").map(({ body }) => body as CheckWholeText);
  expect(sent).toEqual([{ text: EXAMPLE, paper_ids: ["sample-paper"], model: false }]);

  await userEvent.click(screen.getByRole("button", { name: "Check a text of your own" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text to check").value).toBe("");
  expect(row(1)).toBeNull();
});

test("what a browser copies is sent as HTML until it is edited", async () => {
  const calls = open(checked(CHANGED));
  const field = screen.getByLabelText("Text to check");
  const sent = () => calls.filter(({ path }) => path === "/check").map(({ body }) => (body as CheckWholeText).text);

  fireEvent.paste(field, { clipboardData: { getData: () => "<ul><li>It boils.</li></ul>" } });
  await check("It boils.");
  await waitFor(() => expect(sent()).toEqual(["<ul><li>It boils.</li></ul>"]));
  await screen.findByRole("list", { name: "Sentences" });
  fireEvent.change(field, { target: { value: "It boils. Twice." } });
  expect(screen.getByText(/have changed since/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toBe("It boils. Twice.");
});

test("what was checked folds until it is edited, and its result stays", async () => {
  open(checked(CHANGED));
  await check("It boils.");
  await screen.findByRole("list", { name: "Sentences" });
  const again = () => screen.queryByRole("button", { name: "Check again" });

  expect(again()).toBeNull();
  expect(screen.getByText("All my papers")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(again()).toBeTruthy();
  await userEvent.click(again()!);
  await screen.findByRole("button", { name: "Change" });
  await userEvent.click(screen.getByLabelText("Text to check"));
  expect(again()).toBeTruthy();
  expect(row(1)).toBeTruthy();
});

test("an empty text, one that is too long, and a choice without papers cannot be sent", async () => {
  open(checked());
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Check" });
  const write = (value: string) => fireEvent.change(screen.getByLabelText("Text to check"), { target: { value } });

  write("  ");
  expect(button().disabled).toBe(true);
  write("a".repeat(200_001));
  expect(screen.getByText("1 character too long. A text has 200,000 characters at most.")).toBeTruthy();
  expect(button().disabled).toBe(true);
  write("It boils.");
  expect(button().disabled).toBe(false);
  await userEvent.click(screen.getByLabelText("Chosen papers"));
  expect(screen.getByText(/Choose a paper/)).toBeTruthy();
  expect(button().disabled).toBe(true);
});

test("a failed check says why, and the text and its last result stay when the room is left", async () => {
  let fails = true;
  const busy = () => problem(503, "busy", "The server is busy.", { retryable: true });
  serve({ ...SERVED, "POST /check": () => (fails ? busy() : checked(CHANGED)) });
  const client = new QueryClient();
  const inside = (room: ReactNode) => <QueryClientProvider client={client}>{room}</QueryClientProvider>;
  const { rerender } = render(inside(<CheckRoom />));
  await check("It boils.");
  await screen.findByText(/The server is busy/);
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(row(1)).toBeTruthy());

  rerender(inside(null));
  rerender(inside(<CheckRoom />));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Text to check").value).toBe("It boils.");
  expect(row(1)).toBeTruthy();
});

test("a model reads the claims where there is one and it is wanted", async () => {
  const settings = { ...sampleOf<object>("ModelSettingsView"), provider: "ollama", model: "kettle-7b", offers: [] };
  const reading = { says: "contradicted" as const, reason: "It cools.", evidence: [near("It cools at once.")] };
  const calls = open(checked(sentence("closest", "It warms.", { reading })), {
    "GET /settings/models": () => settings,
  });

  await userEvent.click(await screen.findByLabelText(/Have the model read/));
  expect(screen.getByText("Sentences without quotes are sent to kettle-7b.")).toBeTruthy();
  await check("It warms.");
  await screen.findByText("The model finds it contradicted.");
  expect(row(1).textContent).toContain("It cools at once.");
  expect(calls.find(({ path }) => path === "/check")?.body).toMatchObject({ model: true });
});

test("a checked text is saved as a document of the server's, or as what the server answered", async () => {
  const saved = vi.fn<(blob: Blob) => string>(() => "blob:x");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
  const calls = open(checked(CHANGED), { "POST /check/export": () => new Response("# A checked text") });
  await check("It boils.");
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Export" }));
    await userEvent.click(await screen.findByRole("menuitem", { name }));
  };

  await choose("Markdown");
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  await choose("JSON");
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  await choose("On Kettles");
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(3));

  expect(await saved.mock.calls[0]![0].text()).toBe("# A checked text");
  expect(JSON.parse(await saved.mock.calls[1]![0].text())).toEqual(checked(CHANGED));
  const bodies = calls.filter(({ path }) => path === "/check/export").map(({ body }) => body);
  expect(bodies).toMatchObject([{ form: "md" }, { form: "pdf", paper_id: "p1" }]);
});
