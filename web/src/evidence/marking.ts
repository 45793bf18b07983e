/** Writes an answer's sections as one Markdown text in which signs stand for citations, formulas, doubts and unquoted parts. */
import type { CitationV1, TextSectionV1 } from "@/api/types";
import { overlapping, type Span } from "@/lib/text";
import { evidence as texts } from "@/texts/evidence";
import { piecesOf } from "@/ui/math";
import { doubtsOf, wordsIn, type DoubtSpan } from "./doubts";
import { joined } from "./joined";

/**
 * What opens and closes a sign, its number between them. Markdown takes those of the private use area for letters; a citation
 * is punctuation to it, so that emphasis may end before one.
 */
export const SIGNS = {
  cite: "\u2E4E\u2E4F",
  math: "\uE001\uE006",
  doubt: "\uE002\uE006",
  sure: "\uE003\uE006",
  uncited: "\uE004\uE006",
  cited: "\uE005\uE006",
};
const OURS = /[\uE000-\uE006\u2E4E\u2E4F]/g;

export interface Formula {
  tex: string;
  display: boolean;
  /** As it was written, for where nothing is set, such as in code. */
  source: string;
}

export interface Marked {
  markdown: string;
  citations: { citation: CitationV1; silentOn: string }[];
  formulas: Formula[];
  doubts: DoubtSpan[];
  /** Why parts are not quoted, in the order of their signs. */
  reasons: string[];
}

interface Mark {
  at: number;
  sign: string;
}

/** The streaming text after the sections has no marks yet; `unmarked` leaves out that nothing is quoted. */
export function marked(sections: readonly TextSectionV1[], tail: string, unmarked = false): Marked {
  const all: Marked = { markdown: "", citations: [], formulas: [], doubts: [], reasons: [] };
  const { text: said, starts, cited } = joined([...sections.map(({ text }) => text), tail]);
  const text = said.replace(OURS, "\uFFFD");
  const formulas = formulasIn(text);
  const marks: Mark[] = [];
  for (const [index, section] of sections.entries()) {
    const start = starts[index]!;
    for (const doubt of doubtsOf(section)) {
      const span = { ...doubt, start: start + doubt.start, end: start + doubt.end };
      // A formula is doubted as a whole.
      const over = overlapping(formulas, span);
      const number = all.doubts.push(doubt) - 1;
      marks.push({ at: Math.min(span.start, ...over.map((one) => one.start)), sign: signOf("doubt", number) });
      marks.push({ at: Math.max(span.end, ...over.map((one) => one.end)), sign: signOf("sure", number) });
    }
    const words = section.uncited && !unmarked ? wordsIn(section.text) : null;
    if (words) {
      const number = all.reasons.push(section.citations.length ? texts.noCorrectQuote : texts.noQuote) - 1;
      marks.push({ at: start + words.start, sign: signOf("uncited", number) });
      marks.push({ at: start + words.end, sign: signOf("cited", number) });
    }
    const { at, below } = cited[index]!;
    const silentOn = section.silent_on;
    const cites = section.citations
      .map((citation) => signOf("cite", all.citations.push({ citation, silentOn }) - 1))
      .join("");
    marks.push({ at, sign: cites && below ? `\n\n${cites}` : cites });
  }
  all.markdown = replaced(text, marks, formulas, all);
  return all;
}

export interface Sign {
  kind: keyof typeof SIGNS;
  index: number;
}

const KINDS = new Map(Object.entries(SIGNS).map(([kind, sign]) => [sign[0]!, kind as keyof typeof SIGNS]));

/** Cut a text into words and signs. */
export function signsIn(text: string): (string | Sign)[] {
  return text.split(/([\uE001-\uE005]\d+\uE006|\u2E4E\d+\u2E4F)/).flatMap((piece, index): (string | Sign)[] => {
    if (index % 2) {
      return [{ kind: KINDS.get(piece[0]!)!, index: Number(piece.slice(1, -1)) }];
    }
    return piece ? [piece] : [];
  });
}

function signOf(kind: keyof typeof SIGNS, index: number): string {
  return `${SIGNS[kind][0]}${index}${SIGNS[kind][1]}`;
}

function replaced(text: string, marks: readonly Mark[], formulas: readonly (Formula & Span)[], all: Marked): string {
  const sorted = [...marks].sort((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let place = 0;
  const upTo = (end: number) => {
    for (const { at, sign } of sorted.splice(0, sorted.filter((mark) => mark.at <= end).length)) {
      pieces.push(text.slice(place, at), sign);
      place = Math.max(place, at);
    }
    pieces.push(text.slice(place, end));
    place = end;
  };
  for (const formula of formulas) {
    upTo(formula.start);
    pieces.push(signOf("math", all.formulas.push(formula) - 1));
    place = formula.end;
  }
  upTo(text.length);
  return pieces.join("");
}

/** Formulas stand within one paragraph: two sums of money in two of them are none. */
function formulasIn(text: string): (Formula & Span)[] {
  let place = 0;
  return text.split(/(\n[ \t]*\n)/).flatMap((paragraph) => {
    const start = place;
    place += paragraph.length;
    return piecesOf(paragraph)
      .filter(({ kind }) => kind === "math")
      .map((piece) => ({
        start: start + piece.start,
        end: start + piece.end,
        tex: piece.value,
        display: piece.display,
        source: paragraph.slice(piece.start, piece.end),
      }));
  });
}
