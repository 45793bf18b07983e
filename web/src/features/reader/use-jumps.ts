/** Jumps within a paper: each makes an entry of the browser's history, so that Back leads to where one read. */
import { useCallback, useEffect, useState, type RefObject } from "react";
import { addEntry, entryHas, keepInEntry } from "@/lib/entries";

/** Where one stands: the page at the window's upper edge, and the share of it above that edge. */
export interface Position {
  pageNumber: number;
  share: number;
}

export interface Jumper {
  position: () => Position;
  restore: (position: Position) => void;
}

interface Place {
  paperId: string;
  /** Where one stands or stood in this entry. */
  at: Position | null;
  /** The page that the jump to here left; null where none led here. */
  from: number | null;
}

const PLACE = "place";

export interface Jumps {
  /** The page to which Back leads, null while it leads out of the paper. */
  from: number | null;
  /** Go somewhere, and remember where one was. */
  jump: (go: () => void) => void;
  dismiss: () => void;
}

export function useJumps(paperId: string, viewer: RefObject<Jumper | null>, onReturn: () => void): Jumps {
  const [from, setFrom] = useState<number | null>(() => placeOf(paperId)?.from ?? null);
  useEffect(() => {
    function listen() {
      const place = placeOf(paperId);
      setFrom(place?.from ?? null);
      if (place?.at) {
        viewer.current?.restore(place.at);
        onReturn();
      }
    }
    addEventListener("popstate", listen);
    return () => removeEventListener("popstate", listen);
  }, [paperId, viewer, onReturn]);
  const jump = useCallback(
    (go: () => void) => {
      const at = viewer.current?.position();
      if (!at) {
        go();
        return;
      }
      const own: Place = { paperId, at, from: placeOf(paperId)?.from ?? null };
      keepInEntry(PLACE, own);
      go();
      const there: Place = { paperId, at: viewer.current?.position() ?? null, from: at.pageNumber };
      addEntry(PLACE, there);
      setFrom(at.pageNumber);
    },
    [paperId, viewer],
  );
  return { from, jump, dismiss: useCallback(() => setFrom(null), []) };
}

function placeOf(paperId: string): Place | null {
  const place = entryHas(PLACE) as Place | null;
  return place?.paperId === paperId ? place : null;
}
