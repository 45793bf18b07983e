export const REFERENCE_ENDINGS = [".bib", ".bibtex", ".ris", ".json"];

/** Tell whether a file holds references, and no paper. */
export function isReferences({ name }: File): boolean {
  return REFERENCE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
