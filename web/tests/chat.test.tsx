import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { Answered, MessageView, PassageV1, SessionMessages } from "@/api/types";
import { Refusal } from "@/features/chat/refusal";
import { ask, asked, BEGUN, done, Panel } from "./chatting";
import { answer, citation, section, show } from "./made";
import { problem, sampleOf, serve, stream } from "./server";

describe("a question", () => {
  test("is answered as it streams, and its session is gone on with", async () => {
    const calls = serve({
      "POST /papers/{paper_id}/chat": () => stream([BEGUN, ["delta", { text: "It boils." }], done()]),
    });
    show(<Panel />);

    await ask();
    expect(await screen.findByRole("button", { name: /^Citation 1/ })).toBeTruthy();
    await ask("And then?");
    await waitFor(() => expect(asked(calls)).toHaveLength(2));
    expect(asked(calls).map(({ body }) => body)).toEqual([
      { question: "Does it boil?", stream: true },
      { question: "And then?", stream: true, session_id: "s1", parent: 1 },
    ]);
    expect(new Set(asked(calls).map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(2);
  });

  test("is edited into a branch of its own, and the arrows lead back", async () => {
    let n = -1;
    const calls = serve({
      "POST /papers/{paper_id}/chat": () => {
        n += 2;
        return stream([["begun", { session_id: "s1", message_n: n }], done({ message_n: n })]);
      },
      "PATCH /chat/{session_id}": () => ({}),
    });
    show(<Panel />);

    await ask();
    await ask("And then?");
    await userEvent.click((await screen.findAllByRole("button", { name: "Edit the question" }))[0]!);
    await userEvent.type(screen.getByLabelText("The question in other words"), " Surely{Enter}");
    expect(await screen.findByText("2 / 2")).toBeTruthy();
    expect(screen.queryByText("And then?")).toBeNull();
    await waitFor(() =>
      expect(asked(calls).at(-1)?.body).toMatchObject({ question: "Does it boil? Surely", parent: -1 }),
    );
    await userEvent.click(screen.getByRole("button", { name: "Earlier wording" }));
    expect(screen.getByText("And then?")).toBeTruthy();
    expect(calls.findLast(({ method }) => method === "PATCH")?.body).toEqual({ shown: 1 });
    expect(document.activeElement?.closest('[role="group"]')).toBeTruthy();
  });

  test("may have several lines and is not sent empty", async () => {
    const calls = serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done()]) });
    show(<Panel />);

    await userEvent.type(screen.getByLabelText("Your question"), "   {Enter}");
    expect(asked(calls)).toHaveLength(0);
    await userEvent.clear(screen.getByLabelText("Your question"));
    await userEvent.type(screen.getByLabelText("Your question"), "One{Shift>}{Enter}{/Shift}two{Enter}");
    await waitFor(() => expect(asked(calls)[0]?.body).toMatchObject({ question: "One\ntwo" }));
  });

  test("that fails says why, and is asked again under the same key", async () => {
    let tries = 0;
    const calls = serve({
      "POST /papers/{paper_id}/chat": () =>
        (tries += 1) === 1
          ? stream([
              BEGUN,
              [
                "error",
                {
                  ...sampleOf<object>("ProblemDetails"),
                  detail: "The model is busy.",
                  code: "rate_limited",
                  retryable: true,
                },
              ],
            ])
          : stream([BEGUN, done()]),
      "GET /chat/{session_id}": () => ({
        ...sampleOf<SessionMessages>("SessionMessages"),
        messages: [
          { ...sampleOf<object>("MessageView"), n: 0, role: "user" },
          { ...sampleOf<object>("MessageView"), n: 1, role: "assistant", state: "failed" },
        ],
      }),
    });
    show(<Panel />);

    await ask();
    expect((await screen.findByRole("alert")).textContent).toContain("The model is busy.");
    await userEvent.click(screen.getByRole("button", { name: "Ask again" }));
    expect(await screen.findByRole("button", { name: /^Citation 1/ })).toBeTruthy();
    const keys = calls.filter(({ method }) => method === "POST").map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys[0]).toBe(keys[1]);
    expect(screen.getAllByRole("article")).toHaveLength(1);
  });

  test("whose stream breaks off finds the answer that was saved meanwhile", async () => {
    serve({
      "POST /papers/{paper_id}/chat": () => stream([BEGUN, ["delta", { text: "It b" }]]),
      "GET /chat/{session_id}": () => ({
        ...sampleOf<SessionMessages>("SessionMessages"),
        messages: [
          { ...sampleOf<object>("MessageView"), n: 0, role: "user" },
          { ...sampleOf<object>("MessageView"), n: 1, state: "complete", answer: answer([section("It boiled.")]) },
        ],
      }),
    });
    show(<Panel />);

    await ask();
    expect(await screen.findByText("It boiled.")).toBeTruthy();
  });

  test("whose stream breaks off with its server says so", async () => {
    serve({
      "POST /papers/{paper_id}/chat": () => stream([BEGUN, ["delta", { text: "It b" }]]),
      "GET /chat/{session_id}": () => problem(503, "store_unreachable", "the store cannot be reached"),
    });
    show(<Panel />);

    await ask();
    expect((await screen.findByRole("alert")).textContent).toContain("lost during the answer");
  });

  test("that is refused by the API is not lost", async () => {
    serve({ "POST /papers/{paper_id}/chat": () => problem(429, "daily_limit_reached", "a day's worth is taken") });
    show(<Panel />);

    await ask();
    expect((await screen.findByRole("alert")).textContent).toContain("A day's worth is taken.");
    expect(screen.getByText("Does it boil?")).toBeTruthy();
  });

  test("can be stopped, and what came stays", async () => {
    const holding = new AbortController();
    const calls = serve({
      "POST /papers/{paper_id}/chat": () => stream([BEGUN, ["delta", { text: "It may" }]], { hold: holding.signal }),
      "POST /chat/{session_id}/cancel": () => undefined,
    });
    show(<Panel />);

    await ask();
    await screen.findByText("It may");
    await userEvent.click(screen.getByRole("button", { name: "Stop the answer" }));
    holding.abort();
    expect(await screen.findByText("You stopped this answer.")).toBeTruthy();
    expect(screen.getByText("It may")).toBeTruthy();
    expect(calls.map(({ path }) => path)).toContain("/chat/s1/cancel");
  });

  test("can be stopped, and what of it was checked takes the place of what came", async () => {
    const holding = new AbortController();
    const note = "Stopped before the answer was finished: 1 sentence was checked.";
    const checked = answer([section("It may boil.", { citations: [citation()] })], {
      kind: "answer",
      truncated: true,
      notes: [note],
    });
    const messages = [
      { ...sampleOf<MessageView>("MessageView"), n: 0, role: "user" as const },
      { ...sampleOf<MessageView>("MessageView"), n: 1, state: "complete" as const, answer: checked },
    ];
    serve({
      "POST /papers/{paper_id}/chat": () =>
        stream([BEGUN, ["delta", { text: "It may boil. Or n" }]], { hold: holding.signal }),
      "POST /chat/{session_id}/cancel": () => undefined,
      "GET /chat/{session_id}": () => ({ ...sampleOf<SessionMessages>("SessionMessages"), messages }),
    });
    show(<Panel />);

    await ask();
    await screen.findByText(/Or n/);
    await userEvent.click(screen.getByRole("button", { name: "Stop the answer" }));
    holding.abort();
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.getByText("It may boil.")).toBeTruthy();
    expect(screen.queryByText(/Or n|You stopped|cut off/)).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("whose answer is begun again shows nothing of what came before", async () => {
    const hold = new AbortController();
    const events: [string, unknown][] = [
      BEGUN,
      ["section", section("It never boils. ")],
      ["delta", { text: "It never" }],
      ["restarted", {}],
    ];
    serve({ "POST /papers/{paper_id}/chat": () => stream(events, { hold: hold.signal }) });
    show(<Panel />);

    await ask();
    expect((await screen.findByText("Writing the answer again")).getAttribute("role")).toBe("status");
    expect(screen.queryByText(/It never/)).toBeNull();
    hold.abort();
  });

  test("whose answer was begun again ends with the second one alone", async () => {
    serve({
      "POST /papers/{paper_id}/chat": () =>
        stream([BEGUN, ["delta", { text: "It never boils." }], ["restarted", {}], ["delta", { text: "It b" }], done()]),
    });
    show(<Panel />);

    await ask();
    expect(await screen.findByText("It boils.")).toBeTruthy();
    expect(screen.queryByText(/It never/)).toBeNull();
  });

  test.each<[string, Partial<Answered>, string]>([
    ["was cut", { truncated: true }, "The answer was cut off at the model's limit."],
    [
      "answers a part",
      { partial: true },
      "This answers part of the question; the model found no answer to the rest in the paper.",
    ],
    [
      "is not the model's",
      { degraded: "rate_limited" },
      "The model could not be reached, so this was searched without it.",
    ],
  ])("whose answer %s says so once, and alarms nobody", async (_, changes, notice) => {
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ degraded: null, ...changes })]) });
    show(<Panel />);

    await ask();
    expect(await screen.findAllByText(notice)).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("that is answered in full has nothing to say about the answer", async () => {
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done()]) });
    show(<Panel />);

    await ask();
    await screen.findByText("It boils.");
    expect(screen.queryByText(/could not be reached|was cut|part of the question/)).toBeNull();
  });

  test("for which the model could not be reached names the failure among the details", async () => {
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ degraded: "rate_limited" })]) });
    show(<Panel />);

    await ask();
    expect((await screen.findByText("rate_limited")).closest("dl")).toBeTruthy();
  });

  test("that rules of an earlier release refused shows the closest passages, and denies nothing", async () => {
    const passage = {
      ...sampleOf<PassageV1>("PassageV1"),
      chunk_id: "c1",
      text: "Kettles are cold.",
      label: "p. 3",
      pages: [],
    };
    const refusal = {
      reason: "weak_evidence" as const,
      message: "Nothing in the paper seems to answer this.",
      nearest: [passage],
      by_model: false,
    };
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ sections: [], refusal })]) });
    const opened = vi.fn();
    show(<Panel onPassage={opened} />);

    await ask();
    await userEvent.click(await screen.findByRole("button", { name: /Kettles are cold/ }));
    expect(screen.getByText("No passage clearly answers; these come closest.")).toBeTruthy();
    expect(screen.queryByText(/seems to answer/)).toBeNull();
    expect(screen.getByText("Closest passages")).toBeTruthy();
    expect(opened).toHaveBeenCalledOnce();
  });

  test("that the model declines shows its reason as its own words", async () => {
    const message = "The drops are simulated, so that there is no velocity of an experiment.";
    const refusal = { reason: "model_declined" as const, message, nearest: [], by_model: true };
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ sections: [], refusal })]) });
    show(<Panel />);

    await ask();
    expect((await screen.findByText(message)).closest("blockquote")?.previousSibling?.textContent).toBe(
      "The model found no answer in the paper",
    );
    expect(screen.queryByText("Closest passages")).toBeNull();
  });

  test("whose answer no quote stands behind says so once, and not at each sentence", async () => {
    const sections = [section("Briefly:"), section(" It boils.", { uncited: true })];
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ kind: "answer", sections })]) });
    show(<Panel />);

    await ask();
    expect(await screen.findByText("No quote of the papers stands behind this answer.")).toBeTruthy();
    expect(screen.queryByTitle(/No quote/)).toBeNull();
    expect(screen.queryByText(/Dotted/)).toBeNull();
  });

  test("one of whose sentences no quote stands behind says so there alone", async () => {
    const sections = [section("It boils.", { citations: [citation()] }), section(" It sings.", { uncited: true })];
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done({ kind: "answer", sections })]) });
    show(<Panel />);

    await ask();
    expect((await screen.findByTitle("No quote stands behind this sentence")).textContent).toContain("It sings.");
    expect(screen.queryByText(/stands behind this answer/)).toBeNull();
  });
});

test.each([
  ["2 Cold kettles\n\nThey do not sing.", "p. 3, Cold kettles – Tea", "They do not sing."],
  ["Kettles sing.\n\nThey do.", "p. 3, Cold kettles", "Kettles sing. They do."],
  ["Cold kettles", "p. 3, Cold kettles", "Cold kettles"],
])("a nearest passage does not begin with the heading that its label names: %s", (text, label, shown) => {
  const passage = { ...sampleOf<PassageV1>("PassageV1"), text, label, pages: [] };
  const refusal = {
    reason: "weak_evidence" as const,
    message: "It does not say.",
    nearest: [passage],
    by_model: false,
  };
  show(<Refusal {...{ refusal, titles: new Map() }} onShow={() => undefined} />);

  expect(screen.getByRole("button").textContent?.replace(/\s+/g, " ")).toBe(`${shown}${label}`);
});

test("several papers that do not answer are named with their passages", () => {
  const passage = { ...sampleOf<PassageV1>("PassageV1"), paper_id: "p2", label: "p. 3", pages: [] };
  const refusal = {
    reason: "weak_evidence" as const,
    message: "They do not say.",
    nearest: [passage],
    by_model: false,
  };
  const titles = new Map([
    ["p1", "On Kettles"],
    ["p2", "On Tea"],
  ]);
  show(<Refusal {...{ refusal, titles }} onShow={() => undefined} />);

  expect(screen.getByRole("button", { name: /p. 3 · On Tea/ })).toBeTruthy();
});
