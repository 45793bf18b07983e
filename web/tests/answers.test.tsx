import { render } from "@testing-library/react";
import katex from "katex";
import { describe, expect, test } from "vitest";
import { serverEvents } from "@/api/sse";
import { AnswerText } from "@/evidence/answer-text";
import { paragraphsOf } from "@/evidence/paragraphs";
import { EMPTY, reduce, turnsOf, type Conversation } from "@/features/chat/turns";
import { macrosOf, piecesOf } from "@/ui/math";
import { answer, citation, section } from "./made";
import { sampleOf } from "./server";
import type { Answered, MessageView } from "@/api/types";

describe("a stream", () => {
  const TEXT =
    'event: delta\ndata: {"text":"ä"}\n\n: heartbeat\n\nevent: done\r\ndata: 1\r\ndata: 2\r\n\r\nevent: cut\ndata: x';

  test.each([1, 2, 3, 7, 1000])("gives the same events in pieces of %i bytes", async (size) => {
    const bytes = new TextEncoder().encode(TEXT);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(bytes.slice(at, at + size));
        }
        controller.close();
      },
    });

    const events = [];
    for await (const event of serverEvents(body)) {
      events.push(event);
    }

    expect(events).toEqual([
      { event: "delta", data: '{"text":"ä"}' },
      { event: "done", data: "1\n2" },
    ]);
  });
});

describe("a conversation", () => {
  const asked = reduce(EMPTY, { type: "asked", question: "Why?", depth: null, key: "k" });
  const event = (state: Conversation, one: Parameters<typeof reduce>[1] & { type: "event" }) => reduce(state, one);

  test("shows what streams behind what is settled", () => {
    let state = event(asked, {
      type: "event",
      key: "k",
      event: { type: "begun", begun: { session_id: "s", message_n: 1 } },
    });
    state = event(state, { type: "event", key: "k", event: { type: "delta", text: "First. Sec" } });
    state = event(state, { type: "event", key: "k", event: { type: "section", section: section("First. ") } });

    expect(state.sessionId).toBe("s");
    expect(state.turns[0]).toMatchObject({ state: "streaming", tail: "Sec", n: 1 });
    expect(state.turns[0]!.sections).toHaveLength(1);
  });

  test("ends with the answer as it was saved", () => {
    const answered = {
      ...sampleOf<Answered>("Answered"),
      session_id: "s",
      message_n: 3,
      sections: [section("All.")],
      refusal: null,
    };
    const state = event(asked, { type: "event", key: "k", event: { type: "done", answered } });

    expect(state.turns[0]).toMatchObject({ state: "done", n: 3, tail: "" });
    expect(state.turns[0]!.answer).not.toHaveProperty("session_id");
  });

  test("that is begun again drops what was shown of it, and keeps its place", () => {
    const happened = [
      { type: "begun", begun: { session_id: "s", message_n: 1 } },
      { type: "section", section: section("It does not boil. ") },
      { type: "delta", text: "It nev" },
      { type: "restarted" },
    ] as const;
    let state = asked;
    for (const one of happened) {
      state = event(state, { type: "event", key: "k", event: one });
    }

    expect(state.turns[0]).toMatchObject({ state: "restarted", sections: [], tail: "", n: 1 });
    state = event(state, { type: "event", key: "k", event: { type: "delta", text: "It boils." } });
    expect(state.turns[0]).toMatchObject({ state: "streaming", tail: "It boils." });
  });

  test("is read again in turns, failures included", () => {
    const message = (n: number, changes: Partial<MessageView>): MessageView => ({
      ...sampleOf<MessageView>("MessageView"),
      n,
      ...changes,
    });
    const turns = turnsOf([
      message(0, { text: "One?" }),
      message(1, { state: "complete", answer: answer([section("1")]) }),
      message(2, { text: "Two?" }),
      message(3, { state: "failed", error_code: "interrupted" }),
    ]);

    expect(turns.map(({ question, state }) => [question, state])).toEqual([
      ["One?", "done"],
      ["Two?", "failed"],
    ]);
    expect(turns[1]!.error?.message).toContain("interrupted");
  });
});

describe("an answer's text", () => {
  test("becomes paragraphs and list items with citations in place", () => {
    const cited = section("Kettles boil.\n- at once ", { citations: [citation()] });

    const paragraphs = paragraphsOf([cited, section("- slowly")], " and so on");

    expect(paragraphs.map(({ bullet, parts }) => [bullet, parts.map(({ kind }) => kind).join()])).toEqual([
      [false, "text"],
      [true, "text,cite,text,text,text,text"],
    ]);
  });

  test("may have headings", () => {
    const paragraphs = paragraphsOf([section("## Method\nA kettle #1.")], "");

    expect(paragraphs.map(({ heading, parts }) => [heading, parts.map((part) => "text" in part && part.text)])).toEqual(
      [
        [true, ["Method"]],
        [false, ["A kettle #1.", " "]],
      ],
    );
  });

  test("is never taken as HTML", () => {
    const { container } = render(
      <AnswerText
        sections={[section("<img src=x onerror=alert(1)> **bold**")]}
        tail="<b>x</b>"
        renderCitation={() => null}
      />,
    );

    expect(container.querySelector("img, b")).toBeNull();
    expect(container.querySelector("strong")?.textContent).toBe("bold");
    expect(container.textContent).toContain("<img src=x onerror=alert(1)>");
  });
});

describe("formulas", () => {
  test.each([
    ["costs $5 and $10 more", ["costs $5 and $10 more"]],
    ["so $x^2$ is", ["so ", "x^2", " is"]],
    ["so \\(x\\) and $$y$$", ["so ", "x", " and ", "y"]],
    ["some $\\sim$100 of $5 and $10", ["some ", "\\sim", "100 of $5 and $10"]],
    ["\\begin{align*}a&=b\\end{align*}", ["\\begin{align*}a&=b\\end{align*}"]],
  ])("are told from money in %s", (text, values) => {
    expect(piecesOf(text).map(({ value }) => value)).toEqual(values);
  });

  test("are set with the commands that their paper defines, labels aside", () => {
    const macros = macrosOf([
      { name: "vect", arity: 1, body: "\\mathbf{#1}" },
      { name: "eqlabel", arity: 1, body: "\\label{eq:#1}" },
    ]);
    const host = document.createElement("div");
    host.innerHTML = katex.renderToString("\\eqlabel{gauss} \\ensuremath{\\vect{x}}", { macros: { ...macros } });

    expect(host.querySelector(".mathbf")?.textContent).toBe("x");
    expect(host.querySelector(".katex-html")?.textContent).toBe("x");
  });

  test("keep their place in the text", () => {
    const text = "a $b$ c";

    expect(piecesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(["a ", "$b$", " c"]);
  });
});
