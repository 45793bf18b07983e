/** The name, sign and look of each verdict; the sign distinguishes true from false without colour. */
import type { CitationV1 } from "@/api/types";
import { isHarmless, namesOf } from "./changes";

/** `same` and `close`: the paper says this. `false`: it does not. `weak`: the quote supports nothing either way. */
export type Look = "same" | "close" | "false" | "weak";

export interface VerdictWords {
  look: Look;
  /** Shown before the citation's number; may be empty. */
  sign: string;
  name: string;
}

const WORDS: Record<CitationV1["verdict"], VerdictWords> = {
  exact: { look: "same", sign: "", name: "Exact quote" },
  normalized: { look: "same", sign: "", name: "Same words, set differently" },
  fuzzy: { look: "close", sign: "≈", name: "Close to the paper" },
  altered: { look: "false", sign: "≠", name: "The paper says something else here" },
  spliced: { look: "false", sign: "&", name: "Put together from several places" },
  not_found: { look: "false", sign: "?", name: "Not in the paper" },
};

/** What a verdict is about: a citation, or a quote that was checked. */
type Judged = Pick<CitationV1, "verdict" | "text" | "quote" | "proves">;

export function verdictWords(citation: Judged): VerdictWords {
  // The quotes of a deleted paper are deleted too (domain/review.py), whatever their verdict was.
  if (!wordsOf(citation)) {
    return { look: "weak", sign: "", name: "Quote deleted" };
  }
  const words = WORDS[citation.verdict];
  return citation.proves || words.look === "false"
    ? words
    : { look: "weak", sign: "!", name: `${words.name}, too short to support anything` };
}

export function isFalse(citation: CitationV1): boolean {
  return verdictWords(citation).look === "false";
}

/** Tell whether a citation has a place in the paper. */
export function isFound({ pages, start }: CitationV1): boolean {
  return pages.length > 0 || start !== null;
}

/** Return the text shown for a citation: the paper's own words, or the quote if there are none. */
export function wordsOf({ text, quote }: Pick<CitationV1, "text" | "quote">): string {
  return text || quote;
}

/** Return explanations of a quote besides its verdict, as sentences. */
export function notesOn(citation: CitationV1): string[] {
  const { gap } = citation;
  const lost = "Part of this passage could not be read, such as a formula: the page shows more than these words.";
  return [verdictNote(citation), gap ? lost : ""].filter(Boolean);
}

function verdictNote({ verdict, changes }: CitationV1): string {
  const harmless = namesOf(changes.filter(isHarmless));
  const grave = namesOf(changes.filter((change) => !isHarmless(change)));
  switch (verdict) {
    case "fuzzy":
      return harmless && `The quote differs in ${harmless} only.`;
    case "altered":
      return grave && `The quote differs in ${grave}.`;
    case "spliced":
      return "The paper does not say these words together.";
    case "not_found":
      return "The paper does not contain these words.";
    default:
      return "";
  }
}
