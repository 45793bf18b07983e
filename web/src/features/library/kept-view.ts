/** What of the library was shown last, which its first request asks for. */
import { kept } from "@/lib/keeping";
import { queryOf, viewOf } from "./view";

/** The names under which the search and the view are kept. */
export const SEARCH = "search";
export const VIEW = "library";

/** Return the words of a search that were kept. */
export function wordsOf(before: unknown): string {
  return typeof before === "string" ? before : "";
}

/** Return the parameters of `GET /library` for what was shown last. */
export function queryKept(): Record<string, string> {
  return queryOf(viewOf(kept(VIEW)), wordsOf(kept(SEARCH)).trim());
}
