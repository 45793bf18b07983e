import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { DoubtV1, TextSectionV1 } from "@/api/types";
import { AnswerText } from "@/evidence/answer-text";
import { CitationChip } from "@/evidence/citation-chip";
import { reasonFor } from "@/evidence/doubts";
import { SecondReading } from "@/evidence/second-reading";
import { citation, doubt, section } from "./made";

function shown(...sections: TextSectionV1[]) {
  return render(<AnswerText sections={sections} tail="" renderCitation={() => null} />).container;
}

function doubted(text: string, ...words: string[]): TextSectionV1 {
  return section(text, { doubts: words.map((one) => doubt("number", text, one)) });
}

const CHIP = { paperTitle: null, current: false, onShow: () => undefined };

/** The words under each mark, without what is said to screen readers alone. */
function marks(container: HTMLElement): string[] {
  return [...container.querySelectorAll("mark")].map((mark) => {
    const copy = mark.cloneNode(true) as HTMLElement;
    copy.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
    return copy.textContent;
  });
}

describe("a doubt", () => {
  test.each<[DoubtV1["kind"], RegExp]>([
    ["number", /Differs from the quote: the number/],
    ["unit", /the unit/],
    ["negation", /a “not” or “no”/],
    ["quantifier", /the quantity/],
    ["hedge", /degree of certainty/],
    ["comparison", /the comparison/],
    ["name", /the name/],
    ["order", /order of the words/],
    ["word", /the word/],
    ["unrelated", /about something else/],
  ])("about a %s says why", (kind, why) => {
    const text = "Kettles boil 7 cups.";
    const container = shown(section(text, { doubts: [doubt(kind, text, "7")] }));

    expect(container.querySelector("mark .sr-only")?.textContent).toMatch(why);
  });

  test.each<[string, RegExp]>([
    ["We assume that all d = 365 days are equally likely.", /Differs from the quote, which says “365”\)/],
    ["Of 366 days, 365 or 365 are usual, or 364.5.", /which says “365” and “364.5”\)/],
    ["All days are equally likely.", /Differs from the quote: the number/],
    ["In 1, 2, 3 or 4 days.", /Differs from the quote: the number/],
  ])("about a number names those of the quote %j where they are few", (quote, why) => {
    const text = "All 366 days are equally likely.";
    const one = section(text, { doubts: [doubt("number", text, "366")], citations: [citation({ text: quote })] });

    expect(shown(one).querySelector("mark .sr-only")?.textContent).toMatch(why);
  });

  test("is underlined where it stands, and nowhere else the same words stand", () => {
    const text = "7 cups took 7 minutes.";
    const container = shown(section(text, { doubts: [{ kind: "number", text: "7", start: 12, end: 13 }] }));

    expect(marks(container)).toEqual(["7"]);
    expect(container.querySelector("mark")?.previousSibling?.textContent).toBe("7 cups took ");
  });

  test.each([
    ["## Kettles\n- 9 cups\n\n* in 7 minutes", ["9", "7"]],
    ["It takes **7** minutes, **or 9**, at 11.", ["7", "9", "11"]],
    ["  An indented 7.\n\n\n# And 9", ["7", "9"]],
    ["𝛼 is 7 and **𝛽 is 9** of 𝛾.", ["7", "9", "𝛾"]],
    ["It took 1,024 s and ** not bold ** 7.", ["1,024", "7"]],
  ])("keeps its place where signs are trimmed from %j", (text, words) => {
    expect(marks(shown(doubted(text, ...words)))).toEqual(words);
  });

  test("that reaches over a line end or a bold word is underlined in all its parts", () => {
    expect(marks(shown(doubted("up to **seven** cups", "to **seven** cups")))).toEqual(["to ", "seven", " cups"]);
    expect(marks(shown(doubted("up to\n- seven", "to\n- seven")))).toEqual(["to", "seven"]);
  });

  test("inside a formula flags the formula as a whole", () => {
    const container = shown(doubted("So $n = 5$, not $m = 6$.", "5"));

    expect([...container.querySelectorAll("mark [data-tex]")].map((tex) => tex.getAttribute("data-tex"))).toEqual([
      "n = 5",
    ]);
  });

  test("counts in its own section", () => {
    const container = shown(section("First 7. "), doubted("Then 7.", "7"));

    expect(marks(container)).toEqual(["7"]);
    expect(container.querySelector("mark")?.previousSibling?.textContent).toBe("First 7. Then ");
  });

  test("says why to the pointer and to the keyboard, and is closed with Escape", async () => {
    shown(doubted("It took 7 minutes.", "7"));

    await userEvent.hover(document.querySelector("mark")!);
    expect((await screen.findByRole("tooltip")).textContent).toContain("Differs from the quote: the number.");
    await userEvent.unhover(document.querySelector("mark")!);
    expect(screen.queryByRole("tooltip")).toBeNull();
    await userEvent.tab();
    expect(screen.getByRole("tooltip")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("says why to a finger, which sets the focus, too", async () => {
    shown(doubted("It took 7 minutes.", "7"));

    await userEvent.click(document.querySelector("mark")!);
    expect(await screen.findByRole("tooltip")).toBeTruthy();
  });

  test.each<[NonNullable<TextSectionV1["second_opinion"]>, string]>([
    ["contradicted", "A second reading found: the quotes say otherwise."],
    ["not", "A second reading found: the quotes do not say this."],
  ])("of a second reading (%s) says what was found of the words that it named", async (opinion, why) => {
    const text = "It took 7 minutes.";
    shown(section(text, { second_opinion: opinion, doubts: [doubt("reading", text, "7 minutes")] }));

    await userEvent.hover(screen.getByText(/7 minutes/));
    expect((await screen.findByRole("tooltip")).textContent).toBe(why);
  });

  test("is not what a second reading finds borne out in part: the card of its citation says what is left out", async () => {
    const partly = section("It took **7 minutes**.", {
      citations: [citation()],
      second_opinion: "partly",
      silent_on: "7 minutes",
    });
    const { container } = render(
      <>
        <AnswerText
          sections={[partly]}
          tail=""
          renderCitation={(cited, silentOn) => <CitationChip citation={cited} {...CHIP} silentOn={silentOn} />}
        />
        <SecondReading sections={[partly]} />
      </>,
    );

    expect(marks(container)).toEqual([]);
    expect(container.textContent).not.toContain("second reading");
    await userEvent.hover(screen.getByRole("button", { name: /^Citation 1/ }));
    expect((await screen.findByRole("tooltip")).textContent).toContain("The cited text does not cover “7 minutes”.");
  });

  test("is not had of a second reading that finds all of it supported, which is said once", () => {
    const supported = section("It took 7 minutes.", { citations: [citation()], second_opinion: "supported" });
    render(<SecondReading sections={[supported, section("So it is.")]} />);

    expect(screen.getByText("A second reading found that the quotes say what is cited.")).toBeTruthy();
  });

  test("of a second reading that names no words marks the sentence, behind the sign of its item", () => {
    const container = shown(section("Steps:"), section("\n\n1. Draw groups.", { second_opinion: "not" }));

    expect(marks(container.querySelector("ol")!)).toEqual(["Draw groups."]);
  });

  test("of several reasons about the same words gives each reason once", () => {
    expect(reasonFor([{ why: "One" }, { why: "One" }, { why: "Two" }])).toBe("One. Two");
  });
});

describe("text that nothing supports", () => {
  test("is said to have no quote", () => {
    shown(section("It may boil.", { uncited: true }));

    expect(screen.getByTitle("No quote stands behind this sentence").textContent).toContain(
      "(No quote stands behind this sentence)",
    );
  });

  test("is said to have none that stands where its quotes are wrong", () => {
    shown(section("It may boil.", { uncited: true, citations: [citation({ verdict: "altered" })] }));

    expect(screen.getByTitle("No correct quote stands behind this sentence")).toBeTruthy();
    expect(screen.queryByTitle("No quote stands behind this sentence")).toBeNull();
  });

  test("has its doubts all the same", () => {
    const text = "It took 7 minutes.";
    const container = shown(section(text, { uncited: true, doubts: [doubt("number", text, "7")] }));

    expect(marks(container)).toEqual(["7"]);
  });
});
