import { useEffect, useState } from "react";

/** Ctrl-F finds in the whole paper: the browser would only see the pages that are drawn. */
export function useFindShortcut(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
        event.preventDefault();
        setOpen(true);
      }
    }
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return [open, setOpen];
}
