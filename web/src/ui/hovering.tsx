/** A small card beside an element, kept inside the viewport; it takes no focus and closes with its owner. */
import {
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

/** Open and close a card with the pointer over an element, and with the keyboard on it. */
export function useHovering<E extends HTMLElement>() {
  const over = useRef<E>(null);
  const [open, setOpen] = useState(false);
  const handlers = {
    onMouseEnter: () => setOpen(true),
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
