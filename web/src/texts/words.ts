/** Numbers, counts and lists as the page's language writes them. */
import { language } from "./language";

// "a, b and c": without the comma of American English.
const CONJUNCTION = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "conjunction" });

export function number(n: number, format?: Intl.NumberFormatOptions): string {
  return n.toLocaleString(language, format);
}

/** Return "1 paper" or "12 papers". */
export function counted(n: number, one: string, many: string): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** Return words as a sentence lists them: "a, b and c". */
export function listed(words: readonly string[]): string {
  return CONJUNCTION.format(words);
}
