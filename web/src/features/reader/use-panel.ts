/** The sidebar: whether it is open, on which tab, and which note is written on. */
import { useCallback, useState } from "react";
import { useKept } from "@/lib/kept";
import { staysOpen } from "./side-panel";
import { tabOf, type Tab } from "./sidebar";

export interface Panel {
  open: boolean;
  toggle: () => void;
  /** Close it where it covers what was asked for. */
  closeIfNarrow: () => void;
  tab: Tab;
  setTab: (tab: Tab) => void;
  note: string | null;
  setNote: (noteId: string | null) => void;
  /** Open it at a note. */
  showNote: (noteId: string) => void;
}

/** `narrow`: it covers the pages on large screens, too, and is closed until it is asked for. */
export function usePanel(narrow: boolean): Panel {
  // On small screens it covers the pages, which are what is opened.
  const [kept, setKept] = useKept("sidebar-open", (before) => before === true);
  const [beside, setBeside] = useState(() => staysOpen(kept));
  const [over, setOver] = useState(false);
  const open = narrow ? over : beside;
  const setOpen = useCallback(
    (to: boolean) => {
      if (narrow) {
        setOver(to);
      } else {
        setBeside(to);
        setKept(to);
      }
    },
    [narrow, setKept],
  );
  const [tab, setTab] = useKept("sidebar", tabOf);
  const [note, setNote] = useState<string | null>(null);
  return {
    open,
    toggle: useCallback(() => setOpen(!open), [open, setOpen]),
    closeIfNarrow: useCallback(() => {
      setOver(false);
      setBeside(staysOpen);
    }, []),
    tab,
    setTab,
    note,
    setNote,
    showNote: useCallback(
      (noteId: string) => {
        setOpen(true);
        setTab("notes");
        setNote(noteId);
      },
      [setOpen, setTab],
    ),
  };
}
