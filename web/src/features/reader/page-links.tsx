/** The links on a PDF page: web links open a new tab, internal links scroll the reader. */
import { useEffect, useState } from "react";
import type { Place, Rotation } from "@/lib/boxes";
import type { PDFDocumentProxy } from "./pdf";

interface PageLink {
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

export function PageLinks({
  document,
  pageNumber,
  rotation,
  goToPage,
}: {
  document: PDFDocumentProxy;
  pageNumber: number;
  rotation: Rotation;
  goToPage: (pageNumber: number) => void;
}) {
  const [links, setLinks] = useState<PageLink[]>([]);
  useEffect(() => {
    let left = false;
    readLinks(document, pageNumber, rotation)
      .then((found) => !left && setLinks(found))
      .catch(() => undefined); // links are a convenience; the page is shown without them
    return () => {
      left = true;
    };
  }, [document, pageNumber, rotation]);
  return links.map(({ place, url, dest }, index) => (
    <a
      key={index}
      href={url ?? `#page-${pageNumber}-${index}`}
      target={url ? "_blank" : undefined}
      rel="noreferrer noopener"
      aria-label={url ?? "Go to the place in this paper"}
      tabIndex={-1}
      className="absolute z-10 hover:bg-accent/10"
      style={percent(place)}
      onClick={(event) => {
        if (!url) {
          event.preventDefault();
          void pageOf(document, dest).then((number) => number && goToPage(number));
        }
      }}
    />
  ));
}

async function readLinks(document: PDFDocumentProxy, pageNumber: number, rotation: Rotation): Promise<PageLink[]> {
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

async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  const explicit = typeof dest === "string" ? await document.getDestination(dest) : (dest as unknown[] | null);
  const ref: unknown = explicit?.[0];
  if (typeof ref === "number") {
    return ref + 1;
  }
  return ref ? (await document.getPageIndex(ref as { num: number; gen: number })) + 1 : null;
}

function safe(url: string | undefined): string | null {
  return url && /^(https?:|mailto:)/i.test(url) ? url : null;
}

function percent({ left, top, width, height }: Place) {
  return { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` };
}
