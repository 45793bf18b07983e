import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AnswerV1 } from "@/api/types";
import { TurnView } from "@/features/chat/turn-view";
import type { Turn } from "@/features/chat/turns";
import { answer, section } from "./made";

const ASKED_BACK = "It is not clear to me what you ask about. Do you mean one of these?";
const READINGS = ["What does the paper say about boiling times?", "What are the main findings of this paper?"];

function shown(given: AnswerV1) {
  const onAsk = vi.fn();
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
      onAsk={onAsk}
      onEnough={nothing}
      versions={[]}
      onChoose={nothing}
      onEdit={nothing}
    />,
  );
  return onAsk;
}

test("a question that is asked back offers its readings, and a click asks one", async () => {
  const onAsk = shown(answer([section(ASKED_BACK)], { kind: "answer", remark: "unclear", readings: READINGS }));

  expect(screen.getByText(ASKED_BACK)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: READINGS[0] }));
  expect(onAsk).toHaveBeenCalledWith(READINGS[0]);
});

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
