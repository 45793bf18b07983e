import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { CitationV1, ReviewSectionView } from "@/api/types";
import { CitationCard } from "@/evidence/citation-card";
import { CitationChip } from "@/evidence/citation-chip";
import { shortened, stretchesOf } from "@/evidence/deviations";
import { QuoteList } from "@/evidence/quote-list";
import { verdictWords } from "@/evidence/verdicts";
import { asPlainText } from "@/features/chat/copying";
import { ReportSection } from "@/features/review/report-section";
import { answer, change, citation, doubt, section } from "./made";
import { sampleOf } from "./server";

const LOST = { pages: [], start: null, end: null };

function altered(
  quote: string,
  text: string,
  ...pairs: [kind: Parameters<typeof change>[0], wrote: string, says: string][]
) {
  const bare = citation({ quote, text, verdict: "altered" });
  return { ...bare, changes: pairs.map(([kind, wrote, says]) => change(kind, bare, wrote, says)) };
}

function card(one: CitationV1) {
  return render(<CitationCard citation={one} paperTitle={null} />).container;
}

/** What is seen of a quote, deletions in [-…-] and insertions in {+…+}. */
function seen(one: CitationV1): string {
  const quote = card(one).querySelector("blockquote")!.cloneNode(true) as HTMLElement;
  quote.querySelectorAll(".sr-only").forEach((spoken) => spoken.remove());
  quote.querySelectorAll("del").forEach((struck) => (struck.textContent = `[-${struck.textContent}-]`));
  quote.querySelectorAll("ins").forEach((set) => (set.textContent = `{+${set.textContent}+}`));
  return quote.textContent;
}

describe("a citation", () => {
  test.each([
    ["exact", "Exact quote", "1"],
    ["normalized", "Same words, set differently", "1"],
    ["fuzzy", "Close to the paper", "≈1"],
    ["altered", "The paper says something else here", "≠1"],
    ["spliced", "Put together from several places", "&1"],
    ["not_found", "Not in the paper", "?1"],
  ] as const)("that is %s says so by name and by sign", (verdict, name, sign) => {
    render(
      <CitationChip citation={citation({ verdict })} paperTitle={null} current={false} onShow={() => undefined} />,
    );

    expect(screen.getByRole("button", { name: `Citation 1: ${name}, p. 1, Results` }).textContent).toBe(sign);
  });

  test("that is false looks otherwise than one that is true", () => {
    const looks = (verdicts: CitationV1["verdict"][]) =>
      new Set(verdicts.map((verdict) => verdictWords(citation({ verdict })).look));

    const [right, wrong] = [looks(["exact", "normalized", "fuzzy"]), looks(["altered", "spliced", "not_found"])];
    expect(wrong).toEqual(new Set(["false"]));
    expect(right.has("false")).toBe(false);
  });

  test("shows the paper's words on hover, not the quote's, and its place on click", async () => {
    const shown = vi.fn();
    const one = citation({ quote: "the kettle boils", text: "The kettle boils.", verdict: "normalized" });
    render(<CitationChip citation={one} paperTitle="On Kettles" current={false} onShow={shown} />);

    await userEvent.hover(screen.getByRole("button"));
    expect((await screen.findByRole("tooltip")).querySelector("blockquote")?.textContent).toBe("“The kettle boils.”");
    expect(screen.getByRole("tooltip").textContent).toContain("On Kettles");
    await userEvent.click(screen.getByRole("button"));
    expect(shown).toHaveBeenCalledOnce();
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("whose paper was deleted says that, and not that its words were wrong", () => {
    const gone = citation({ quote: "", text: "", verdict: "not_found", label: "source deleted", ...LOST });

    expect(verdictWords(gone)).toMatchObject({ name: "Quote deleted", look: "weak" });
    expect(verdictWords(citation({ verdict: "not_found" })).name).toBe("Not in the paper");
  });

  test("whose quote was not found leads nowhere", async () => {
    const shown = vi.fn();
    const lost = citation({ verdict: "not_found", ...LOST });
    render(<CitationChip citation={lost} paperTitle={null} current={false} onShow={shown} />);

    await userEvent.click(screen.getByRole("button"));
    expect(shown).not.toHaveBeenCalled();
    expect(screen.getByRole("tooltip")).toBeTruthy();
  });

  test("that is too short says so, and looks like none that stands", () => {
    const short = citation({ quote: "the", proves: false });
    render(<CitationChip citation={short} paperTitle={null} current={false} onShow={() => undefined} />);

    expect(screen.getByRole("button", { name: /Exact quote, too short to support anything/ }).textContent).toBe("!1");
    expect(card(short).textContent).toContain("too short to support anything");
  });

  test("from which extraction lost something says that the page shows more", () => {
    expect(card(citation({ gap: true })).textContent).toContain("such as a formula: the page shows more");
    expect(card(citation()).textContent).not.toContain("the page shows more");
  });
});

describe("a quote that deviates", () => {
  test("is struck through beside the paper's words", () => {
    const one = altered(
      "It boils in 9 hours.",
      "It boils in 7 minutes.",
      ["number", "9", "7"],
      ["unit", "hours", "minutes"],
    );

    expect(seen(one)).toBe("“It boils in [-9-] {+7+} [-hours-] {+minutes+}.”");
    expect(card(one).textContent).toContain("The quote differs in a number and a unit.");
  });

  test("says so to screen readers", () => {
    const text = card(altered("It boils at 9.", "It boils at 7.", ["number", "9", "7"])).textContent;

    expect(text).toContain("It boils at  (the answer wrote 9,  the paper says 7) .");
  });

  test("may leave out words, or put them in", () => {
    const bare = citation({ quote: "It is hot.", text: "It is not hot.", verdict: "altered" });
    const range = { kind: "negation" as const, quote_start: 5, quote_end: 5, text_start: 6, text_end: 9 };
    expect(seen({ ...bare, changes: [range] })).toBe("“It is {+not+} hot.”");

    const other = citation({ quote: "It is not hot.", text: "It is hot.", verdict: "altered" });
    const added = { kind: "negation" as const, quote_start: 6, quote_end: 9, text_start: 5, text_end: 5 };
    expect(seen({ ...other, changes: [added] })).toBe("“It is [-not-] hot.”");
    const first = { kind: "hedge" as const, quote_start: 0, quote_end: 5, text_start: 0, text_end: 0 };
    expect(seen({ ...altered("Maybe it boils.", "It boils."), changes: [first] })).toBe("“[-Maybe-] It boils.”");
  });

  test("in letters, articles or markers alone is shown as the paper has it", () => {
    const quote = "A ketle boils.";
    const bare = citation({ quote, text: "The kettle boils [4].", verdict: "fuzzy", similarity: 0.97 });
    const changes = [change("article", bare, "A", "The"), change("spelling", bare, "ketle", "kettle")];

    expect(seen({ ...bare, changes })).toBe("“The kettle boils [4].”");
    expect(card({ ...bare, changes }).textContent).toContain("The quote differs in an article and spelling only.");
    expect(card({ ...bare, changes }).textContent).toContain("97 % alike");
  });

  test("is counted in code points", () => {
    const one = altered("𝛼𝛽 is 9 and 𝛾 is 8.", "𝛼𝛽𝛿 is 7 and 𝛾 is 6.", ["number", "9", "7"], ["number", "8", "6"]);

    expect(seen(one)).toBe("“𝛼𝛽𝛿 is [-9-] {+7+} and 𝛾 is [-8-] {+6+}.”");
  });

  test("that has the words in another order is set whole beside the paper's", () => {
    const bare = citation({ quote: "Tea beats water.", text: "Water beats tea.", verdict: "altered" });
    const moved = { kind: "order" as const, quote_start: 3, quote_end: 3, text_start: 0, text_end: 16 };

    expect(seen({ ...bare, changes: [moved] })).toBe("“Water beats tea.”[-“Tea beats water.”-]");
  });

  test("that was put together shows each part, and where they were joined", () => {
    const one = citation({
      quote: "Kettles boil and tea cools.",
      text: "Kettles boil … tea cools.",
      verdict: "spliced",
    });

    expect(seen(one)).toBe("“Kettles boil … tea cools.”[-“Kettles boil and tea cools.”-]");
    expect(stretchesOf(one).map(({ kind }) => kind)).toEqual(["same", "joint", "same"]);
    expect(card(one).textContent).toContain("The paper does not say these words together.");
  });

  test("that was not found is shown as the answer's, struck through", () => {
    const one = citation({ quote: "Tea is older than water.", verdict: "not_found", ...LOST });

    expect(seen(one)).toBe("[-“Tea is older than water.”-]");
    expect(card(one).textContent).toContain("Not in the paper: “Tea is older");
  });

  test("of an answer that was saved without the paper's words is shown as it is", () => {
    expect(seen(citation({ quote: "It boils.", text: "" }))).toBe("“It boils.”");
  });

  test("is shown with what stands beside its deviations where it is very long", () => {
    const words = "kettle ".repeat(200);
    const one = altered(`${words}9 ${words}`, `${words}7 ${words}`, ["number", "9", "7"]);
    const parts = shortened(stretchesOf(one));

    expect(parts.map(({ wrote, says }) => wrote + says).join("").length).toBeLessThan(700);
    expect(seen(one)).toMatch(/kettle \[-9-\] \{\+7\+\} kettle/);
    expect(seen(one)).toContain("[…]");
  });
});

describe("the list of an answer's quotes", () => {
  const quotes = [citation(), citation({ number: 2, verdict: "not_found", ...LOST })];

  test("says how many are not as the paper has them", () => {
    render(<QuoteList quotes={quotes.map((one) => ({ citation: one, paperTitle: null, onShow: () => undefined }))} />);

    expect(screen.getByText("Evidence (2, 1 not as in the paper)")).toBeTruthy();
  });

  test("leads to the places of those that were found", async () => {
    const shown = vi.fn();
    render(<QuoteList quotes={quotes.map((one) => ({ citation: one, paperTitle: null, onShow: shown }))} />);

    for (const button of document.querySelectorAll("button")) {
      await userEvent.click(button);
    }
    expect(shown).toHaveBeenCalledOnce();
  });

  test("is not there where nothing was quoted", () => {
    expect(render(<QuoteList quotes={[]} />).container.textContent).toBe("");
  });
});

test("a report shows the paper's words in its evidence, and the doubts of its table's cells", () => {
  const inText = { ...altered("It boils at 9.", "It boils at 7.", ["number", "9", "7"]), number: 5 };
  const inCell = citation({ quote: "hot", text: "Hot", verdict: "normalized", start: 40, end: 43 });
  const table = { title: "T", columns: [{ name: "C", description: "" }] };
  const rows = [
    {
      paper_id: "p1",
      label: "A",
      cells: [{ value: "7 °C", citations: [inCell], doubts: [doubt("unit", "7 °C", "°C")] }],
    },
  ];
  const part = { lead: [], text: [section("At 9.", { citations: [inText] })], table: { ...table, rows } };
  render(
    <ReportSection
      section={{ ...sampleOf<ReviewSectionView>("ReviewSectionView"), ...part }}
      papers={new Map()}
      followed={[]}
      numberOf={(one) => (one.start === 40 ? 2 : 1)}
      shown={null}
      editable={false}
      onCitation={() => undefined}
      onEdit={() => undefined}
    />,
  );

  const items = [
    ...screen
      .getByText(/^Evidence \(2, 1 not/)
      .closest("details")!
      .querySelectorAll("li"),
  ];
  expect(items.map((item) => item.querySelector("blockquote ins, blockquote")?.textContent)).toEqual([
    expect.stringContaining("the paper says 7"),
    "“Hot”",
  ]);
  expect(document.querySelector("td mark")?.textContent).toContain("°C (Differs from the quote: the unit");
  expect(items.map((item) => item.textContent.slice(0, 3))).toEqual(["[1]", "[2]"]);
});

describe("an answer that is copied", () => {
  const TITLES = new Map([["p1", "On Kettles"]]);
  const copied = (...citations: CitationV1[]) =>
    asPlainText("Do they?", answer([section("So. ", { citations })]), TITLES);

  test("has its quotes below", () => {
    const cited = answer([section("Kettles boil. ", { citations: [citation()] }), section("Tea follows.")]);

    expect(asPlainText("Do they?", cited, TITLES)).toBe(
      "Do they?\n\nKettles boil. [1] Tea follows.\n\n[1] “The kettle boils.” On Kettles, p. 1, Results (exact quote)\n",
    );
  });

  test("has the paper's words, and what the answer wrote instead", () => {
    expect(copied(altered("It boils at 9.", "It boils\nat 7.", ["number", "9", "7"]))).toContain(
      "[1] “It boils at 7.” On Kettles, p. 1, Results (the paper says something else here; the answer wrote “It boils at 9.”)",
    );
  });

  test("says which quotes are not in the paper or prove nothing", () => {
    const text = copied(
      citation({ verdict: "not_found", ...LOST }),
      citation({ number: 2, quote: "the", proves: false }),
    );

    expect(text).toContain("[1] “The kettle boils.” On Kettles, p. 1, Results (not in the paper)");
    expect(text).toContain("[2] “the” On Kettles, p. 1, Results (exact quote, too short to support anything)");
  });

  test("says of passages how sure their search is", () => {
    const message = "No passage clearly answers; these come closest.";
    const search = { outcome: "closest" as const, message, missing: [], also_searched: [], without: "", further: [] };
    const found = answer([section("“The kettle boils.”", { citations: [citation()] })], { kind: "extracts", search });

    expect(asPlainText("Do they?", found, TITLES)).toBe(
      `Do they?\n\n${message}\n\n[1] “The kettle boils.” On Kettles, p. 1, Results (exact quote)\n`,
    );
  });

  test("says what is in doubt, and that it was cut", () => {
    const text = "It took 7 minutes.";
    const cut = answer([section(text, { doubts: [doubt("number", text, "7")] })], {
      truncated: true,
      degraded: "busy",
    });

    expect(asPlainText("How long?", cut, TITLES)).toBe(
      "How long?\n\nThe model could not be reached, so this was searched without it.\n\n" +
        "It took 7 minutes.\n\nThe answer was cut off at the model's limit.\n\n" +
        "“7”: differs from the quote: the number.\n",
    );
  });
});
