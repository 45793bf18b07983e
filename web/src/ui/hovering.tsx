/** A small card on an element: beside its column where there is room, since people go on reading; it takes no focus. */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";

const MARGIN = 8;
const WIDTH = 340;
// A pointer on its way across the text opens nothing. A guess.
const RESTS_MS = 200;

/** Open and close a card with the pointer resting on an element, and with the keyboard on it. */
export function useHovering<E extends HTMLElement>() {
  const over = useRef<E>(null);
  const timer = useRef(0);
  const [open, show] = useState(false);
  const setOpen = (is: boolean) => {
    clearTimeout(timer.current);
    show(is);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = {
    onMouseEnter: () => {
      timer.current = window.setTimeout(() => show(true), RESTS_MS);
    },
    onMouseLeave: () => setOpen(false),
    // A touch also sets the focus, after its pointer events: the card that they opened stays open.
    onFocus: (event: FocusEvent) => event.currentTarget.matches(":focus-visible") && setOpen(true),
    onBlur: () => setOpen(false),
    onKeyDown: (event: KeyboardEvent) => event.key === "Escape" && setOpen(false),
  };
  return { over, id: useId(), open, close: () => setOpen(false), handlers };
}

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
      setPlace(besideColumn(over.current!, anchor, own) ?? aboveLine(anchor, own));
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

function besideColumn(element: HTMLElement, anchor: DOMRect, own: DOMRect): { left: number; top: number } | null {
  const column = element.closest("article")?.getBoundingClientRect();
  if (!column) {
    return null;
  }
  const top = Math.max(MARGIN, Math.min(anchor.top - MARGIN, innerHeight - own.height - MARGIN));
  const [before, behind] = [column.left - own.width - MARGIN, column.right + MARGIN];
  if (before >= MARGIN) {
    return { left: before, top };
  }
  return behind + own.width + MARGIN <= innerWidth ? { left: behind, top } : null;
}

function aboveLine(anchor: DOMRect, own: DOMRect): { left: number; top: number } {
  const left = Math.min(Math.max(MARGIN, anchor.left - 24), innerWidth - own.width - MARGIN);
  const above = anchor.top - own.height - MARGIN;
  return { left, top: above > MARGIN ? above : anchor.bottom + MARGIN };
}
