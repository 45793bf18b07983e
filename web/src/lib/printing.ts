/** Printing a room, and what is drawn on paper alone. */
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let printing = false;

/** Tell whether the page is being printed: what is only drawn on paper is drawn before the browser takes it. */
export function usePrinting(): boolean {
  return useSyncExternalStore(listen, () => printing);
}

/** Print the room; with `paper` the open paper, also where a conversation about it would be printed in its place. */
export function printPage({ paper = false } = {}): void {
  // The menu that it was chosen from has closed by then.
  setTimeout(() => {
    const { documentElement: page } = document;
    page.toggleAttribute("data-print-paper", paper);
    addEventListener("afterprint", () => page.removeAttribute("data-print-paper"), { once: true });
    print();
  });
}

function listen(changed: () => void): () => void {
  const begin = () => {
    printing = true;
    // A script that prints takes the page before React would draw by itself.
    flushSync(changed);
  };
  const end = () => {
    printing = false;
    changed();
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
  return () => {
    removeEventListener("beforeprint", begin);
    removeEventListener("afterprint", end);
  };
}
