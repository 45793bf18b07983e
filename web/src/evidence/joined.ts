/** Joins an answer's sections, which are pieces of one Markdown text: one may begin or end within a list, a row or a word. */
import type { CitationV1, TextSectionV1 } from "@/api/types";

export interface Joined {
  text: string;
  /** Where each section begins. */
  starts: number[];
  /** Where the citations of each section stand: behind its last word, within its row of a table, or below its code. */
  cited: { at: number; below: boolean }[];
}

// Texts that were saved or written without the space between two sentences; Chinese and Japanese have none.
const ENDS = /[\p{L}\p{N}.,;:!?…%)\]”’»"']$/u;
const BEGINS = /^[\p{L}\p{N}“‘«„"'([]/u;
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;

export function joined(texts: readonly string[]): Joined {
  const all: Joined = { text: "", starts: [], cited: [] };
  for (const text of texts) {
    const [last, first] = [all.text.slice(-1), text.slice(0, 1)];
    all.text += ENDS.test(last) && BEGINS.test(first) && !SPACELESS.test(last + first) ? " " : "";
    all.starts.push(all.text.length);
    all.text += text;
    all.cited.push(endOf(all.text));
  }
  return all;
}

/** Return the joined text with what `write` makes of each section's citations. */
export function written(
  sections: readonly Pick<TextSectionV1, "text" | "citations">[],
  write: (citation: CitationV1) => string,
): string {
  const { text, cited } = joined(sections.map((section) => section.text));
  let from = 0;
  const pieces = sections.map(({ citations }, index) => {
    const { at, below } = cited[index]!;
    const piece = text.slice(from, at);
    from = Math.max(from, at);
    return piece + (citations.length && below ? "\n\n" : "") + citations.map(write).join("");
  });
  return pieces.join("") + text.slice(from);
}

function endOf(text: string): Joined["cited"][number] {
  // The line below a table's head stays as it is.
  const words = text.trimEnd().replace(/\n[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+$/, "");
  const line = words.slice(words.lastIndexOf("\n") + 1);
  if (/^\s*(```+|~~~+)$/.test(line)) {
    return { at: words.length, below: true };
  }
  const row = line.endsWith("|") && line.indexOf("|") < line.length - 1;
  return { at: row ? words.slice(0, -1).trimEnd().length : words.length, below: false };
}
