/** The browser's words for "3 hours ago". */
import { language } from "@/texts/language";

let format: Intl.RelativeTimeFormat | null = null;

/** Return the format, which is made once: the first of a page takes 15 ms to load the browser's tables of languages. */
export function relativeTimes(): Intl.RelativeTimeFormat {
  format ??= new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return format;
}
