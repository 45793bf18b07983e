/** The name, sign and look of each verdict; the sign distinguishes true from false without colour. */
import { CONSTANTS } from "@/api/constants";
import type { CitationV1 } from "@/api/types";
import { evidence as texts } from "@/texts/evidence";
import { isHarmless, namesOf } from "./changes";

/** `same` and `close`: the paper says this. `false`: it does not. `weak`: the quote supports nothing either way. */
export type Look = "same" | "close" | "false" | "weak";

export interface VerdictWords {
  look: Look;
  /** Shown before the citation's number; may be empty. */
  sign: string;
  name: string;
}

const LOOKS: Record<CitationV1["verdict"], Omit<VerdictWords, "name">> = CONSTANTS.verdicts;

/** What a verdict is about: a citation, or a quote that was checked. */
type Judged = Pick<CitationV1, "verdict" | "text" | "quote" | "proves">;

export function verdictWords(citation: Judged): VerdictWords {
  // The quotes of a deleted paper are deleted too (domain/review.py), whatever their verdict was.
  if (!wordsOf(citation)) {
    return { look: "weak", sign: "", name: texts.deleted };
  }
  const words = { ...LOOKS[citation.verdict], name: texts.verdicts[citation.verdict] };
  return citation.proves || words.look === "false"
    ? words
    : { look: "weak", sign: "!", name: texts.tooShort(words.name) };
}

/** Tell whether a paper does not say a quote with this verdict. */
export function isFalseVerdict(verdict: CitationV1["verdict"]): boolean {
  return LOOKS[verdict].look === "false";
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

/** Return explanations of a quote besides its verdict, as sentences; `silentOn` are words of ours that it does not cover. */
export function notesOn(citation: CitationV1, silentOn: string): string[] {
  return [verdictNote(citation), citation.gap ? texts.lost : "", silentOn && texts.silentOn(silentOn)].filter(Boolean);
}

function verdictNote({ verdict, changes, missing }: CitationV1): string {
  const harmless = namesOf(changes.filter(isHarmless));
  const grave = namesOf(changes.filter((change) => !isHarmless(change)));
  switch (verdict) {
    case "fuzzy":
      return harmless.length ? texts.differsOnlyIn(harmless) : "";
    case "altered":
      return grave.length ? texts.differsIn(grave) : "";
    case "cut":
      return missing.length ? texts.leftOff(missing.map(({ text }) => text)) : "";
    case "spliced":
      return texts.notTogether;
    case "not_found":
      return texts.notThere;
    default:
      return "";
  }
}
