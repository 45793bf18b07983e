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
// The API's own limit (entrypoints/own_requests.py).
const MOST_BOXES = 500;

/** Return what is selected inside an element, or null; `sizes` are the pages' in points, for a view that is not turned. */
export function selectedIn(root: HTMLElement, sizes: readonly Size[] | null): Selected | null {
  const selection = document.getSelection();
  const exact = wordsOf(selection?.toString() ?? "");
  if (!selection?.rangeCount || !exact || exact.length > LONGEST) {
    return null;
  }
  const range = selection.getRangeAt(0);
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
