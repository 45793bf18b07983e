import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AnswerV1 } from "@/api/types";
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
    />,
  );
  return onCitation;
}

const TURN = {
  n: 1,
  key: "k",
  question: "When does it boil?",
  state: "complete",
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
  expect(document.body.textContent).not.toContain("“The kettle boils.”");

  await userEvent.click(screen.getByRole("button", { name: /We heat it/ }));
  expect(onCitation).toHaveBeenCalledWith(expect.anything(), FOUND);
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
