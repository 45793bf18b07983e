/** The sentence of a passage that holds most of the searched words, with these marked. */
import type { ReactNode } from "react";

// As long as two lines of the list. A guess.
const LONGEST = 280;

/** Return the sentence of a text that has most of the words, the earliest of these; of a text without any, its beginning below the heading. */
export function snippetOf(text: string, words: string): string {
  const wanted = wordsOf(words);
  const blocks = text.split("\n\n");
  // A heading counts where no sentence below it has as many of the words.
  const [prose, headings] = [blocks.filter(isProse), blocks.filter((block) => !isProse(block))];
  const sentences = [...prose, ...headings].flatMap((block) => block.match(/[^.!?]+[.!?]*\s*/g) ?? [block]);
  let [best, most] = ["", -1];
  for (const sentence of sentences) {
    const folded = fold(sentence);
    const count = wanted.filter((word) => folded.includes(word)).length;
    if (count > most) {
      [best, most] = [sentence, count];
    }
  }
  // Found by its meaning alone: its beginning tells more than its first sentence, which may be "Figure 3."
  const whole = (most > 0 ? best : (prose[0] ?? text)).trim();
  return whole.length <= LONGEST ? whole : whole.slice(0, whole.lastIndexOf(" ", LONGEST));
}

function isProse(block: string): boolean {
  return /[.!?][^\p{L}\p{N}]*$/u.test(block);
}

export function Marked({ text, words }: { text: string; words: string }): ReactNode {
  const wanted = wordsOf(words);
  return text.split(/([\p{L}\p{N}]+)/u).map((piece, n) =>
    n % 2 && wanted.some((word) => fold(piece).startsWith(word)) ? (
      <mark key={n} className="rounded-sm bg-[var(--mark)] text-inherit">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
