import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AnswerV1, CoverageV1 } from "@/api/types";
import { TurnView } from "@/features/chat/turn-view";
import type { Turn } from "@/features/chat/turns";
import { answer, citation, section } from "./made";

function shown(given: AnswerV1) {
  const onCitation = vi.fn();
  const turn: Turn = { ...TURN, sections: given.sections, answer: given };
  render(
    <TurnView
      turn={turn}
      titles={new Map([["p1", "On Kettles"]])}
      shown={null}
      busy={false}
      onCitation={onCitation}
      onPassage={() => undefined}
      onRetry={() => undefined}
      onAsk={() => undefined}
      onEnough={() => undefined}
      versions={[]}
      onChoose={() => undefined}
      onEdit={() => undefined}
    />,
  );
  return onCitation;
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
const SECTIONS = [section("“The kettle boils.” ", { citations: [FOUND] })];

test("passages found stand in cards, with their paragraphs and no prose of quotes", async () => {
  const onCitation = shown(answer(SECTIONS, { kind: "extracts", degraded: null }));

  const card = screen.getByRole("listitem");
  expect(card.textContent).toContain("We heat it. The kettle boils. Then it whistles.");
  expect(card.querySelector("mark")?.textContent).toBe("The kettle boils.");
  expect(screen.getByText("One passage found")).toBeTruthy();
  expect(screen.getByText(/No language model is connected/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose a model" }).getAttribute("href")).toBe("/settings");
  expect(document.body.textContent).not.toContain("“The kettle boils.”");

  await userEvent.click(screen.getByRole("button", { name: /We heat it/ }));
  expect(onCitation).toHaveBeenCalledWith(expect.anything(), FOUND);
});

test.each([
  ["best", "Answers best"],
  ["decides", "Probably decides it"],
  [null, null],
] as const)("the passage that is marked %s says so", (mark, words) => {
  const found = citation({ mark });
  shown(answer([section("“The kettle boils.” ", { citations: [found] })], { kind: "extracts", degraded: null }));

  expect(screen.queryByText(/Answers best|decides/)?.textContent ?? null).toBe(words);
});

test("a model's answer stays a text with its evidence below", () => {
  shown(answer(SECTIONS, { kind: "answer" }));

  expect(document.body.textContent).toContain("“The kettle boils.”");
  expect(screen.queryByText("One passage found")).toBeNull();
});

test("rules in the model's place do not say that none is connected", () => {
  shown(answer(SECTIONS, { kind: "extracts", degraded: "model_busy" }));

  expect(screen.queryByText(/No language model is connected/)).toBeNull();
  expect(screen.getByText(/The model could not be reached/)).toBeTruthy();
});

test("passages of several papers stand under their titles, and each paper is accounted for", async () => {
  const rows = [
    section("“The kettle boils.”", { part: "On Kettles", citations: [FOUND] }),
    section("“The pot simmers.”", { part: "On Pots", citations: [citation({ number: 2, paper_id: "p2" })] }),
  ];
  const coverage: CoverageV1 = {
    papers: [
      { paper_id: "p1", title: "On Kettles", outcome: "cited", reason: null },
      { paper_id: "p2", title: "On Pots", outcome: "cited", reason: null },
      { paper_id: "p3", title: "On Pans", outcome: "nothing_found", reason: null },
      { paper_id: "p4", title: "", outcome: "left_out", reason: "deleted" },
    ],
    beyond: 0,
  };
  shown(answer(rows, { kind: "extracts", degraded: null, coverage }));

  expect(screen.getAllByRole("heading", { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    "On Kettles",
    "On Pots",
  ]);
  const counts = screen.getByRole("button", { name: "2 of 4 papers quoted, nothing found in 1, 1 left out" });
  await userEvent.click(counts);
  expect(screen.getByRole("region", { name: "Papers that were asked" }).textContent).toContain("On Pans");
  expect(screen.getByText(/A deleted paper/).parentElement?.textContent).toBe("A deleted paper (deleted)");
});

test("a thing compared that no paper names says so", () => {
  shown(
    answer(
      [
        section("“The kettle boils.”", { part: "kettles", citations: [FOUND] }),
        section("Nothing found on urns.", { part: "urns", citations: [] }),
      ],
      { kind: "extracts", degraded: null },
    ),
  );

  expect(screen.getByText("Nothing found on urns.")).toBeTruthy();
});
