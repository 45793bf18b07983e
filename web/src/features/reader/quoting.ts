/** How words of a paper are cited in running text. */
import type { PaperView } from "@/api/types";
import { reader as texts } from "@/texts/reader";

/** Return words in quotation marks with author, year and page: “…” (Vaswani et al., 2017, p. 3). */
export function citationOf(words: string, { metadata, filename }: PaperView, pageNumber: number | null): string {
  const { authors, year, title } = metadata;
  const names = authors.map((name) => name.trim().split(/\s+/).at(-1) ?? name);
  const who = texts.citedAuthors(names);
  const source = [who || title || filename, year, pageNumber && texts.page(pageNumber)].filter(Boolean).join(", ");
  return texts.quote(words, source);
}
