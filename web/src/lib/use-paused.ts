/** What is typed, once typing pauses. */
import { useEffect, useState } from "react";

export function usePaused(words: string, pauseMs: number): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), pauseMs);
    return () => clearTimeout(timer);
  }, [words, pauseMs]);
  return paused;
}
