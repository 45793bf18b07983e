/** How words of a paper are cited in running text. */
import type { PaperView } from "@/api/types";

/** Return words in quotation marks with author, year and page: “…” (Vaswani et al., 2017, p. 3). */
export function citationOf(words: string, { metadata, filename }: PaperView, pageNumber: number | null): string {
  const { authors, year, title } = metadata;
  const names = authors.map((name) => name.trim().split(/\s+/).at(-1) ?? name);
  const who = names.length > 2 ? `${names[0]} et al.` : names.join(" and ");
  const source = [who || title || filename, year, pageNumber && `p. ${pageNumber}`].filter(Boolean).join(", ");
  return `“${words}” (${source})`;
}
