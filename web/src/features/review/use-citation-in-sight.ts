/** The clicked citation of a report stays in sight while what stands around it changes its size. */
import { useEffect, useRef, type RefObject } from "react";

const CHOSEN = "[data-citation][aria-pressed=true]";
// What a reader scrolls with. Scrolling by itself says nothing: browsers do it, too, when sizes change.
const SCROLLING = ["wheel", "touchmove", "keydown"] as const;

/**
 * Return the ref of the element that scrolls.
 *
 * The paper that opens beside the report makes it narrower, in one step or in several, and steps fold up when a review
 * ends. From the moment at which the reader scrolls, nothing is moved any more.
 */
export function useCitationInSight(shown: string | null, loaded: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || shown === null) {
      return;
    }
    const keep = () => element.querySelector(CHOSEN)?.scrollIntoView({ block: "nearest" });
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) {
      observer.observe(child);
    }
    const stop = () => observer.disconnect();
    // The scroll bar belongs to the element itself.
    const press = (event: PointerEvent) => event.target === element && stop();
    SCROLLING.forEach((name) => element.addEventListener(name, stop, { passive: true }));
    element.addEventListener("pointerdown", press);
    keep();
    return () => {
      stop();
      SCROLLING.forEach((name) => element.removeEventListener(name, stop));
      element.removeEventListener("pointerdown", press);
    };
  }, [shown, loaded]);
  return scroller;
}
