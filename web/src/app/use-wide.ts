import { useSyncExternalStore } from "react";

// The least width of two panes; below it the conversation is a drawer over the pages (--breakpoint-wide in styles.css).
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

// Below it the rail would take a quarter of the screen (sm of Tailwind).
const PHONE = matchMedia("(max-width: 39.99rem)");

export function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      PHONE.addEventListener("change", listener);
      return () => PHONE.removeEventListener("change", listener);
    },
    () => PHONE.matches,
  );
}
