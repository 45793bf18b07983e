import { useEffect, useState, type RefObject } from "react";

/**
 * Ctrl-F finds in the whole paper: the browser would only see the pages that are drawn.
 *
 * Of two readers side by side, it is the one with the focus, or else the first.
 */
export function useFindShortcut(reader: RefObject<HTMLElement | null>): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const meant = document.activeElement?.closest("[data-reader]") ?? document.querySelector("[data-reader]");
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f" && meant === reader.current) {
        event.preventDefault();
        setOpen(true);
      }
    }
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [reader]);
  return [open, setOpen];
}
