import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { AnswerV1 } from "@/api/types";
import { TurnView } from "@/features/chat/turn-view";
import type { Turn } from "@/features/chat/turns";
import { answer, section } from "./made";

function shown(given: AnswerV1) {
  const turn = { n: 1, key: "k", question: "Why?", state: "done", steps: [], tail: "", error: null } as unknown as Turn;
  const nothing = () => undefined;
  render(
    <TurnView
      turn={{ ...turn, sections: given.sections, answer: given }}
      titles={new Map([["p1", "On Kettles"]])}
      shown={null}
      busy={false}
      onCitation={nothing}
      onPassage={nothing}
      onRetry={nothing}
      onAsk={nothing}
      onEnough={nothing}
      versions={[]}
      onChoose={nothing}
      onEdit={nothing}
    />,
  );
}

test("a reply to a greeting is a plain sentence without sources, costs and buttons", () => {
  shown(answer([section("Hello.")], { kind: "answer", remark: "courtesy", readings: [], notes: [] }));

  expect(screen.getByText("Hello.")).toBeTruthy();
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Edit the question",
  ]);
});

test("how a question was taken stands with the answer", () => {
  const note = "The question does not seem to be in the language of this paper.";
  shown(answer([section("Steam.")], { kind: "answer", remark: null, readings: [], notes: [note] }));

  expect(screen.getByText(note)).toBeTruthy();
});
