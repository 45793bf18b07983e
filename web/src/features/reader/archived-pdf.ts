/** Which PDF of a paper's archive is the paper. */
import type { Packed } from "@/lib/archive";

// The name under which a PDF is packed that a person named for a source.
const NAMED = "pages-of-the-paper.pdf";
// An archive may hold hundreds of figures; the paper is among the first. A guess.
const MOST_TRIED = 8;

/** Return an archive's PDFs, likeliest first: the named one, those that are called as another file is, the others. */
export function likeliestPdfs(files: readonly Packed[]): Packed[] {
  const stems = new Set(files.filter(({ name }) => !isPdf(name)).map(({ name }) => stemOf(name)));
  const rank = ({ name }: Packed) => (name === NAMED ? 0 : stems.has(stemOf(name)) ? 1 : 2);
  return files
    .filter(({ name }) => isPdf(name) && !stemOf(name).startsWith("."))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_TRIED);
}

function isPdf(name: string): boolean {
  return name.toLowerCase().endsWith(".pdf");
}

function stemOf(name: string): string {
  return name
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "")
    .toLowerCase();
}
