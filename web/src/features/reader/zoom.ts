/** The zoom of pages: fitted to the viewport, or a chosen scale. */
import type { Size } from "@/lib/boxes";

export type Zoom = { kind: "width" } | { kind: "page" } | { kind: "scale"; percent: number };

// A point is 1/72 inch, a CSS pixel 1/96.
const PIXELS_PER_POINT = 96 / 72;
export const STEPS = [25, 33, 50, 67, 80, 100, 125, 150, 200, 300, 400] as const;
export const GAP = 16;

/** Return a zoom as it was kept, or the fit to the width. */
export function zoomOf(before: unknown): Zoom {
  const { kind, percent } = (before ?? {}) as Partial<{ kind: string; percent: number }>;
  if (kind === "scale" && typeof percent === "number" && percent >= STEPS[0] && percent <= STEPS.at(-1)!) {
    return { kind, percent };
  }
  return { kind: kind === "page" ? "page" : "width" };
}

/** Return CSS pixels per point. */
export function scaleOf(zoom: Zoom, page: Size, desk: Size, abreast: 1 | 2 = 1): number {
  const byWidth = Math.max(desk.width - (1 + abreast) * GAP, 1) / (abreast * page.width);
  switch (zoom.kind) {
    case "width":
      return byWidth;
    case "page":
      return Math.min(byWidth, Math.max(desk.height - 2 * GAP, 1) / page.height);
    case "scale":
      return (zoom.percent / 100) * PIXELS_PER_POINT;
  }
}

export function percentOf(scale: number): number {
  return Math.round((100 * scale) / PIXELS_PER_POINT);
}

/** Return the next zoom step above or below the current scale. */
export function stepFrom(percent: number, direction: 1 | -1): Zoom {
  const steps: readonly number[] = direction > 0 ? STEPS : STEPS.toReversed();
  const next = steps.find((step) => direction * (step - percent) > 0.5);
  return { kind: "scale", percent: next ?? percent };
}

/** Return the percentage closest to a wanted one at which pages can be shown. */
export function closest(percent: number): number {
  return Math.min(Math.max(percent, STEPS[0]), STEPS.at(-1)!);
}

/** Return the zoom of a scale that fingers ask for. */
export function pinched(scale: number): Zoom {
  return { kind: "scale", percent: closest(percentOf(scale)) };
}
