/** Copying words of pages: in running text, without the ends of printed lines and the hyphens at them. */
import { useEffect, useEffectEvent, type RefObject } from "react";
import type { ContentView } from "@/api/types";

// A word that a line ends within: its part with the hyphen, and the part on the next line.
const DIVIDED = /(?<!\p{L})(\p{L}{1,60})[-\u00ad\u2010]\s{1,9}(\p{Ll}\p{L}{0,60})/gu;

/**
 * Return copied text as one paragraph, with ligatures as letters.
 *
 * `words` is the paper's own text, in which no words are divided: it tells "transduc-tion" from "self-attention".
 */
export function runningText(copied: string, words: string): string {
  const letters = copied.replaceAll("\0", "").replace(/[\ufb00-\ufb06]/g, (sign) => sign.normalize("NFKC"));
  const joined = letters.replace(DIVIDED, (as, first: string, second: string) => {
    const divided = /[\r\n]/.test(as);
    if (contains(words, first + second)) {
      return first + second;
    }
    return contains(words, `${first}-${second}`) ? `${first}-${second}` : divided ? first + second : as;
  });
  return joined.replace(/\s+/g, " ").trim();
}

/** Return the paper's own text, which tells {@link runningText} what is one word. */
export function wordsOf(content: ContentView | undefined): string {
  return content?.blocks.map(({ text }) => text).join("\n") ?? "";
}

function contains(text: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "iu").test(text);
}

/** Put selected words of the pages into the clipboard as running text. */
export function useCleanCopies(root: RefObject<HTMLElement | null>, content: ContentView | undefined): void {
  const copy = useEffectEvent((event: ClipboardEvent) => {
    const selected = document.getSelection()?.toString();
    if (selected && event.clipboardData) {
      event.clipboardData.setData("text/plain", runningText(selected, wordsOf(content)));
      event.preventDefault();
      // The text layer of pdf.js would put the printed lines there.
      event.stopPropagation();
    }
  });
  useEffect(() => {
    const pages = root.current;
    pages?.addEventListener("copy", copy, { capture: true });
    return () => pages?.removeEventListener("copy", copy, { capture: true });
  }, [root]);
}
