/** A card beside an element that one can go into: it stays while the pointer is over either of them. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";

const MARGIN = 8;
const WIDTH = 380;
// A pointer that only passes opens nothing, and one on its way to the card does not close it. Guesses.
const OPENS_MS = 180;
const CLOSES_MS = 220;

export function useHoverCard<E extends HTMLElement>() {
  const over = useRef<E>(null);
  const timer = useRef(0);
  const [open, setOpen] = useState(false);
  const later = useCallback((to: boolean) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(to), to ? OPENS_MS : CLOSES_MS);
  }, []);
  const close = useCallback(() => {
    clearTimeout(timer.current);
    setOpen(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = {
    // A touch goes to the place at once.
    onPointerEnter: ({ pointerType }: { pointerType: string }) => pointerType !== "touch" && later(true),
    onPointerLeave: () => later(false),
  };
  return { over, open, close, handlers };
}

export function HoverCard({
  over,
  label,
  handlers,
  close,
  children,
}: {
  over: RefObject<HTMLElement | null>;
  label: string;
  handlers: ReturnType<typeof useHoverCard>["handlers"];
  close: () => void;
  children: ReactNode;
}) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = card.current!;
    const put = () => {
      const anchor = over.current?.getBoundingClientRect();
      const own = element.getBoundingClientRect();
      if (anchor) {
        const below = anchor.bottom + MARGIN / 2;
        const fits = below + own.height < innerHeight - MARGIN;
        setPlace({
          left: Math.max(MARGIN, Math.min(anchor.left - 16, innerWidth - own.width - MARGIN)),
          top: fits ? below : Math.max(MARGIN, anchor.top - own.height - MARGIN / 2),
        });
      }
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    return () => observer.disconnect();
  }, [over]);
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => key === "Escape" && close();
    // What scrolls below a card takes its element away; what scrolls inside it does not.
    const scrolled = ({ target }: Event) => !card.current?.contains(target as Node) && close();
    addEventListener("keydown", listen);
    addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => {
      removeEventListener("keydown", listen);
      removeEventListener("scroll", scrolled, { capture: true });
    };
  }, [close]);
  return createPortal(
    <div
      ref={card}
      role="dialog"
      aria-label={label}
      {...handlers}
      className="fixed z-50 max-h-[60vh] overflow-y-auto rounded-xl border border-line bg-surface p-4 text-sm shadow-lg"
      style={{
        left: place?.left ?? 0,
        top: place?.top ?? 0,
        width: Math.min(WIDTH, innerWidth - 2 * MARGIN),
        visibility: place ? "visible" : "hidden",
      }}
    >
      {children}
    </div>,
    document.body,
  );
}
