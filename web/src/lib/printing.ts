import { useSyncExternalStore } from "react";

let printing = false;

/** Tell whether the page is being printed: what is only drawn on paper is drawn before the browser takes it. */
export function usePrinting(): boolean {
  return useSyncExternalStore(listen, () => printing);
}

function listen(changed: () => void): () => void {
  const begin = () => {
    printing = true;
    changed();
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
