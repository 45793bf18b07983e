/** What is selected in a paper: its words, what stands around them, and the lines that they fill. */
import { CONSTANTS } from "@/api/constants";
import type { Box, MarkedBody, RegionBody } from "@/api/types";
import type { Size } from "@/lib/boxes";

export interface Selected {
  marked: MarkedBody;
  /** The page on which it begins, null in a paper without pages. */
  pageNumber: number | null;
  /** Where it stands in the window. */
  rect: DOMRect;
}

// What the API compares of the words around a place, with room (domain/notes.py).
const CONTEXT = 64;
const LONGEST = CONSTANTS.limits.markedCharacters;
// The API's own limit (entrypoints/own_schemas.py).
const MOST_BOXES = 500;

let words: Intl.Segmenter | null = null;

/** Return what is selected inside an element, or null; `sizes` are the pages' in points, for a view that is not turned. */
export function selectedIn(root: HTMLElement, sizes: readonly Size[] | null): Selected | null {
  const selection = document.getSelection();
  const selected = selection?.toString() ?? "";
  if (!selection?.rangeCount || !wordsOf(selected)) {
    return null;
  }
  const { range, before, behind } = wholeWords(selection.getRangeAt(0));
  const exact = wordsOf(before + selected + behind);
  if (exact.length > LONGEST) {
    return null;
  }
  const [first, last] = [textAround(range.startContainer), textAround(range.endContainer)];
  const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  if (!first || !last || !root.contains(first) || !root.contains(last) || !rects.length) {
    return null;
  }
  const page = first.closest<HTMLElement>("[data-page]");
  return {
    marked: {
      exact,
      prefix: around(first, range, "before"),
      suffix: around(last, range, "behind"),
      start: null,
      end: null,
      regions: sizes ? regionsOf(root, rects, sizes) : [],
    },
    pageNumber: page ? Number(page.dataset.page) : null,
    rect: rects[0]!,
  };
}

/**
 * Return a range that cuts no word, and what it has more than the given one. A mouse seldom stops at a word's end, and a
 * note on half a word would be a quote that the paper does not have.
 */
export function wholeWords(range: Range): { range: Range; before: string; behind: string } {
  const whole = range.cloneRange();
  const first = wordAround(range.startContainer, range.startOffset);
  const last = wordAround(range.endContainer, range.endOffset);
  if (first) {
    whole.setStart(range.startContainer, first.start);
  }
  if (last) {
    whole.setEnd(range.endContainer, last.end);
  }
  return { range: whole, before: first?.before ?? "", behind: last?.behind ?? "" };
}

/** Return the word inside which a place is, or null where it is at a word's edge. */
function wordAround(node: Node, offset: number) {
  // Firefox has it from version 125 on.
  if (!(node instanceof Text) || typeof Intl.Segmenter === "undefined") {
    return null;
  }
  words ??= new Intl.Segmenter(undefined, { granularity: "word" });
  const found = words.segment(node.data).containing(offset);
  if (!found?.isWordLike || found.index === offset) {
    return null;
  }
  const [start, end] = [found.index, found.index + found.segment.length];
  return { start, end, before: node.data.slice(start, offset), behind: node.data.slice(offset, end) };
}

/** Return what holds the words of one page, or of the whole text. */
function textAround(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>(".textLayer, article.reading") ?? null;
}

function around(text: HTMLElement, inside: Range, side: "before" | "behind"): string {
  const range = document.createRange();
  range.selectNodeContents(text);
  if (side === "before") {
    range.setEnd(inside.startContainer, inside.startOffset);
    return wordsOf(range.toString()).slice(-CONTEXT);
  }
  range.setStart(inside.endContainer, inside.endOffset);
  return wordsOf(range.toString()).slice(0, CONTEXT);
}

function wordsOf(text: string): string {
  return text.replaceAll("\0", "").replace(/\s+/g, " ").trim();
}

function regionsOf(root: HTMLElement, rects: readonly DOMRect[], sizes: readonly Size[]): RegionBody[] {
  const regions: RegionBody[] = [];
  for (const page of root.querySelectorAll<HTMLElement>("[data-page]")) {
    const corner = page.getBoundingClientRect();
    const number = Number(page.dataset.page);
    const size = sizes[Math.min(number, sizes.length) - 1];
    const own = rects.filter(({ left, top, width, height }) => {
      const [x, y] = [left + width / 2, top + height / 2];
      return x > corner.left && x < corner.right && y > corner.top && y < corner.bottom;
    });
    if (size && own.length) {
      const scale = size.width / corner.width;
      const boxes = own.slice(0, MOST_BOXES).map(({ left, top, right, bottom }): Box => {
        const box = [left - corner.left, top - corner.top, right - corner.left, bottom - corner.top];
        return box.map((value) => Math.round(10 * value * scale) / 10) as Box;
      });
      regions.push({ page_number: number, boxes: boxes as RegionBody["boxes"] });
    }
  }
  return regions;
}
