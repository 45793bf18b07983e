/** What was found of a sentence, in the pieces that are drawn: its words, what the paper has instead, and where. */
import type {
  CheckedSentenceV1,
  CheckedTextV1,
  Difference,
  MissingWordsV1,
  QuoteInTextV1,
  QuotePlaceV1,
} from "@/api/types";
import type { Quotation } from "@/evidence/deviations";
import { isFalseVerdict } from "@/evidence/verdicts";
import { slice, toPoints } from "@/lib/text";

export type Outcome = CheckedSentenceV1["outcome"];

/** In the order of the summary; the sign tells outcomes apart without colour. */
export const OUTCOMES: Record<Outcome, { sign: string; ink: string }> = {
  said: { sign: "✓", ink: "text-accent" },
  changed: { sign: "≠", ink: "text-danger" },
  cut: { sign: "✂", ink: "text-danger" },
  joined: { sign: "&", ink: "text-danger" },
  not_found: { sign: "?", ink: "text-danger" },
  closest: { sign: "≈", ink: "text-warn" },
  not_checkable: { sign: "–", ink: "text-soft" },
};

/** A place in a paper that is evidence for or against a sentence. */
export interface Found {
  paperId: string;
  title: string;
  text: string;
  places: QuotePlaceV1[];
}

export interface Piece {
  words: string;
  /** What the paper has in place of the words; null where they do not differ. */
  printed: string | null;
}

export function foundOf({ paper_id: paperId, title, checked: { text, places } }: QuoteInTextV1): Found | null {
  return paperId !== null && places.length ? { paperId, title, text, places } : null;
}

/** Return the place that a sentence leads to: that of its first quote which is not said, else of any, else the nearest passage. */
export function placeOf({ quotes, nearest, reading }: CheckedSentenceV1): Found | null {
  const wrong = quotes.filter(({ checked }) => checked.verdict !== null && isFalseVerdict(checked.verdict));
  const quoted = [...wrong, ...quotes].map(foundOf).find((one) => one !== null);
  const [passage] = [...(reading?.evidence ?? []), ...nearest].filter(({ places }) => places.length);
  return quoted ?? (passage ? { ...passage, paperId: passage.paper_id } : null);
}

/** Name pages as the server names places. */
export function pagesOf(places: readonly QuotePlaceV1[]): string {
  const numbers = places.map(({ page_number }) => page_number).filter((page) => page !== null);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.length === 0 ? "" : first === last ? `p. ${first}` : `pp. ${first}–${last}`;
}

export function quotationOf({ quote, checked }: QuoteInTextV1): Quotation {
  return { quote, text: checked.text, changes: checked.changes, verdict: checked.verdict ?? "not_found" };
}

// Signs of headings, lists and block quotes before a sentence, and of emphasis in it.
const BEFORE = /^(?:[#>*+|\s-]|\d{1,3}[.)]\s)+/;
const WITHIN = /\*\*|__|`|\s*\|\s*$/g;

/** Return the paper's words beside a sentence that differs as a whole, as one that leaves off what limits it. */
export function leftOff({ text, nearest }: CheckedSentenceV1): string[] {
  return nearest.flatMap(({ differs }) => differs.filter((one) => isWhole(one, text)).map(({ printed }) => printed));
}

function isWhole({ start, end }: Difference, text: string): boolean {
  return end - start >= toPoints(text, text.length);
}

/** Return a sentence without the signs of Markdown, cut where its words differ from the nearest passages. */
export function piecesOf({ text, start, nearest }: CheckedSentenceV1): Piece[] {
  const differs = nearest
    .flatMap((passage) => passage.differs)
    .filter((one) => !isWhole(one, text))
    .sort((one, other) => one.start - other.start);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start: from, end, printed } of differs) {
    if (from - start >= at) {
      pieces.push({ words: slice(text, at, from - start), printed: null });
      pieces.push({ words: slice(text, from - start, end - start), printed });
      at = end - start;
    }
  }
  pieces.push({ words: slice(text, at, Infinity), printed: null });
  return pieces
    .map(({ words, printed }, index) => ({
      words: (index ? words : words.replace(BEFORE, "")).replace(WITHIN, "").replace(/\s+/g, " "),
      printed,
    }))
    .filter(({ words, printed }) => words || printed);
}

/** Return the paper's sentence cut at the words that a quote left off; `above` are those that stand elsewhere. */
export function restored(sentence: string, missing: readonly MissingWordsV1[]) {
  const parts: { words: string; missing: boolean }[] = [];
  const above: string[] = [];
  let at = 0;
  for (const { text, side } of [...missing].sort((one, other) => one.start - other.start)) {
    const found = side === "above" ? -1 : sentence.indexOf(text, at);
    if (found < 0) {
      above.push(text);
    } else {
      parts.push({ words: sentence.slice(at, found), missing: false }, { words: text, missing: true });
      at = found + text.length;
    }
  }
  return { parts: [...parts, { words: sentence.slice(at), missing: false }].filter(({ words }) => words), above };
}

/** Return the papers in whose pages something of a text was found, by id. */
export function markable({ sentences }: CheckedTextV1): Map<string, string> {
  const found = sentences.flatMap(({ quotes }) => quotes.map(foundOf).filter((one) => one !== null));
  const drawn = found.filter(({ places }) => places.some(({ page_number }) => page_number !== null));
  return new Map(drawn.map(({ paperId, title }) => [paperId, title]));
}
