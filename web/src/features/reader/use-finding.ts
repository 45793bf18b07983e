import { useDeferredValue, useId, useMemo, useState } from "react";
import type { ContentView } from "@/api/types";
import { findIn, type Hit } from "./find";
import { staysOpen } from "./side-panel";

export interface Finding {
  /** The ids of the field and of the list of matches. */
  field: string;
  list: string;
  query: string;
  setQuery: (query: string) => void;
  hits: readonly Hit[];
  /** The current match, from 0. */
  index: number;
  current: Hit | null;
  move: (by: 1 | -1) => void;
  /** Make a match the current one. */
  choose: (index: number) => void;
  /** Whether the matches are to be listed beside the text. */
  listed: boolean;
  setListed: (listed: boolean) => void;
  /** Whether there is text to search. */
  ready: boolean;
}

const SHORTEST = 2;

export function useFinding(content: ContentView | undefined, open: boolean): Finding {
  const [query, setWords] = useState("");
  const [index, setIndex] = useState(0);
  const [wished, setListed] = useState(() => staysOpen(true));
  const words = useDeferredValue(open ? query : "");
  const hits = useMemo(
    () => (content && words.trim().length >= SHORTEST ? findIn(content, words) : []),
    [content, words],
  );
  const id = useId();
  return {
    field: `${id}-field`,
    list: `${id}-list`,
    query,
    setQuery: (next) => {
      setWords(next);
      setIndex(0);
    },
    hits,
    index,
    current: hits[index] ?? null,
    move: (by) => setIndex((now) => (hits.length ? (now + by + hits.length) % hits.length : 0)),
    choose: setIndex,
    listed: open && wished && hits.length > 1,
    setListed,
    ready: content !== undefined,
  };
}
