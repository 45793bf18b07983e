/** Texts on what an answer says and what its papers say: citations, verdicts, doubts. */
import { CONSTANTS } from "@/api/constants";
import { said } from "./language";
import { listed } from "./words";

export const evidence = said("evidence", {
  citation: (number: number, verdict: string, place: string) =>
    `Citation ${number}: ${verdict}${place ? `, ${place}` : ""}`,
  alike: (percent: number) => `${percent} % alike`,
  evidence: (quotes: number, wrong: number) =>
    `Evidence (${quotes}${wrong > 0 ? `, ${wrong} not as in the paper` : ""})`,
  table: "Table",
  picture: (alt: string) => (alt ? `[picture: ${alt}]` : "[picture]"),

  verdicts: verdictTitles(),
  deleted: "Quote deleted",
  tooShort: (verdict: string) => `${verdict}, too short to support anything`,
  lost: "Part of this passage could not be read, such as a formula: the page shows more than these words.",
  differsOnlyIn: (changes: readonly string[]) => `The quote differs in ${listed(changes)} only.`,
  differsIn: (changes: readonly string[]) => `The quote differs in ${listed(changes)}.`,
  leftOff: (words: readonly string[]) => `The quote leaves off: ${words.map((part) => `“${part}”`).join(" … ")}.`,
  notTogether: "The paper does not say these words together.",
  notThere: "The paper does not contain these words.",
  changes: {
    spelling: "spelling",
    article: "an article",
    marker: "a citation marker",
    number: "a number",
    sign: "a sign",
    unit: "a unit",
    negation: "a negation",
    quantifier: "a quantity",
    hedge: "the degree of certainty",
    comparison: "a comparison",
    name: "a name",
    order: "the word order",
    omission: "an omission",
    word: "a word",
  },

  // Read out by screen readers around struck and inserted words.
  spokenNotThere: "Not in the paper: ",
  spokenWrote: " The answer wrote: ",
  spokenElsewhere: "and elsewhere: ",
  spokenStruck: " (the answer wrote ",
  spokenPaperNot: ", the paper does not) ",
  spokenLeftOut: " (the answer left out what the paper says: ",
  spokenSays: "the paper says ",

  /** Why words are marked, as sentences without their full stop. */
  doubts: {
    number: "Differs from the quote: the number",
    unit: "Differs from the quote: the unit",
    negation: "Differs from the quote: a “not” or “no”",
    quantifier: "Differs from the quote: the quantity",
    hedge: "Differs from the quote: the degree of certainty",
    comparison: "Differs from the quote: the comparison",
    name: "Differs from the quote: the name",
    order: "Differs from the quote: the order of the words",
    word: "Differs from the quote: the word",
    unrelated: "The quote is about something else",
    reading: "A second reading has doubts",
  },
  quoteSays: (numbers: readonly string[]) =>
    `Differs from the quote, which says ${listed(numbers.map((number) => `“${number}”`))}`,
  secondFound: (what: string) => `A second reading found: ${what}`,
  second: {
    contradicted: "the quotes say otherwise",
    not: "the quotes do not say this",
  },
  secondSupports: "A second reading found that the quotes say what is cited.",
  silentOn: (words: string) => `The cited text does not cover “${words}”.`,
  marked: "Marked words",
  paperSays: (words: string) => `the paper says “${words}”`,
  dotted: "Dotted underline: no quote stands behind this sentence.",
  dottedWrong: "Dotted underline: no correct quote stands behind this sentence.",
  noCorrectQuote: "No correct quote stands behind this sentence",
  noQuote: "No quote stands behind this sentence",
});

/** Return the English names of the verdicts: those of the table in `domain/verdicts.py`. */
function verdictTitles() {
  const titles = Object.entries(CONSTANTS.verdicts).map(([name, { title }]) => [name, title]);
  return Object.fromEntries(titles) as Record<keyof typeof CONSTANTS.verdicts, string>;
}
