import { useSyncExternalStore } from "react";

/** The least width of two panes; below it the conversation is a drawer over the pages (--breakpoint-wide in styles.css). */
export const useWide = hookOf("(min-width: 56rem)");

/** Below it the rail would take a quarter of the screen (sm of Tailwind). */
export const usePhone = hookOf("(max-width: 39.99rem)");

/** Below it the rail is narrow unless it was widened by hand. */
export const useRoomy = hookOf("(min-width: 1100px)");

/** Return a hook that follows a media query of the screen; a sheet of paper, narrow as it is, changes nothing. */
function hookOf(query: string): () => boolean {
  const [asked, paper] = [matchMedia(query), matchMedia("print")];
  let onScreen = asked.matches;
  const subscribe = (listener: () => void) => {
    asked.addEventListener("change", listener);
    return () => asked.removeEventListener("change", listener);
  };
  const look = () => (paper.matches ? onScreen : (onScreen = asked.matches));
  return () => useSyncExternalStore(subscribe, look);
}
