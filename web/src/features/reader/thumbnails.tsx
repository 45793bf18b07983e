import { useEffect, useMemo, useRef, useState } from "react";
import type { Rotation, Size } from "@/lib/boxes";
import { turnedSize } from "@/lib/boxes";
import { inWindow, layOut } from "@/lib/layout";
import { reader as texts } from "@/texts/reader";
import { drawPage, release } from "./canvas";
import type { PDFDocumentProxy } from "./pdf";

const WIDTH = 128;
// Space for the page number below a thumbnail.
const GAP = 34;

/** Thumbnails of all pages; only visible ones are rendered. */
export function Thumbnails({
  document,
  sizes,
  rotation,
  page,
  onPage,
}: {
  document: PDFDocumentProxy;
  sizes: readonly Size[];
  rotation: Rotation;
  page: number;
  onPage: (pageNumber: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => {
    const shown = Array.from({ length: document.numPages }, (_, index) => {
      const size = turnedSize(sizes[Math.min(index, sizes.length - 1)]!, rotation);
      return { width: WIDTH, height: (WIDTH * size.height) / size.width };
    });
    return layOut(shown, 1, GAP);
  }, [document, sizes, rotation]);
  const [range, setRange] = useState<[number, number]>([0, -1]);

  const look = () => {
    const { scrollTop, clientHeight } = list.current!;
    const [first, last] = inWindow(layout, scrollTop - 200, clientHeight + 400);
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
  };
  useEffect(() => {
    const slot = layout.slots[page - 1];
    const element = list.current!;
    if (slot && (slot.top < element.scrollTop || slot.top + slot.height > element.scrollTop + element.clientHeight)) {
      element.scrollTop = slot.top - element.clientHeight / 2 + slot.height / 2;
    }
    look();
    // `look` reads the same layout.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [layout, page]);

  return (
    <div ref={list} onScroll={look} className="h-full overflow-y-auto">
      <ul className="relative" style={{ height: layout.height }}>
        {layout.slots.slice(range[0], range[1] + 1).map((slot, offset) => {
          const number = range[0] + offset + 1;
          return (
            <li key={number} className="absolute left-1/2 -translate-x-1/2" style={{ top: slot.top }}>
              <button
                type="button"
                aria-label={texts.pageNumber(number)}
                aria-current={number === page ? "page" : undefined}
                onClick={() => onPage(number)}
                className="group block rounded text-sm text-soft aria-[current]:font-semibold aria-[current]:text-ink"
              >
                <Thumbnail {...{ document, number, rotation, height: slot.height }} />
                <span className="mt-1 block text-center tabular-nums">{number}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Thumbnail({
  document,
  number,
  rotation,
  height,
}: {
  document: PDFDocumentProxy;
  number: number;
  rotation: Rotation;
  height: number;
}) {
  const host = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown: HTMLCanvasElement | null = null;
    const drawing = drawPage(document, number, WIDTH, rotation);
    drawing.done
      .then((canvas) => {
        if (canvas) {
          canvas.className = "size-full";
          shown = canvas;
          host.current?.replaceChildren(canvas);
        }
      })
      .catch(() => undefined); // the empty frame with its number stays
    return () => {
      drawing.stop();
      release(shown);
    };
  }, [document, number, rotation]);
  return (
    <span
      ref={host}
      className="block border border-line bg-white group-hover:border-accent group-aria-[current]:outline-2 group-aria-[current]:outline-accent"
      style={{ width: WIDTH, height }}
    />
  );
}
