import { useDeferredValue, useMemo, useState } from "react";
import type { ContentView } from "@/api/types";
import { findIn, type Hit } from "./find";

export interface Finding {
  query: string;
  setQuery: (query: string) => void;
  hits: readonly Hit[];
  /** The current match, from 0. */
  index: number;
  current: Hit | null;
  move: (by: 1 | -1) => void;
  /** Whether there is text to search. */
  ready: boolean;
}

const SHORTEST = 2;

export function useFinding(content: ContentView | undefined, open: boolean): Finding {
  const [query, setWords] = useState("");
  const [index, setIndex] = useState(0);
  const words = useDeferredValue(open ? query : "");
  const hits = useMemo(
    () => (content && words.trim().length >= SHORTEST ? findIn(content, words) : []),
    [content, words],
  );
  return {
    query,
    setQuery: (next) => {
      setWords(next);
      setIndex(0);
    },
    hits,
    index,
    current: hits[index] ?? null,
    move: (by) => setIndex((now) => (hits.length ? (now + by + hits.length) % hits.length : 0)),
    ready: content !== undefined,
  };
}
