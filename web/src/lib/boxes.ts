/** Converts boxes in points from the page's top left to shares of the displayed page. */
import type { Box, PdfSectionV1 } from "@/api/types";

export type Rotation = 0 | 90 | 180 | 270;

export interface Size {
  width: number;
  height: number;
}

/** A rectangle in shares of its page, 0 to 1, so that it holds at every zoom. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function turn(rotation: Rotation, by: 90 | -90): Rotation {
  return ((rotation + by + 360) % 360) as Rotation;
}

export function turnedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** Return a box on the page after a clockwise rotation by `rotation`. */
export function placeBox([x0, y0, x1, y1]: Box, { width, height }: Size, rotation: Rotation): Place {
  const left = x0 / width;
  const right = x1 / width;
  const top = y0 / height;
  const bottom = y1 / height;
  switch (rotation) {
    case 0:
      return place(left, top, right, bottom);
    case 90:
      return place(1 - bottom, left, 1 - top, right);
    case 180:
      return place(1 - right, 1 - bottom, 1 - left, 1 - top);
    case 270:
      return place(top, 1 - right, bottom, 1 - left);
  }
}

export function placesOn(page: PdfSectionV1, rotation: Rotation): Place[] {
  const size = { width: page.width_pt, height: page.height_pt };
  return page.boxes.map((box) => placeBox(box, size, rotation));
}

/** Return a figure's frame without the quoted lines of its caption, which the figure's box may touch from either side. */
export function frameBeside(figure: Place, quoted: readonly Place[]): Place {
  let { top } = figure;
  let bottom = top + figure.height;
  const middle = (top + bottom) / 2;
  for (const line of quoted) {
    const end = line.top + line.height;
    if (line.left >= figure.left + figure.width || line.left + line.width <= figure.left) {
      continue;
    }
    if (line.top > middle) {
      bottom = Math.min(bottom, line.top);
    } else if (end < middle) {
      top = Math.max(top, end);
    }
  }
  return { ...figure, top, height: bottom - top };
}

function place(left: number, top: number, right: number, bottom: number): Place {
  return { left, top, width: right - left, height: bottom - top };
}
