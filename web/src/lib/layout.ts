/** Positions of pages in the scrolling column, and the pages that a viewport shows. */
import type { Size } from "./boxes";

export interface Slot {
  top: number;
  /** From the middle of the column. */
  left: number;
  width: number;
  height: number;
  /** The height of the highest page of its row. */
  rowHeight: number;
}

export interface Layout {
  slots: Slot[];
  height: number;
  width: number;
}

/** Lay out pages below each other, or two in a row, with `gap` between and around them. */
export function layOut(sizes: readonly Size[], scale: number, gap: number, abreast: 1 | 2 = 1): Layout {
  const slots: Slot[] = [];
  let top = gap;
  let width = 0;
  for (let first = 0; first < sizes.length; first += abreast) {
    const row = sizes.slice(first, first + abreast).map((size) => ({
      width: Math.round(size.width * scale),
      height: Math.round(size.height * scale),
    }));
    const rowHeight = Math.max(...row.map(({ height }) => height));
    const rowWidth = row.reduce((sum, one) => sum + one.width, gap * (row.length - 1));
    let left = -rowWidth / 2;
    for (const one of row) {
      slots.push({ ...one, top, left, rowHeight });
      left += one.width + gap;
    }
    top += rowHeight + gap;
    width = Math.max(width, rowWidth);
  }
  return { slots, height: top, width };
}

/** Return the first and the last visible page index, `[0, -1]` for an empty layout. */
export function inWindow({ slots }: Layout, top: number, height: number): [number, number] {
  const last = slots.length - 1;
  const first = Math.min(firstBelow(slots, top), last);
  let end = Math.max(first, 0);
  while (end < last && slots[end + 1]!.top < top + height) {
    end += 1;
  }
  return last < 0 ? [0, -1] : [first, end];
}

// The reading position in the viewport, to which jumps scroll their targets.
const EYES = 1 / 3;

/** Return the index of the page being read: the one at a third of the viewport's height. */
export function pageRead(layout: Layout, top: number, height: number): number {
  return Math.max(0, Math.min(firstBelow(layout.slots, top + EYES * height), layout.slots.length - 1));
}

/** Return the number of pages above `y`, including the fraction of the page at `y`. */
export function pageAt({ slots }: Layout, y: number): number {
  const index = firstBelow(slots, y);
  const slot = slots[index];
  return slot ? index + Math.max(0, (y - slot.top) / slot.height) : slots.length;
}

/** Binary search: the first page whose row ends below `y`. */
function firstBelow(slots: readonly Slot[], y: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const slot = slots[middle]!;
    if (slot.top + slot.rowHeight > y) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
