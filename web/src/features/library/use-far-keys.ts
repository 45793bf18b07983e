/** Home, End, Page Up and Page Down in a list of which only the rows in sight are drawn. */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { isWriting, stopsOf } from "@/ui/one-stop";

// Of a window's height, as browsers scroll by Page Down.
const PAGE_SHARE = 0.9;

interface FarKeys {
  list: HTMLElement | null;
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Rows in one page of the window. */
  perPage: () => number;
  /** Bring a row into sight. */
  scrollTo: (index: number) => void;
}

/**
 * Move the focus as far as these keys say: to the row itself while its paper is not here, then to what had it in the row before.
 *
 * With the focus nowhere they scroll the list, as they would scroll a page.
 */
export function useFarKeys({ list, scroller, count, perPage, scrollTo }: FarKeys): void {
  const going = useRef<{ index: number; stop: number } | null>(null);
  const arrive = useCallback(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && !list?.contains(activeElement)) {
      going.current = null;
    }
    if (!going.current) {
      return;
    }
    const { index, stop } = going.current;
    const row = list?.querySelector<HTMLElement>(`li[data-index="${index}"]`);
    const stops = row ? stopsOf(row) : [];
    if (stops.length) {
      going.current = null;
      stops[Math.min(stop, stops.length - 1)]!.focus();
    } else if (row && row !== activeElement) {
      row.focus();
    }
  }, [list]);
  useLayoutEffect(arrive);
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, altKey, metaKey, shiftKey } = event;
      if (!(target instanceof HTMLElement) || ctrlKey || altKey || metaKey || shiftKey) {
        return;
      }
      const row = list?.contains(target) && !isWriting(target) ? target.closest<HTMLElement>("li[data-index]") : null;
      if (row) {
        const to = indexAfter(key, Number(row.dataset.index), perPage(), count);
        if (to !== null) {
          event.preventDefault();
          // Other listeners know only the rows that are drawn.
          event.stopPropagation();
          const stop = stopsOf(row).indexOf(target);
          going.current = { index: to, stop: stop < 0 ? (going.current?.stop ?? 0) : stop };
          scrollTo(to);
          arrive();
        }
      } else if (target === document.body && scroller.current) {
        const { scrollTop, scrollHeight, clientHeight } = scroller.current;
        const page = PAGE_SHARE * clientHeight;
        const tops: Record<string, number> = {
          Home: 0,
          End: scrollHeight,
          PageDown: scrollTop + page,
          PageUp: scrollTop - page,
        };
        const top = tops[key];
        if (top !== undefined) {
          event.preventDefault();
          scroller.current.scrollTo({ top });
        }
      }
    };
    addEventListener("keydown", move, { capture: true });
    return () => removeEventListener("keydown", move, { capture: true });
  }, [list, scroller, count, perPage, scrollTo, arrive]);
}

function indexAfter(key: string, index: number, perPage: number, count: number): number | null {
  switch (key) {
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "PageDown":
      return Math.min(index + perPage, count - 1);
    case "PageUp":
      return Math.max(index - perPage, 0);
    default:
      return null;
  }
}
