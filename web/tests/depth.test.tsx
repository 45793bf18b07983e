import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Answered, DepthEstimate, ModelSettingsView, Step } from "@/api/types";
import { SecondReading } from "@/evidence/second-reading";
import { Steps } from "@/features/chat/steps";
import { DepthChoice } from "@/ui/depth-choice";
import { Panel } from "./chatting";
import { citation, doubt, section, show } from "./made";
import { sampleOf, serve, stream } from "./server";

const ESTIMATE: DepthEstimate = { depth: "deep", calls: 16, tokens: 200_000, cost_usd: 0.5, seconds: 280 };
const NOTHING = { calls: 0, tokens: 0, cost_usd: 0 };
const STEP: Step = {
  kind: "search",
  texts: ["boiling point"],
  paper_ids: [],
  passages: 4,
  useful: 0,
  stopped: null,
  error: null,
  taken: NOTHING,
};

const MODEL = {
  "GET /settings/models": () => ({ ...sampleOf<ModelSettingsView>("ModelSettingsView"), depths: [ESTIMATE] }),
};

test("a depth is chosen beside the button that sends", async () => {
  serve(MODEL);
  const onChange = vi.fn();
  show(<DepthChoice depth={null} onChange={onChange} />);

  await userEvent.selectOptions(await screen.findByLabelText("How far to look"), "Deep");

  expect(onChange).toHaveBeenCalledWith("deep");
});

test("no depth is offered where no model answers", async () => {
  const calls = serve({
    "GET /settings/models": () => ({ ...sampleOf<ModelSettingsView>("ModelSettingsView"), depths: [] }),
  });
  show(<DepthChoice depth={null} onChange={() => undefined} />);

  await waitFor(() => expect(calls).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByLabelText("How far to look")).toBeNull();
});

test("what an answer of the chosen depth takes at most is said before it is asked", async () => {
  serve(MODEL);
  show(<Panel />);

  await userEvent.selectOptions(await screen.findByLabelText("How far to look"), "Deep");

  expect(await screen.findByText("At most 16 calls, 200,000 tokens, $0.50, 280 seconds.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("How far to look"), "Quick");
  expect(screen.queryByText(/At most 16 calls/)).toBeNull();
});

test("a conversation says what it cost, and what all about its paper did", async () => {
  const usage = { ...sampleOf<Answered>("Answered").usage, input_tokens: 900, cost_usd: 0.02, unpriced_tokens: 0 };
  const answered = { ...sampleOf<Answered>("Answered"), refusal: null, session_id: "s1", usage };
  const spent = { input_tokens: 9_000, output_tokens: 90, cost_usd: 0.25 };
  serve({
    "POST /papers/{paper_id}/chat": () =>
      stream([
        ["begun", { session_id: "s1", message_n: 1 }],
        ["done", answered],
      ]),
    "GET /papers/{paper_id}/spending": () => ({ conversations: 3, answers: 9, spent }),
  });
  show(<Panel />);

  await userEvent.type(screen.getByLabelText("Your question"), "Does it boil?{Enter}");

  expect(await screen.findByText(/This conversation: \$0\.02\./)).toBeTruthy();
  expect(await screen.findByText(/All 3 conversations about it: \$0\.25\./)).toBeTruthy();
});

test("the chosen depth is sent, and the steps are kept with the answer", async () => {
  const answered = {
    ...sampleOf<Answered>("Answered"),
    sections: [section("It boils.", { citations: [citation()] })],
    refusal: null,
    session_id: "s1",
    estimate: ESTIMATE,
    steps: [STEP],
  };
  const calls = serve({
    ...MODEL,
    "POST /papers/{paper_id}/chat": () =>
      stream([
        ["begun", { session_id: "s1", message_n: 1 }],
        ["estimate", ESTIMATE],
        ["step", STEP],
        ["done", answered],
      ]),
  });
  show(<Panel />);

  await userEvent.selectOptions(await screen.findByLabelText("How far to look"), "Deep");
  await userEvent.type(screen.getByLabelText("Your question"), "Does it boil?{Enter}");

  expect(await screen.findByText("Searched for: boiling point (4 new passages)")).toBeTruthy();
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")!.body).toEqual({
      question: "Does it boil?",
      stream: true,
      depth: "deep",
    }),
  );
  expect(screen.queryByRole("button", { name: "Answer now" })).toBeNull();
});

test("steps that are being taken say what they take at most, and can be ended", async () => {
  const onEnough = vi.fn();
  render(<Steps estimate={ESTIMATE} steps={[STEP]} live onEnough={onEnough} />);

  expect(screen.getByText("At most 16 calls, 200,000 tokens, $0.50, 280 seconds.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Answer now" }));

  expect(onEnough).toHaveBeenCalled();
});

test("a quick answer shows no steps", () => {
  const { container } = render(<Steps estimate={null} steps={[]} live onEnough={null} />);

  expect(container.textContent).toBe("");
});

test("what a second reading or a rule marks is listed with its reason", () => {
  const said = "The seed is random.";
  const rule = "It took 7 s.";
  render(
    <SecondReading
      sections={[
        section("It boils.", { second_opinion: "supported" }),
        section(said, { second_opinion: "contradicted", doubts: [doubt("reading", said, "random")] }),
        section("- It **freezes**.", { second_opinion: "not" }),
        section(rule, { doubts: [doubt("number", rule, "7")] }),
        section("It sings.", { uncited: true }),
      ]}
    />,
  );

  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "“random” – a second reading found: the quotes say otherwise.",
    "“It freezes.” – a second reading found: the quotes do not say this.",
    "“7” – differs from the quote: the number.",
    "Dotted underline: no quote stands behind this sentence.",
  ]);
});

test("a sentence whose quote is altered is listed with what the paper says, and not as one without a quote", () => {
  const change = { kind: "number" as const, quote_start: 8, quote_end: 13, text_start: 8, text_end: 13 };
  const altered = citation({
    quote: "It took 0.110 s.",
    text: "It took 0.011 s.",
    verdict: "altered",
    proves: false,
    changes: [change],
  });
  render(<SecondReading sections={[section("It took 0.110 s.", { uncited: true, citations: [altered] })]} />);

  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "“0.110” – the paper says “0.011”.",
  ]);
});

test("a sentence whose quote is not in the paper is not said to have no quote", () => {
  const invented = citation({ verdict: "not_found", proves: false });
  render(<SecondReading sections={[section("It sings.", { uncited: true, citations: [invented] })]} />);

  expect(screen.getByText("Dotted underline: no correct quote stands behind this sentence.")).toBeTruthy();
});

test.each([
  ["supported" as const, "A second reading found that the quotes say what is cited."],
  [null, ""],
])("a second reading that marks nothing (%s) takes a line, and none nothing", (opinion, said) => {
  const { container } = render(<SecondReading sections={[section("It boils.", { second_opinion: opinion })]} />);

  expect(container.textContent).toBe(said);
});
