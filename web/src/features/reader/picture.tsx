/** A part of a PDF's page as a picture, drawn when it comes near the window. */
import { useEffect, useRef, useState } from "react";
import type { Box } from "@/api/types";
import type { Size } from "@/lib/boxes";
import { drawPage, release } from "./canvas";
import type { PDFDocumentProxy } from "./pdf";

// A part of a page's corner is not drawn larger than this many times its page. A guess.
const LARGEST = 5;

export interface PictureProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  box: Box;
  /** Of the page, in points. */
  size: Size;
  /** The most room that there is, in CSS pixels. */
  room: { width: number; height?: number };
}

export function Picture({ document, pageNumber, box: [x0, y0, x1, y1], size, room }: PictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const near = useNear(frame);
  const fitting = Math.min(room.width / Math.max(x1 - x0, 1), (room.height ?? Infinity) / Math.max(y1 - y0, 1));
  const width = Math.min(LARGEST * room.width, size.width * fitting);
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
      className="relative block overflow-hidden rounded-lg border border-line bg-hover"
      style={{ width: Math.min(room.width, (x1 - x0) * scale), height: (y1 - y0) * scale }}
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
