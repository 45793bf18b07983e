import { render } from "@testing-library/react";
import katex from "katex";
import { describe, expect, test } from "vitest";
import { serverEvents } from "@/api/sse";
import { AnswerText } from "@/evidence/answer-text";
import {
  allTurns,
  answerBefore,
  branchThrough,
  NOTHING,
  reduce,
  turnsOf,
  versionsOf,
  type Asked,
} from "@/features/chat/turns";
import { macrosOf, piecesOf } from "@/ui/math";
import { answer, citation, section } from "./made";
import { sampleOf } from "./server";
import type { Answered, MessageView, TextSectionV1 } from "@/api/types";

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

describe("a conversation with branches", () => {
  const message = (n: number, parent: number, text = "") => ({
    ...sampleOf<MessageView>("MessageView"),
    n,
    parent,
    text,
    role: n % 2 ? ("assistant" as const) : ("user" as const),
    state: "complete" as const,
    answer: answer([section("Yes.")]),
  });
  const turns = turnsOf([
    ...[message(0, -1, "Why?"), message(1, 0), message(2, 1, "And then?"), message(3, 2)],
    ...[message(4, 1, "And before?"), message(5, 4), message(6, 5, "How?"), message(7, 6)],
  ]);
  const opened = { sessionId: "s", turns: [], last: null };
  const asked = reduce(opened, {
    ...{ type: "asked", sessionId: "s", question: "So?", depth: null },
    ...{ key: "new", parent: "saved-3" },
  } as const);
  const numbered = (n: number) => ({
    ...asked,
    turns: asked.turns.map((turn) => ({ ...turn, n, state: "failed" as const })),
  });

  test("shows the turns that lead to its last one", () => {
    expect(branchThrough(turns, "saved-3").map(({ question }) => question)).toEqual(["Why?", "And then?"]);
    expect(branchThrough(turns, "saved-7").map(({ question }) => question)).toEqual(["Why?", "And before?", "How?"]);
  });

  test("knows the wordings of a question, and leads through one to the end of its branch", () => {
    const wordings = versionsOf(turns, turns[1]!);

    expect(wordings).toEqual(["saved-3", "saved-5"]);
    expect(branchThrough(turns, wordings[1]!).at(-1)?.key).toBe("saved-7");
  });

  test("goes on after the nearest turn that the server knows", () => {
    const all = allTurns(turns, asked.turns, "new");

    expect(answerBefore(all, "new")).toBe(3);
    expect(answerBefore(all, null)).toBe(-1);
  });

  test("shows what was asked in another tab after what is shown, and keeps what was not saved", () => {
    const other = { ...turns[1]!, key: "saved-9", n: 9, parent: "saved-3", question: "Elsewhere?" };
    const all = allTurns([...turns, other], asked.turns, null);

    expect(branchThrough([...turns, other], "saved-3").at(-1)?.key).toBe("saved-9");
    expect(all.map(({ key }) => key)).toEqual(expect.arrayContaining(["new", "saved-9"]));
  });

  test("has in the place of a turn that was asked here what was saved of it, under the key that it has here", () => {
    const saved = { ...turns[1]!, key: "saved-9", n: 9, parent: "saved-3" };
    const after = { ...turns[1]!, key: "saved-11", n: 11, parent: "saved-9" };
    const all = allTurns([...turns, saved, after], numbered(9).turns, null);

    expect(all).toHaveLength(turns.length + 2);
    expect(branchThrough(all, "new").map(({ key, state }) => [key, state])).toEqual([
      ["saved-1", "done"],
      ["saved-3", "done"],
      ["new", "done"],
      ["saved-11", "done"],
    ]);
  });

  test("shows an answer that comes in here, whatever was saved of it before", () => {
    const saved = { ...turns[1]!, key: "saved-9", n: 9, parent: "saved-3" };

    expect(allTurns([saved], numbered(9).turns, "new").map(({ state }) => state)).toEqual(["failed"]);
  });

  test("has nothing that was asked in another one", () => {
    const other = reduce(asked, { type: "chosen", sessionId: "other", key: "saved-1" });

    expect(other).toEqual({ sessionId: "other", turns: [], last: "saved-1" });
  });

  test("of an earlier release, or whose parents make no sense, ends", () => {
    const circle = [turns[0]!, { ...turns[1]!, key: "a", parent: "b" }, { ...turns[2]!, key: "b", parent: "a" }];

    expect(branchThrough(circle, "b")).toHaveLength(2);
  });
});

describe("a conversation", () => {
  const asked = reduce(NOTHING, {
    ...{ type: "asked", sessionId: null, question: "Why?", depth: null, key: "k", parent: null },
  } as const);
  const event = (state: Asked, one: Parameters<typeof reduce>[1] & { type: "event" }) => reduce(state, one);

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
  const shown = (text: string | TextSectionV1[], tail = "") =>
    render(
      <AnswerText
        sections={typeof text === "string" ? [section(text)] : text}
        tail={tail}
        renderCitation={({ number }) => <b>{number}</b>}
      />,
    ).container;

  test("is Markdown: tables, nested and numbered lists, code, italics, quotes, headings", () => {
    const container = shown(
      "## Method\n\nIt *boils* in `kettle()`.\n\n1. First\n   - nested\n2. Second\n\n> said\n\n```\ncode _here_\n```\n\n" +
        "| Paper | Score |\n| --- | ---: |\n| A | 12 |",
    );

    expect(container.querySelector("h3")?.textContent).toBe("Method");
    expect(container.querySelector("em")?.textContent).toBe("boils");
    expect(container.querySelector("p code")?.textContent).toBe("kettle()");
    expect(container.querySelector("ol > li > ul > li")?.textContent).toBe("nested");
    expect(container.querySelectorAll("ol > li")).toHaveLength(2);
    expect(container.querySelector("blockquote")?.textContent.trim()).toBe("said");
    expect(container.querySelector("pre code")?.textContent).toBe("code _here_\n");
    expect([...container.querySelectorAll("th, td")].map(({ textContent }) => textContent)).toEqual([
      "Paper",
      "Score",
      "A",
      "12",
    ]);
  });

  test("has its citations where they were set: in lists, in cells, behind rows and behind code", () => {
    const cited = (text: string, number: number) => section(text, { citations: [citation({ number })] });
    const container = shown([
      cited("Kettles boil.\n- at once\n", 1),
      section("- slowly\n\n| A | B |\n| - | - |\n"),
      cited("| x", 2),
      cited(" | y |", 3),
      cited("\n| v | w |", 4),
      cited("\n\n```\nrun\n```", 5),
    ]);

    const within = (selector: string) =>
      [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(within("li")).toEqual(["at once1", "slowly"]);
    expect(within("td")).toEqual(["x2", "y3", "v", "w4"]);
    expect(within("pre")).toEqual(["run\n"]);
    expect(within("b")).toEqual(["1", "2", "3", "4", "5"]);
  });

  describe("whose sections are pieces of one text", () => {
    const cited = (text: string, number: number) => section(text, { citations: [citation({ number })] });
    const within = (container: HTMLElement, selector: string) =>
      [...container.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());

    test("keeps a numbered list whole, with what is nested in it and what follows", () => {
      const container = shown([
        cited("The steps are:\n\n1. Draw 20,000 groups.", 1),
        cited("\n2. Count those that differ:\n   - by more than 3", 2),
        cited("\n   - by less.\n3. Compute *p*.", 3),
        section("\n\nThe seed is fixed."),
      ]);

      expect(container.querySelectorAll("ol")).toHaveLength(1);
      expect(within(container, "ol > li > ul > li")).toEqual(["by more than 32", "by less."]);
      expect(within(container, "ol > li").map((item) => item.split("\n")[0])).toEqual([
        "Draw 20,000 groups.1",
        "Count those that differ:",
        "Compute p.3",
      ]);
      expect(container.querySelector(".prose")?.lastElementChild?.textContent).toBe("The seed is fixed.");
    });

    test("keeps a table whole whose cells, head and rows are cited", () => {
      const container = shown([
        cited("Werte je Gruppe:\n\n| Gruppe | n |\n|:--|--:|", 1),
        cited("\n| Süd | 12", 2),
        cited(" |\n| Nord", 3),
        cited(" | $|x|$ |", 4),
        section("\n\nAlle Größen in ms."),
      ]);

      expect(within(container, "th")).toEqual(["Gruppe", "n1"]);
      expect(within(container, "td")).toEqual(["Süd", "122", "Nord3", "|x|4"]);
      expect(within(container, "p")).toEqual(["Werte je Gruppe:", "Alle Größen in ms."]);
    });

    test("keeps what a citation divides: emphasis, a formula, code, and a word from what follows", () => {
      const container = shown([
        cited("**It is fast.**", 1),
        cited(" _Very._", 2),
        cited(" As $a_i ", 3),
        cited("= b_i$, it runs:\n\n```r\nx <- 1", 4),
        cited("\ny <- *x*\n```", 5),
        section("\n\nDone."),
      ]);

      expect(within(container, "strong, em")).toEqual(["It is fast.", "Very."]);
      expect([...container.querySelectorAll("[data-tex]")].map((one) => one.getAttribute("data-tex"))).toEqual([
        "a_i = b_i",
      ]);
      expect(container.querySelector("pre")?.textContent).toBe("x <- 14\ny <- *x*\n");
      expect(within(container, "b")).toEqual(["1", "2", "3", "4", "5"]);
      expect(container.textContent).toContain("It is fast.1 Very.2 As ");
    });

    test("has a space between sentences that come without one, where the script has spaces", () => {
      expect(shown([cited("It boils.", 1), section("It cools.")]).textContent).toBe("It boils.1 It cools.");
      expect(shown([cited("水が沸く", 1), section("冷める")]).textContent).toBe("水が沸く1冷める");
    });

    test("is a list while it is streamed, too", () => {
      expect(within(shown([cited("1. Draw.", 1)], "\n2. Cou"), "ol > li")).toEqual(["Draw.1", "Cou"]);
    });
  });

  test("sets formulas with all their signs, but not in code or over two paragraphs", () => {
    const container = shown("Let \\(a_i * b_i\\) and $x_1$.\n\nIt costs $5.\n\nNot `$y$` or$ that.");

    expect([...container.querySelectorAll("[data-tex]")].map((node) => node.getAttribute("data-tex"))).toEqual([
      "a_i * b_i",
      "x_1",
    ]);
    expect(container.querySelector("code")?.textContent).toBe("$y$");
    expect(container.textContent).toContain("It costs $5.");
  });

  test("underlines what no quote supports, in lists too", () => {
    const container = shown([section("- one **two**\n- three.", { uncited: true })]);

    const under = [...container.querySelectorAll("[title]")].map(({ firstChild }) => firstChild?.textContent);
    expect(under).toEqual(["one ", "two", "three."]);
    expect(container.querySelectorAll("li")).toHaveLength(2);
  });

  test("links to the web alone, and fetches no picture", () => {
    const container = shown(
      "[paper](https://example.org/a) [run](javascript:alert(1)) [data](data:text/html,x) [here](/papers/p1) " +
        "[vb](VBScript:x) ![eye](https://evil.test/x.png) <javascript:alert(2)>",
    );

    const links = [...container.querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://example.org/a"]);
    expect(links[0]!.getAttribute("rel")).toContain("noopener");
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toContain("[picture: eye]");
  });

  test("of signs that are our own stays text", () => {
    const container = shown("A \uE0000\uE006 sign \uE0021\uE006.");

    expect(container.querySelector("b, mark")).toBeNull();
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

test("a citation stays the same element while the answer grows and its state changes", () => {
  const sections = [section("Water boils.", { citations: [citation()] })];
  const show = (pressed: boolean, tail: string) => (
    <AnswerText sections={sections} tail={tail} renderCitation={() => <button aria-pressed={pressed}>1</button>} />
  );
  const { container, rerender } = render(show(false, "It"));
  const chip = container.querySelector("button");

  rerender(show(true, "It **cools** then."));

  expect(container.querySelector("button")).toBe(chip);
  expect(chip?.getAttribute("aria-pressed")).toBe("true");
});
