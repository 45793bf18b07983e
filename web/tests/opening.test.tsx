import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { BriefView } from "@/api/types";
import { Opening } from "@/features/chat/opening";
import { paper, show } from "./made";
import { serve } from "./server";

const BRIEF: BriefView = {
  sentences: [
    {
      quote_id: 1,
      verdict: "exact",
      text: "We present a kettle.",
      changes: [],
      similarity: 1,
      places: [{ start: 0, end: 20, page_number: 3, width_pt: 600, height_pt: 800, boxes: [[1, 1, 9, 9]] }],
      proves: true,
      gap: false,
      sentence: "We present a kettle.",
      missing: [],
      selectors: [],
      error: null,
    },
  ],
  questions: [{ question: "What does Table 1 show?", about: "Seconds until kettles boil" }],
};

function opened(waiting: string | null = null, papers = [paper()], ready = true) {
  const [onAsk, onSentence] = [vi.fn(), vi.fn()];
  show(<Opening {...{ papers, waiting, ready, onAsk, onSentence }} figures={<p>figures</p>} />);
  return { onAsk, onSentence };
}

test("a paper opens with its own sentences, which lead to their places, and with questions of its own", async () => {
  serve({ "GET /papers/{paper_id}/brief": () => BRIEF });
  const { onAsk, onSentence } = opened();

  await userEvent.click(await screen.findByRole("button", { name: /We present a kettle.*p. 3/ }));
  await userEvent.click(screen.getByRole("button", { name: /What does Table 1 show/ }));

  expect(onSentence).toHaveBeenCalledWith(BRIEF.sentences[0]);
  expect(onAsk).toHaveBeenCalledWith("What does Table 1 show?");
  expect(screen.getByText("Seconds until kettles boil")).toBeTruthy();
  expect(screen.getByText("figures")).toBeTruthy();
});

test("a paper that cannot say what it is about is asked in general", async () => {
  serve({ "GET /papers/{paper_id}/brief": () => ({ sentences: [], questions: [] }) });
  opened();

  expect(await screen.findByRole("button", { name: "What is the main contribution?" })).toBeTruthy();
});

test("what a paper is about waits for what is shown first", () => {
  const calls = serve({ "GET /papers/{paper_id}/brief": () => BRIEF });
  opened(null, [paper()], false);

  expect(screen.getByRole("status", { name: "What this paper is about" })).toBeTruthy();
  expect(screen.queryAllByRole("button")).toHaveLength(0);
  expect(calls).toHaveLength(0);
});

test("several papers are asked what they have in common, and nothing is fetched for one that is being read", () => {
  const calls = serve();
  const { onAsk } = opened(null, [paper(), paper({ id: "p2" })]);
  opened("You can ask questions as soon as the paper is read.");

  expect(screen.getByRole("button", { name: "What do these papers have in common?" })).toBeTruthy();
  expect(screen.getAllByRole("button")).toHaveLength(3);
  expect(calls).toHaveLength(0);
  expect(onAsk).not.toHaveBeenCalled();
});
