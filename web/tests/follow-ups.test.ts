import { expect, test } from "vitest";
import { followUps } from "@/features/chat/follow-ups";
import type { Turn } from "@/features/chat/turns";
import { citation, section } from "./made";

function turn(question: string, citations: ReturnType<typeof citation>[], state: Turn["state"] = "done"): Turn {
  const sections = [section("It boils.", { citations })];
  const rest = { parent: null, depth: null, estimate: null, steps: [], n: 1, tail: "", answer: null, error: null };
  return { key: question, question, state, sections, ...rest };
}

test("what an answer's passages name is offered next, drawings before sections, each once", () => {
  const first = citation({
    before: "As Fig. 2 shows,",
    after: "See Table 1.",
    label: "p. 3, Methods – Heating of kettles",
  });
  const second = citation({ text: "Table 1 lists them.", label: "p. 4, Methods – Heating of kettles" });

  expect(followUps([turn("Does it boil?", [first, second])])).toEqual([
    "What is in Figure 2?",
    "What does Table 1 show?",
    "What does the paper say about “Heating of kettles”?",
  ]);
});

test("nothing is offered that was asked, that says nothing, or while an answer is written", () => {
  const named = citation({ after: "See Table 1.", label: "p. 1, Abstract" });

  expect(followUps([turn("What does Table 1 show?", [named])])).toEqual([]);
  expect(followUps([turn("Does it boil?", [named], "streaming")])).toEqual([]);
  expect(followUps([])).toEqual([]);
});
