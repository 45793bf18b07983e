/** Searches papers by their metadata: every word must occur, regardless of case and accents. */
import type { PaperView } from "@/api/types";

export function matching(papers: readonly PaperView[], query: string): readonly PaperView[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return words.length ? papers.filter((paper) => fits(folded(wordsOf(paper)), words)) : papers;
}

function wordsOf({ metadata, filename }: PaperView): string {
  const { title, authors, year, venue, doi, keywords } = metadata;
  return [title, ...authors, year, venue, doi, ...keywords, filename].filter(Boolean).join(" ");
}

function fits(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
