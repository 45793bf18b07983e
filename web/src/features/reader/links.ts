/** The links of a PDF's pages: where they are, and where they lead. */
import type { PdfSectionV1 } from "@/api/types";
import type { Place, Rotation } from "@/lib/boxes";
import type { PDFDocumentProxy } from "./pdf";

export interface PageLink {
  place: Place;
  url: string | null;
  dest: unknown;
}

interface Annotation {
  subtype: string;
  rect: number[];
  url?: string;
  dest?: unknown;
}

export async function readLinks(
  document: PDFDocumentProxy,
  pageNumber: number,
  rotation: Rotation,
): Promise<PageLink[]> {
  const page = await document.getPage(pageNumber);
  const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
  const annotations = (await page.getAnnotations()) as Annotation[];
  return annotations
    .filter(({ subtype, url, dest }) => subtype === "Link" && (safe(url) || dest))
    .map(({ rect, url, dest }) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = viewport.convertToViewportRectangle(
        rect as [number, number, number, number],
      ) as number[];
      const place = {
        left: Math.min(x0, x1) / viewport.width,
        top: Math.min(y0, y1) / viewport.height,
        width: Math.abs(x1 - x0) / viewport.width,
        height: Math.abs(y1 - y0) / viewport.height,
      };
      return { place, url: safe(url), dest };
    });
}

/** Return the point that a link leads to, as a box without size; null where it leads nowhere. */
export async function pointOf(document: PDFDocumentProxy, dest: unknown): Promise<PdfSectionV1 | null> {
  const explicit = typeof dest === "string" ? await document.getDestination(dest) : (dest as unknown[] | null);
  const ref: unknown = explicit?.[0];
  const index = typeof ref === "number" ? ref : ref ? await document.getPageIndex(ref as PageRef) : null;
  if (index === null || !explicit) {
    return null;
  }
  const page = await document.getPage(index + 1);
  const viewport = page.getViewport({ scale: 1 });
  const [left, top] = cornerOf(explicit);
  const [x, y] =
    top === null
      ? [left ?? 0, 0]
      : (viewport.convertToViewportPoint(left ?? page.view[0] ?? 0, top) as [number, number]);
  const at = [clamp(x, viewport.width), clamp(y, viewport.height)] as const;
  return {
    page_number: index + 1,
    width_pt: viewport.width,
    height_pt: viewport.height,
    boxes: [[at[0], at[1], at[0], at[1]]],
    section_type: "pdf_section_v01_20261120",
  };
}

interface PageRef {
  num: number;
  gen: number;
}

/** Return the left and the top of a destination in the page's own coordinates, null for what it leaves open. */
function cornerOf([, kind, ...rest]: unknown[]): [number | null, number | null] {
  const numbers = rest.map((value) => (typeof value === "number" ? value : null));
  switch ((kind as { name?: string } | undefined)?.name) {
    case "XYZ":
      return [numbers[0] ?? null, numbers[1] ?? null];
    case "FitH":
    case "FitBH":
      return [null, numbers[0] ?? null];
    case "FitR":
      return [numbers[0] ?? null, numbers[3] ?? null];
    default:
      return [null, null];
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

function safe(url: string | undefined): string | null {
  return url && /^(https?:|mailto:)/i.test(url) ? url : null;
}
