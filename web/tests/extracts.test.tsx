import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AnswerV1, CoverageV1, PassageV1, SearchOutcomeV1 } from "@/api/types";
import { TurnView } from "@/features/chat/turn-view";
import type { Turn } from "@/features/chat/turns";
import { ask, BEGUN, done, Panel } from "./chatting";
import { answer, citation, section, show } from "./made";
import { sampleOf, serve, stream } from "./server";

const nothing = () => undefined;

function shown(given: AnswerV1, titles = new Map([["p1", "On Kettles"]])) {
  const [onCitation, onAsk, onPassage] = [vi.fn(), vi.fn(), vi.fn()];
  const turn: Turn = { ...TURN, sections: given.sections, answer: given };
  render(
    <TurnView
      {...{ turn, titles, onCitation, onPassage, onAsk }}
      shown={null}
      busy={false}
      onRetry={nothing}
      onEnough={nothing}
      versions={[]}
      onChoose={nothing}
      onEdit={nothing}
    />,
  );
  return { onCitation, onAsk, onPassage };
}

const TURN = {
  n: 1,
  key: "k",
  question: "When does it boil?",
  state: "complete",
  steps: [],
  tail: "",
  error: null,
} as unknown as Turn;
const FOUND = citation({ before: "We heat it.", after: "Then it whistles." });
const FURTHER = citation({ number: 2, quote: "The pot simmers." });
const SECTIONS = [
  section("“The kettle boils.” ", { part: "", citations: [FOUND] }),
  section("“The pot simmers.” ", { part: "", citations: [FURTHER] }),
];

function found(changes: Partial<SearchOutcomeV1> = {}, sections = SECTIONS): AnswerV1 {
  const search = {
    outcome: "passages",
    message: "Passages that may answer.",
    missing: [],
    also_searched: [],
    without: "",
    further: [],
  };
  return answer(sections, { kind: "extracts", degraded: null, search: { ...search, ...changes } as SearchOutcomeV1 });
}

test("the first passage stands in its paragraph, and further ones are unfolded at a click", async () => {
  const next = { ...sampleOf<PassageV1>("PassageV1"), text: "Steam rises.", label: "p. 4" };
  const { onCitation, onPassage } = shown(found({ further: [next] }));

  expect(screen.getByText("Passages that may answer.")).toBeTruthy();
  const first = screen.getByRole("button", { name: "We heat it. The kettle boils. Then it whistles." });
  expect(first.querySelector("mark")?.textContent).toBe("The kettle boils.");
  expect(document.body.textContent).not.toContain("“The kettle boils.”");
  const folded = screen.getByText("Further passages (2)").closest("details")!;
  expect(folded.open).toBe(false);
  expect(folded.contains(first)).toBe(false);
  expect(within(folded).getByText("The pot simmers.")).toBeTruthy();

  await userEvent.click(screen.getByText("Further passages (2)"));
  expect(folded.open).toBe(true);
  await userEvent.click(within(folded).getByRole("button", { name: /Steam rises.*p. 4/ }));
  expect(onPassage).toHaveBeenCalledWith(next);
  await userEvent.click(first);
  expect(onCitation).toHaveBeenCalledWith(expect.anything(), FOUND);
});

test("a search that is not sure says so, and what else it searched for", () => {
  shown(
    found({
      outcome: "closest",
      message: "No passage clearly answers; these come closest.",
      also_searched: ["haemoglobin", "Hb"],
    }),
  );

  expect(screen.getByText("No passage clearly answers; these come closest.")).toBeTruthy();
  expect(screen.getByText("Also searched: haemoglobin, Hb")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Search without/ })).toBeNull();
});

test("a question with a word that the paper never mentions is asked without it at a click", async () => {
  const message = "The paper never mentions “samovars”.";
  const { onAsk } = shown(
    found({ outcome: "missing", message, missing: ["samovars"], without: "When do kettles boil?" }),
  );

  expect(screen.getByText(message)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Search without it" }));
  expect(onAsk).toHaveBeenCalledWith("When do kettles boil?");
});

test("a conversation says once how a model is connected", async () => {
  let n = -1;
  serve({
    "POST /papers/{paper_id}/chat": () => {
      n += 2;
      return stream([["begun", { session_id: "s1", message_n: n }], done({ ...found(), message_n: n })]);
    },
  });
  show(<Panel />);

  await ask();
  await screen.findByText("Passages that may answer.");
  await ask("And then?");
  await vi.waitFor(() => expect(screen.getAllByText("Passages that may answer.")).toHaveLength(2));
  const links = screen.getAllByRole("link", { name: "Connect a model" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/settings"]);
});

test("a search in the model's place does not say that none is connected", async () => {
  const given = { ...found(), degraded: "model_busy" };
  serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done(given)]) });
  show(<Panel />);

  await ask();
  expect(await screen.findByText("The model could not be reached, so this was searched without it.")).toBeTruthy();
  expect(screen.queryByText(/No language model is connected/)).toBeNull();
});

test("a model's answer stays a text with its evidence below", () => {
  shown(answer(SECTIONS, { kind: "answer" }));

  expect(document.body.textContent).toContain("“The kettle boils.”");
  expect(screen.queryByText(/Further passages/)).toBeNull();
});

const TITLES = new Map([
  ["p1", "On Kettles"],
  ["p2", "On Pots"],
  ["p3", "On Pans"],
]);

test("passages of several papers stand under their titles, and each paper is accounted for", async () => {
  const closest = { text: "Pans are flat.", label: "p. 2", page_number: 2 };
  const rows = [
    section("“The kettle boils.”", { part: "On Kettles", citations: [FOUND], note: "in its bibliography" }),
    section("“The pot simmers.”", { part: "On Pots", citations: [citation({ number: 2, paper_id: "p2" })], note: "" }),
  ];
  const coverage: CoverageV1 = {
    papers: [
      { paper_id: "p1", title: "On Kettles", outcome: "cited", reason: null, closest: null },
      { paper_id: "p2", title: "On Pots", outcome: "cited", reason: null, closest: null },
      { paper_id: "p3", title: "On Pans", outcome: "closest", reason: null, closest },
      { paper_id: "p4", title: "", outcome: "left_out", reason: "deleted", closest: null },
    ],
    beyond: 0,
  };
  const { onPassage } = shown({ ...found({}, rows), coverage }, TITLES);

  expect(screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent.trim())).toEqual([
    "On Kettles in its bibliography",
    "On Pots",
  ]);
  await userEvent.click(
    screen.getByRole("button", { name: "2 of 4 papers quoted, closest passage of 1 named, 1 left out" }),
  );
  expect(screen.getByText(/A deleted paper/).parentElement?.textContent).toBe("A deleted paper (deleted)");
  await userEvent.click(screen.getByRole("button", { name: /Pans are flat.*p. 2 · On Pans/ }));
  expect(onPassage).toHaveBeenCalledWith({ ...closest, paper_id: "p3", pages: [] });
});
