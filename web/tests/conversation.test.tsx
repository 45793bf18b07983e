import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { SessionMessages } from "@/api/types";
import { ask, asked, BEGUN, done, Panel } from "./chatting";
import { answer, section, show } from "./made";
import { problem, sampleOf, serve, stream } from "./server";

/** One question, and its answer where that is complete. */
function conversation(state: "pending" | "complete") {
  return {
    ...sampleOf<SessionMessages>("SessionMessages"),
    messages: [
      { ...sampleOf<object>("MessageView"), n: 0, role: "user", text: "Does it boil?" },
      {
        ...sampleOf<object>("MessageView"),
        n: 1,
        role: "assistant",
        state,
        answer: state === "complete" ? answer([section("It did.")]) : null,
      },
    ],
  };
}

describe("a conversation", () => {
  test("is resumed from the address", async () => {
    serve({
      "GET /chat/{session_id}": () => conversation("complete"),
    });
    show(<Panel session="s1" />);

    expect(await screen.findByText("It did.")).toBeTruthy();
  });

  test("whose last answer is still being written is followed until it is there", async () => {
    let state: "pending" | "complete" = "pending";
    serve({
      "GET /chat/{session_id}": () => conversation(state),
    });
    show(<Panel session="s1" />);

    expect(await screen.findByText("Looking for passages")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Stop the answer" })).toBeTruthy();
    state = "complete";
    expect(await screen.findByText("It did.", {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
  });

  test("that was gone on with in another tab shows what was asked there", async () => {
    const before = conversation("complete");
    const [question, reply] = before.messages;
    const after = [
      { ...question, n: 2, text: "Does it sing?" },
      { ...reply, n: 3, answer: answer([section("It sang.")]) },
    ];
    let messages = before.messages;
    serve({ "GET /chat/{session_id}": () => ({ ...before, messages }) });
    show(<Panel session="s1" />);
    await screen.findByText("It did.");

    messages = [...messages, ...after] as typeof messages;
    new BroadcastChannel("scholarai:conversation").postMessage("s1");

    expect(await screen.findByText("It sang.")).toBeTruthy();
  });

  test("that is gone says so, and a new one can be begun", async () => {
    const calls = serve({
      "GET /chat/{session_id}": () => problem(404, "session_unknown", "there is no such conversation"),
      "POST /papers/{paper_id}/chat": () => stream([BEGUN, done()]),
    });
    show(<Panel session="s9" />);

    expect((await screen.findByRole("alert")).textContent).toContain("There is no such conversation.");
    await userEvent.click(screen.getAllByRole("button", { name: "New conversation" })[1]!);
    await ask();
    expect(await screen.findByRole("button", { name: /^Citation 1/ })).toBeTruthy();
    expect(asked(calls).at(-1)?.body).toEqual({ question: "Does it boil?", stream: true });
  });

  test("that is left in mid-answer holds nobody up", async () => {
    const hold = new AbortController();
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, ["delta", { text: "It" }]], { hold: hold.signal }) });
    show(<Panel />);

    await ask();
    await screen.findByText("Writing and checking quotes");
    await userEvent.click(screen.getByRole("button", { name: "New conversation" }));
    expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
    hold.abort();
  });

  test("ends with a new one", async () => {
    serve({ "POST /papers/{paper_id}/chat": () => stream([BEGUN, done()]) });
    show(<Panel />);

    await ask();
    await screen.findByRole("button", { name: /^Citation 1/ });
    await userEvent.click(screen.getByRole("button", { name: "New conversation" }));
    expect(screen.queryByText("Does it boil?")).toBeNull();
  });
});
