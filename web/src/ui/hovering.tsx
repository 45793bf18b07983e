/** A small card beside an element, kept inside the window; it takes no focus and goes with its owner. */
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";

const MARGIN = 8;
const WIDTH = 340;

export function Hovering({
  over,
  id,
  children,
}: {
  over: RefObject<HTMLElement | null>;
  id: string;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const anchor = over.current?.getBoundingClientRect();
    const own = card.current?.getBoundingClientRect();
    if (anchor && own) {
      const left = Math.min(Math.max(MARGIN, anchor.left - 24), innerWidth - own.width - MARGIN);
      const above = anchor.top - own.height - MARGIN;
      setPlace({ left, top: above > MARGIN ? above : anchor.bottom + MARGIN });
    }
  }, [over]);
  return createPortal(
    <div
      ref={card}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-50 max-h-[50vh] overflow-hidden rounded-xl border border-line bg-surface p-3.5 text-sm shadow-lg"
      style={{
        left: place?.left ?? 0,
        top: place?.top ?? 0,
        maxWidth: Math.min(WIDTH, innerWidth - 2 * MARGIN),
        visibility: place ? "visible" : "hidden",
      }}
    >
      {children}
    </div>,
    document.body,
  );
}
