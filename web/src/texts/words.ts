/** Numbers, counts and lists as the page's language writes them. */
import { language } from "./language";

// The least number that is written with a separator.
const GROUPED = 1_000;

let conjunction: Intl.ListFormat | null = null;

export function number(n: number, format?: Intl.NumberFormatOptions): string {
  // A browser takes 20 ms to load what its formats need, which the first view does not.
  return !format && Number.isInteger(n) && n >= 0 && n < GROUPED ? String(n) : n.toLocaleString(language, format);
}

/** Return "1 paper" or "12 papers". */
export function counted(n: number, one: string, many: string): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** Return words as a sentence lists them: "a, b and c". */
export function listed(words: readonly string[]): string {
  // "a, b and c": without the comma of American English.
  conjunction ??= new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });
  return conjunction.format(words);
}
