/** Finding words in a paper: over its text as it was read, so that a hyphen at a line's end hides nothing. */
import type { Block, Box, Page, PaperContent, PdfSectionV1 } from "@/api/types";
import { toPoints } from "@/lib/text";

export interface Hit {
  id: number;
  pages: PdfSectionV1[];
  /** Code points in the paper's text. */
  range: [number, number];
  /** The words around the hit, for a list or a screen reader. */
  context: string;
}

// More are of no use to a reader, and each one is drawn.
export const MOST_HITS = 2_000;
const CONTEXT = 40;
let lastId = 0;

export function findIn(content: PaperContent, query: string): Hit[] {
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
        context: block.text.slice(Math.max(0, match.index - CONTEXT), match.index + match[0].length + CONTEXT),
      });
    }
  }
  return hits;
}

/** Return the boxes of a range of a block's text: one per printed line, from its first to its last word. */
export function placesIn(block: Block, start: number, end: number, pages: readonly Page[]): PdfSectionV1[] {
  const found = new Map<number, PdfSectionV1>();
  block.lines.forEach((line, index) => {
    const from = Math.max(start, line.start);
    const to = Math.min(end, line.end);
    const size = pages.find((page) => page.page_number === line.page_number);
    const box = block.boxes[index];
    if (from >= to || !box || !size) {
      return;
    }
    const section = found.get(line.page_number) ?? {
      page_number: line.page_number,
      width_pt: size.width_pt,
      height_pt: size.height_pt,
      boxes: [],
      section_type: "pdf_section_v01_20261120" as const,
    };
    section.boxes.push(narrowed(box, line, from, to));
    found.set(line.page_number, section);
  });
  return [...found.values()];
}

function narrowed(box: Box, line: Block["lines"][number], from: number, to: number): Box {
  const words = line.words.filter(([start, end]) => start < to && end > from);
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) {
    return box;
  }
  const low = along(first, from);
  const high = along(last, to);
  const [x0, y0, x1, y1] = box;
  return line.vertical ? [x0, Math.min(low, high), x1, Math.max(low, high)] : [Math.min(low, high), y0, Math.max(low, high), y1];
}

/** Where inside a word a character stands, as if all were equally wide. */
function along([start, end, low, high]: [number, number, number, number], at: number): number {
  const share = Math.min(1, Math.max(0, (at - start) / Math.max(1, end - start)));
  return low + share * (high - low);
}

function patternOf(query: string): RegExp | null {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) {
    return null;
  }
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+"), "giu");
}
