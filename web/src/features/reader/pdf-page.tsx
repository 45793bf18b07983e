/** One PDF page: its canvas, selectable text, links and highlights. */
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Rotation } from "@/lib/boxes";
import type { Slot } from "@/lib/layout";
import { reader as texts } from "@/texts/reader";
import { drawPage, forget, release } from "./canvas";
import type { DrawingOrder } from "./drawing-order";
import type { PDFDocumentProxy } from "./pdf";
import { PageLinks } from "./page-links";
import { useTextLayer } from "./text-layer";

// Several zoom steps render once, after the last step.
const SETTLE_MS = 120;

export interface PdfPageProps {
  document: PDFDocumentProxy;
  pageNumber: number;
  slot: Slot;
  rotation: Rotation;
  /** The rendering queue, and the distance of a page from the reader's view. */
  order: DrawingOrder;
  distance: (pageNumber: number) => number;
  /** Whether scrolling has stopped; text and links are added only then. */
  resting: boolean;
  onDrawn: () => void;
  children?: ReactNode;
}

export function PdfPage(props: PdfPageProps) {
  const { document, pageNumber, slot, rotation, resting, onDrawn, children } = props;
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const state = usePicture(picture, props);
  const complete = useOnce(state !== "drawing" && resting);
  useTextLayer(complete ? text : null, document, pageNumber, slot.width, rotation);
  useEffect(() => {
    if (state === "drawn") {
      onDrawn();
    }
  }, [state, onDrawn]);
  return (
    <div
      role="region"
      aria-label={texts.pageNumber(pageNumber)}
      data-page={pageNumber}
      className="page absolute bg-white shadow-sm"
      style={{ top: slot.top, left: `calc(50% + ${slot.left}px)`, width: slot.width, height: slot.height }}
    >
      <div ref={picture} className="page-picture absolute inset-0" />
      {state === "failed" && (
        <p className="absolute inset-x-0 top-1/3 text-center text-sm text-neutral-600">{texts.pageDamaged}</p>
      )}
      <div ref={text} className="contents" />
      {children}
      {complete && <PageLinks document={document} pageNumber={pageNumber} rotation={rotation} />}
    </div>
  );
}

/** Return whether something was true once. */
function useOnce(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) {
    setEver(true);
  }
  return ever || now;
}

function usePicture(
  host: React.RefObject<HTMLDivElement | null>,
  { document, pageNumber, slot: { width }, rotation, order, distance }: PdfPageProps,
): "drawing" | "drawn" | "failed" {
  const [state, setState] = useState<"drawing" | "drawn" | "failed">("drawing");
  const shown = useRef<HTMLCanvasElement | null>(null);
  useEffect(() => {
    let stop = () => {};
    async function run() {
      const drawing = drawPage(document, pageNumber, width, rotation);
      stop = drawing.stop;
      try {
        const canvas = await drawing.done;
        if (canvas) {
          canvas.className = "absolute inset-0 size-full";
          host.current?.replaceChildren(canvas);
          release(shown.current);
          shown.current = canvas;
          setState("drawn");
        }
      } catch {
        setState("failed");
      }
    }
    const wait = () => {
      stop = order.add({ distance: () => distance(pageNumber), run });
    };
    let timer = 0;
    if (shown.current) {
      timer = window.setTimeout(wait, SETTLE_MS);
    } else {
      wait();
    }
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [host, document, pageNumber, width, rotation, order, distance]);
  useEffect(
    () => () => {
      release(shown.current);
      shown.current = null;
      forget(document, pageNumber);
    },
    // The old canvas may stay during a zoom, but not during a rotation, where boxes would not match it.
    [document, pageNumber, rotation],
  );
  return state;
}
