/** Scrolling of the PDF viewer: which pages are mounted, where jumps lead, and what stays in place during a zoom. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PdfSectionV1 } from "@/api/types";
import { placesOn, type Rotation } from "@/lib/boxes";
import { inWindow, pageAt, pageRead, type Layout } from "@/lib/layout";
import type { Position } from "./use-jumps";
import { GAP } from "./zoom";

// Screens of pages kept drawn beyond the window where scrolling goes, and where it comes from. Guesses that keep at
// most five pages alive at the usual zoom.
const AHEAD = 1.5;
const BEHIND = 0.5;
// Scrolling has ended after this time without movement. A guess.
const REST_MS = 120;
// Pages behind the scroll direction are rendered after those ahead of it. A guess.
const BEHIND_COSTS = 1;
// The vertical position in the viewport of a jump's target, and of a page's top.
export const JUMP_SHARE = 0.3;
export const PAGE_SHARE = 0.02;
// The section at this line of the viewport counts as being read: just below where jumps put a heading.
const SECTION_SHARE = 0.05;

/** A target of scrolling: a page, and a position on it in shares of the rotated page. */
interface Spot {
  index: number;
  top: number;
  left: number;
  right: number;
}

export function spotOf(page: PdfSectionV1 | undefined, rotation: Rotation): Spot | null {
  if (!page) {
    return null;
  }
  const places = placesOn(page, rotation);
  if (!places.length) {
    return pageSpot(page.page_number);
  }
  return {
    index: page.page_number - 1,
    top: Math.min(...places.map(({ top }) => top)),
    left: Math.min(...places.map(({ left }) => left)),
    right: Math.max(...places.map(({ left, width }) => left + width)),
  };
}

export function pageSpot(pageNumber: number): Spot {
  return { index: pageNumber - 1, top: 0, left: 0, right: 1 };
}

/**
 * Track the viewport over the layout.
 *
 * A new layout (zoom, rotation) keeps the target in place if it was visible, else the reading position.
 */
export function useScrolling(
  desk: React.RefObject<HTMLDivElement | null>,
  layout: Layout | null,
  spot: Spot | null,
  onPage: (page: number, top: Position) => void,
) {
  const [range, setRange] = useState<[number, number]>([0, -1]);
  // The page at the window's upper edge, the share of it above the edge, and the window's middle in widths of the
  // column right of the column's own.
  const anchor = useRef({ index: 0, share: 0, across: 0 });
  // Where in the window the spot stands, in shares of its height; null when it is out of sight.
  const sight = useRef<number | null>(null);
  const lastTop = useRef(0);
  // The middle of the window in pages from the first one's top, and where it moves.
  const eyes = useRef({ at: 0, direction: 1 });
  const [resting, setResting] = useState(true);
  const timer = useRef(0);
  const distance = useCallback((pageNumber: number) => {
    const ahead = (pageNumber - 0.5 - eyes.current.at) * eyes.current.direction;
    return ahead < -0.5 ? -ahead + BEHIND_COSTS : Math.abs(ahead);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = useCallback(() => {
    const element = desk.current;
    if (!element || !layout) {
      return;
    }
    const { scrollTop: top, clientHeight: height } = element;
    const upwards = top < lastTop.current;
    lastTop.current = top;
    const [first, last] = inWindow(layout, top - (upwards ? AHEAD : BEHIND) * height, (1 + AHEAD + BEHIND) * height);
    eyes.current = { at: pageAt(layout, top + height / 2), direction: upwards ? -1 : 1 };
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    const [index] = inWindow(layout, top, height);
    const slot = layout.slots[index];
    if (slot) {
      const across = (element.scrollLeft + (element.clientWidth - element.scrollWidth) / 2) / layout.width;
      anchor.current = { index, share: (top - slot.top) / slot.height, across };
    }
    const own = spot && layout.slots[spot.index];
    const at = own ? (own.top + spot.top * own.height - top) / height : -1;
    sight.current = at >= 0 && at < 1 ? at : null;
    onPage(pageRead(layout, top, height) + 1, {
      pageNumber: index + 1,
      share: slot ? (top + SECTION_SHARE * height - slot.top) / slot.height : 0,
    });
  }, [desk, layout, spot, onPage]);

  const jump = useCallback(
    (index: number, share: number, at: number, sides?: Spot) => {
      const slot = layout?.slots[Math.min(index, layout.slots.length - 1)];
      const element = desk.current;
      if (slot && element) {
        element.scrollTo({
          top: slot.top + share * slot.height - at * element.clientHeight,
          left: sides && leftFor(element, slot.width, sides),
        });
        look();
      }
    },
    [desk, layout, look],
  );

  useLayoutEffect(() => {
    const element = desk.current;
    if (!element || !layout) {
      return;
    }
    const { index, share, across } = anchor.current;
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2 + across * layout.width;
    if (spot && sight.current !== null) {
      jump(spot.index, spot.top, sight.current, spot);
    } else {
      jump(index, share, 0);
    }
  }, [desk, layout, spot, jump]);

  const onScroll = useCallback(() => {
    look();
    setResting(false);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setResting(true), REST_MS);
  }, [look]);
  const position = useCallback(() => ({ pageNumber: anchor.current.index + 1, share: anchor.current.share }), []);
  return { range, resting, distance, onScroll, jump, position };
}

/** Bring a spot into the window once for every wish, as soon as there is a layout. */
export function useJumpTo(
  spot: Spot | null,
  wish: number | undefined,
  layout: Layout | null,
  jump: (index: number, share: number, at: number, sides: Spot) => void,
  at = JUMP_SHARE,
): void {
  const done = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (spot && layout && wish !== done.current) {
      done.current = wish;
      jump(spot.index, spot.top, at, spot);
    }
  }, [spot, wish, layout, jump, at]);
}

/** Return how far right to scroll so that a spot is in sight: not at all, to its middle, or to where its lines begin. */
function leftFor(element: HTMLElement, pageWidth: number, spot: Spot): number {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  const edge = (scrollWidth - pageWidth) / 2;
  const [left, right] = [edge + spot.left * pageWidth, edge + spot.right * pageWidth];
  return left >= scrollLeft && right <= scrollLeft + clientWidth
    ? scrollLeft
    : Math.min(left - GAP, (left + right - clientWidth) / 2);
}
