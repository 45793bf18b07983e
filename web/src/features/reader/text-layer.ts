/** The selectable text over a page's picture: pdf.js' own layer, with its rules for what a drag selects. */
import { useEffect, useState, type RefObject } from "react";
// The builder takes pdf.js from a global that this import sets.
import "pdfjs-dist";
import { TextLayerBuilder } from "pdfjs-dist/web/pdf_viewer.mjs";
import type { Rotation } from "@/lib/boxes";
import { keepDragStart } from "./drag-start";
import type { PDFDocumentProxy } from "./pdf";

/** Write a page's text into an element once there is one; `width` is that of the page in CSS pixels. */
export function useTextLayer(
  host: RefObject<HTMLDivElement | null> | null,
  document: PDFDocumentProxy,
  pageNumber: number,
  width: number,
  rotation: Rotation,
): void {
  const [layer, setLayer] = useState<{ div: HTMLDivElement; natural: number } | null>(null);
  useEffect(() => {
    const container = host?.current;
    if (!container) {
      return;
    }
    let builder: TextLayerBuilder | null = null;
    let left = false;
    async function write(container: HTMLDivElement) {
      const page = await document.getPage(pageNumber);
      if (left) {
        return;
      }
      const viewport = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 });
      builder = new TextLayerBuilder({ pdfPage: page });
      // The pages take the focus as one; a stop at each would be in the way of the keyboard.
      builder.div.tabIndex = -1;
      keepDragStart(builder.div);
      container.replaceChildren(builder.div);
      setLayer({ div: builder.div, natural: viewport.width });
      await builder.render({ viewport } as Parameters<TextLayerBuilder["render"]>[0]);
    }
    // A page without text is shown all the same.
    write(container).catch(() => undefined);
    return () => {
      left = true;
      builder?.cancel();
    };
  }, [host, document, pageNumber, rotation]);
  useEffect(() => {
    layer?.div.style.setProperty("--total-scale-factor", String(width / layer.natural));
  }, [layer, width]);
}
