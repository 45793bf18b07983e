/** The differences between a quote and the paper, as segments of the paper's text in order. */
import type { ChangeV1, CitationV1 } from "@/api/types";
import { slice, toUnits } from "@/lib/text";
import { isHarmless } from "./changes";

/** What a quote claims and what the paper has in its place. */
export type Quotation = Pick<CitationV1, "quote" | "text" | "changes" | "verdict">;

export interface Stretch {
  /** `joint`: a gap between words that are not together in the paper. */
  kind: "same" | "changed" | "joint";
  /** The quote's words, which may be empty. */
  wrote: string;
  /** The paper's words, which may be empty. */
  says: string;
}

// The API's separator between words from several places.
const JOINT = " … ";

/** Return a citation's text with the quote's changes; for harmless differences, only the paper's words are kept. */
export function stretchesOf(citation: Quotation): Stretch[] {
  const { quote, text, changes, verdict } = citation;
  const grave = isRearranged(citation)
    ? []
    : changes.filter((change) => !isHarmless(change)).map((change) => inUnits(change, quote, text));
  let place = 0;
  const stretches = grave.flatMap((change) => {
    const before = same(text.slice(place, change.text_start));
    place = change.text_end;
    return [before, changed(change, quote, text)];
  });
  return [...stretches, same(text.slice(place))]
    .flatMap((stretch) => (verdict === "spliced" ? partsOf(stretch) : [stretch]))
    .filter(({ wrote, says }) => wrote || says);
}

/** Tell whether the word order differs, so that only the whole quote can be compared with the paper's text. */
export function isRearranged({ changes, verdict }: Quotation): boolean {
  const moved = changes.some(({ kind, quote_start: start, quote_end: end }) => kind === "order" && start === end);
  const inOrder = changes.every((change, index) => index === 0 || change.text_start >= changes[index - 1]!.text_end);
  return verdict === "spliced" || moved || !inOrder;
}

/** Ranges of the API count code points. */
function inUnits(change: ChangeV1, quote: string, text: string): ChangeV1 {
  return {
    kind: change.kind,
    quote_start: toUnits(quote, change.quote_start),
    quote_end: toUnits(quote, change.quote_end),
    text_start: toUnits(text, change.text_start),
    text_end: toUnits(text, change.text_end),
  };
}

function changed(change: ChangeV1, quote: string, text: string): Stretch {
  return {
    kind: "changed",
    wrote: quote.slice(change.quote_start, change.quote_end),
    says: text.slice(change.text_start, change.text_end),
  };
}

function same(says: string): Stretch {
  return { kind: "same", wrote: "", says };
}

function partsOf({ says }: Stretch): Stretch[] {
  const [first = "", ...others] = says.split(JOINT);
  return [same(first), ...others.flatMap((part) => [{ kind: "joint" as const, wrote: "", says: JOINT }, same(part)])];
}

// Guesses: one or two sentences are shown whole; of a longer quote, only the context of its differences.
const MOST = 700;
const KEPT = 130;

/** Shorten the middle of long segments if all of them together are too long for a card. */
export function shortened(stretches: readonly Stretch[]): Stretch[] {
  const length = stretches.reduce((sum, { wrote, says }) => sum + wrote.length + says.length, 0);
  return length <= MOST
    ? [...stretches]
    : stretches.map(({ kind, wrote, says }) => ({ kind, wrote: endsOf(wrote), says: endsOf(says) }));
}

/** Return a text, or its first and last words if it is too long for a card. */
export function inPassing(text: string): string {
  return text.length <= MOST ? text : endsOf(text);
}

function endsOf(text: string): string {
  const points = Array.from(text).length;
  if (points <= 2 * KEPT) {
    return text;
  }
  const begins = slice(text, 0, KEPT).replace(/\s+\S*$/, "");
  const ends = slice(text, points - KEPT, points).replace(/^\S*\s+/, "");
  return `${begins} […] ${ends}`;
}
