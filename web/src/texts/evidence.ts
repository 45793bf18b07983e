/** Texts on what an answer says and what its papers say: citations, verdicts, doubts. */
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

  verdicts: {
    exact: "Exact quote",
    normalized: "Same words, set differently",
    fuzzy: "Close to the paper",
    altered: "The paper says something else here",
    spliced: "Put together from several places",
    not_found: "Not in the paper",
  },
  deleted: "Quote deleted",
  tooShort: (verdict: string) => `${verdict}, too short to support anything`,
  lost: "Part of this passage could not be read, such as a formula: the page shows more than these words.",
  differsOnlyIn: (changes: readonly string[]) => `The quote differs in ${listed(changes)} only.`,
  differsIn: (changes: readonly string[]) => `The quote differs in ${listed(changes)}.`,
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

  doubts: {
    number: "This number is in none of the quotes",
    unit: "This unit is in none of the quotes",
    negation: "The quotes differ in a negation",
    quantifier: "The quotes state another quantity",
    hedge: "The quotes state another degree of certainty",
    comparison: "The quotes make another comparison",
    name: "This name is in none of the quotes",
    order: "The quotes have these words in another order",
    word: "This word is in none of the quotes",
    unrelated: "The quotes are about something else",
  },
  noCorrectQuote: "No correct quote supports this",
  noQuote: "No quote supports this",

  secondReading: "Second reading",
  secondSupports: "A model that read this a second time finds every quoted sentence supported.",
  secondDoubts: "A model that read this a second time has doubts:",
  second: {
    partly: "its quotes say only a part of this",
    not: "its quotes do not say this",
  },
});
