/** Finds words in a paper's extracted text, in which hyphens at line ends are removed. */
import type { BlockView, Box, Page, ContentView, PdfSectionV1 } from "@/api/types";
import { slice, toPoints, toUnits } from "@/lib/text";

export interface Hit {
  id: number;
  pages: PdfSectionV1[];
  /** Code points in the paper's text. */
  range: [number, number];
  /** The match and the words around it, in one line. */
  snippet: { before: string; match: string; after: string };
}

// More matches are useless to a reader, and each one is drawn.
export const MOST_HITS = 2_000;
// Some two lines of a list. A guess.
const CONTEXT_BEFORE = 32;
const CONTEXT_AFTER = 56;
let lastId = 0;

export function findIn(content: ContentView, query: string): Hit[] {
  const pattern = patternOf(query);
  const hits: Hit[] = [];
  if (!pattern) {
    return hits;
  }
  for (const block of content.blocks) {
    for (const match of block.text.matchAll(pattern)) {
      if (hits.length === MOST_HITS) {
        return hits;
      }
      const start = toPoints(block.text, match.index);
      const end = start + toPoints(match[0], match[0].length);
      hits.push({
        id: (lastId += 1),
        pages: placesIn(block, start, end, content.pages),
        range: [block.start + start, block.start + end],
        snippet: snippetOf(block.text, match.index, match.index + match[0].length),
      });
    }
  }
  return hits;
}

/** Return a match with whole words around it; an ellipsis says that the text goes on. */
function snippetOf(text: string, from: number, to: number): Hit["snippet"] {
  const start = Math.max(0, from - CONTEXT_BEFORE);
  const end = Math.min(text.length, to + CONTEXT_AFTER);
  const before = start ? text.slice(start, from).replace(/^\S*\s/, "… ") : text.slice(0, from);
  const after = end < text.length ? text.slice(to, end).replace(/\s\S*$/, " …") : text.slice(to);
  const [first, match, last] = [before, text.slice(from, to), after].map((part) => part.replace(/\s+/g, " "));
  return { before: first!, match: match!, after: last! };
}

/** Return the boxes of a range of a block's text: one per printed line. */
export function placesIn(block: BlockView, start: number, end: number, pages: readonly Page[]): PdfSectionV1[] {
  const found = new Map<number, PdfSectionV1>();
  block.lines.forEach(([pageNumber, lineStart, lineEnd], index) => {
    const from = Math.max(start, lineStart);
    const to = Math.min(end, lineEnd);
    const size = pages.find((page) => page.page_number === pageNumber);
    const box = block.boxes[index];
    if (from >= to || !box || !size) {
      return;
    }
    const words = slice(block.text, lineStart, lineEnd);
    const section = found.get(pageNumber) ?? {
      page_number: pageNumber,
      width_pt: size.width_pt,
      height_pt: size.height_pt,
      boxes: [],
      section_type: "pdf_section_v01_20261120" as const,
    };
    section.boxes.push(narrowed(box, words, toUnits(words, from - lineStart), toUnits(words, to - lineStart)));
    found.set(pageNumber, section);
  });
  return [...found.values()];
}

/**
 * Clip a line's box to some of its characters.
 *
 * Positions of characters are measured in a similar font, which is accurate to about a letter. Vertical lines are not
 * clipped.
 */
function narrowed([x0, y0, x1, y1]: Box, line: string, from: number, to: number): Box {
  if (y1 - y0 > x1 - x0 && line.length > 2) {
    return [x0, y0, x1, y1];
  }
  const whole = widthOf(line) || 1;
  const at = (units: number) => x0 + ((x1 - x0) * widthOf(line.slice(0, units))) / whole;
  return [at(from), y0, at(to), y1];
}

let measure: CanvasRenderingContext2D | null | undefined;

function widthOf(text: string): number {
  if (measure === undefined) {
    measure = document.createElement("canvas").getContext("2d");
    if (measure) {
      measure.font = "20px Times, 'Times New Roman', serif";
    }
  }
  return measure ? measure.measureText(text).width : text.length;
}

function patternOf(query: string): RegExp | null {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) {
    return null;
  }
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+"), "giu");
}
