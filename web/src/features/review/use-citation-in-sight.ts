/** The clicked citation of a report stays in sight while what stands around it changes its size. */
import { useEffect, useRef, type RefObject } from "react";

const CHOSEN = "[data-citation][aria-pressed=true]";

/**
 * Return the ref of the element that scrolls.
 *
 * The paper that opens beside the report makes it narrower, in one step or in several, and steps fold up when a review
 * ends. A citation that the reader has scrolled out of sight is left there.
 */
export function useCitationInSight(shown: string | null, loaded: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || shown === null) {
      return;
    }
    let inSight = true;
    const keep = () => {
      if (inSight) {
        element.querySelector(CHOSEN)?.scrollIntoView({ block: "nearest" });
      }
    };
    const look = () => {
      const chip = element.querySelector(CHOSEN)?.getBoundingClientRect();
      const view = element.getBoundingClientRect();
      inSight = !chip || (chip.bottom > view.top && chip.top < view.bottom);
    };
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) {
      observer.observe(child);
    }
    element.addEventListener("scroll", look, { passive: true });
    keep();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [shown, loaded]);
  return scroller;
}
