/** The figures of a paper in small; a click leads to them. */
import { useEffect, useRef, useState } from "react";
import type { Box, Figure, PdfSectionV1 } from "@/api/types";
import type { Size } from "@/lib/boxes";
import { MathText } from "@/ui/math";
import { drawPage, release } from "./canvas";
import type { PDFDocumentProxy } from "./pdf";

// CSS pixels: the panel's inner width.
const WIDTH = 256;
// A figure of a column's corner is not drawn larger than this many times its page. A guess.
const LARGEST = 5;

export interface FiguresTabProps {
  figures: readonly Figure[];
  /** The drawn pages; null for papers without. */
  document: PDFDocumentProxy | null;
  sizes: readonly Size[];
  onShow: (figure: Figure) => void;
}

export function FiguresTab({ figures, document, sizes, onShow }: FiguresTabProps) {
  if (!figures.length) {
    return <p className="p-4 text-sm text-soft">No figures were found in this paper.</p>;
  }
  return (
    <ul aria-label="Figures" className="h-full space-y-4 overflow-y-auto p-4 text-sm">
      {figures.map((figure, index) => {
        const [box] = figure.boxes;
        const size = figure.page_number ? sizes[Math.min(figure.page_number, sizes.length) - 1] : undefined;
        return (
          <li key={index}>
            <button
              type="button"
              onClick={() => onShow(figure)}
              className="block w-full rounded-lg text-left hover:text-accent"
            >
              {document && box && size && figure.page_number && (
                <Picture {...{ document, box, size }} pageNumber={figure.page_number} />
              )}
              <span className="mt-1.5 block leading-snug">
                <span className="font-medium">{figure.label || `Figure ${index + 1}`}</span>
                {figure.page_number && <span className="text-xs text-soft"> · p. {figure.page_number}</span>}
              </span>
              <span className="mt-0.5 line-clamp-3 text-xs text-soft">
                <MathText text={figure.caption} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Return where a figure or a table stands, null for papers without pages. */
export function placeOfDrawing(
  { page_number: number, boxes }: Pick<Figure, "page_number" | "boxes">,
  sizes: readonly Size[],
): PdfSectionV1 | null {
  const size = number ? sizes[Math.min(number, sizes.length) - 1] : undefined;
  return number && size
    ? {
        page_number: number,
        width_pt: size.width,
        height_pt: size.height,
        boxes,
        section_type: "pdf_section_v01_20261120",
      }
    : null;
}

function Picture({
  document,
  pageNumber,
  box: [x0, y0, x1, y1],
  size,
}: {
  document: PDFDocumentProxy;
  pageNumber: number;
  box: Box;
  size: Size;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const near = useNear(frame);
  const width = Math.min(LARGEST, size.width / Math.max(x1 - x0, 1)) * WIDTH;
  const scale = width / size.width;
  useEffect(() => {
    const host = frame.current!;
    if (!near) {
      return;
    }
    let shown: HTMLCanvasElement | null = null;
    const drawing = drawPage(document, pageNumber, width, 0);
    drawing.done
      .then((canvas) => {
        if (canvas) {
          shown = canvas;
          canvas.className = "absolute max-w-none";
          Object.assign(canvas.style, { width: `${width}px`, left: `${-x0 * scale}px`, top: `${-y0 * scale}px` });
          host.replaceChildren(canvas);
        }
      })
      .catch(() => undefined); // the empty frame with its caption stays
    return () => {
      drawing.stop();
      release(shown);
    };
  }, [near, document, pageNumber, width, scale, x0, y0]);
  return (
    <span
      ref={frame}
      className="relative block overflow-hidden rounded-md border border-line bg-white"
      style={{ width: Math.min(WIDTH, (x1 - x0) * scale), height: (y1 - y0) * scale }}
    />
  );
}

/** Return whether an element has come near the window once. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          setNear(true);
          observer.disconnect();
        }
      },
      { rootMargin: "300px" },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return near;
}
