/** Writes an answer's sections as one Markdown text in which signs stand for citations, formulas, doubts and unquoted parts. */
import type { CitationV1, TextSectionV1 } from "@/api/types";
import { overlapping, type Span } from "@/lib/text";
import { evidence as texts } from "@/texts/evidence";
import { piecesOf } from "@/ui/math";
import { doubtsOf, type DoubtSpan } from "./doubts";

/** Of the private use area: Markdown takes them for letters. A sign ends with `END`, its number between them. */
export const SIGNS = {
  cite: "\uE000",
  math: "\uE001",
  doubt: "\uE002",
  sure: "\uE003",
  uncited: "\uE004",
  cited: "\uE005",
};
const END = "\uE006";

export interface Formula {
  tex: string;
  display: boolean;
  /** As it was written, for where nothing is set, such as in code. */
  source: string;
}

export interface Marked {
  markdown: string;
  citations: CitationV1[];
  formulas: Formula[];
  doubts: DoubtSpan[];
  /** Why parts are not quoted, in the order of their signs. */
  reasons: string[];
}

interface Mark {
  at: number;
  sign: string;
}

/** The streaming text after the sections has no marks yet. */
export function marked(sections: readonly TextSectionV1[], tail: string): Marked {
  const all: Marked = { markdown: "", citations: [], formulas: [], doubts: [], reasons: [] };
  for (const section of sections) {
    const words = withMarks(section, all);
    const end = words.trimEnd();
    const cites = section.citations.map((citation) => signOf("cite", all.citations.push(citation) - 1)).join("");
    all.markdown = withCitations(all.markdown + end, cites) + (words.slice(end.length) || " ");
  }
  all.markdown += withMarks({ text: tail, doubts: [], uncited: false, citations: [] }, all);
  return all;
}

export interface Sign {
  kind: keyof typeof SIGNS;
  index: number;
}

const KINDS = new Map(Object.entries(SIGNS).map(([kind, sign]) => [sign, kind as keyof typeof SIGNS]));

/** Cut a text into words and signs. */
export function signsIn(text: string): (string | Sign)[] {
  return text.split(/([\uE000-\uE005]\d+\uE006)/).flatMap((piece, index): (string | Sign)[] => {
    if (index % 2) {
      return [{ kind: KINDS.get(piece[0]!)!, index: Number(piece.slice(1, -1)) }];
    }
    return piece ? [piece] : [];
  });
}

function signOf(kind: keyof typeof SIGNS, index: number): string {
  return `${SIGNS[kind]}${index}${END}`;
}

/** A citation behind a table's row belongs to its last cell, and one behind code to a line of its own. */
function withCitations(text: string, cites: string): string {
  if (!cites) {
    return text;
  }
  if (/^ {0,3}(```|~~~)\s*$/.test(text.slice(text.lastIndexOf("\n") + 1))) {
    return `${text}\n\n${cites}`;
  }
  const row = text.endsWith("|") && text.lastIndexOf("\n") < text.lastIndexOf("|", text.length - 2);
  return row ? `${text.slice(0, -1).trimEnd()}${cites} |` : text + cites;
}

function withMarks(section: Pick<TextSectionV1, "text" | "doubts" | "uncited" | "citations">, all: Marked): string {
  const text = section.text.replace(/[\uE000-\uE006]/g, "\uFFFD");
  const formulas = formulasIn(text);
  const marks: Mark[] = [];
  for (const doubt of doubtsOf(section)) {
    // A formula is doubted as a whole.
    const over = overlapping(formulas, doubt);
    const index = all.doubts.push(doubt) - 1;
    marks.push({ at: Math.min(doubt.start, ...over.map(({ start }) => start)), sign: signOf("doubt", index) });
    marks.push({ at: Math.max(doubt.end, ...over.map(({ end }) => end)), sign: signOf("sure", index) });
  }
  const words = section.uncited ? wordsOf(text) : null;
  if (words) {
    const why = section.citations.length ? texts.noCorrectQuote : texts.noQuote;
    const index = all.reasons.push(why) - 1;
    marks.push({ at: words.start, sign: signOf("uncited", index) }, { at: words.end, sign: signOf("cited", index) });
  }
  return replaced(text, marks, formulas, all);
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

/** From the first word behind the signs of lists, headings and tables to the last one, so that they stay signs. */
function wordsOf(text: string): Span | null {
  const start = (/^(?:[\s>|#*_~+`-]|\d{1,9}[.)]\s)*/.exec(text)?.[0] ?? "").length;
  const end = text.search(/[^\p{L}\p{N}.,;:!?…)”’]*$/u);
  return end > start ? { start, end } : null;
}
