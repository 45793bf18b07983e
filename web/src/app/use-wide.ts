import { useSyncExternalStore } from "react";

// Two panes need this much; below it the conversation is a drawer over the pages (--breakpoint-wide in styles.css).
const WIDE = matchMedia("(min-width: 56rem)");

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      WIDE.addEventListener("change", listener);
      return () => WIDE.removeEventListener("change", listener);
    },
    () => WIDE.matches,
  );
}
