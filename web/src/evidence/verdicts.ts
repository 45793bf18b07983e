/** How a citation's verdict is said and shown: three marks for four verdicts. */
import type { CitationV1 } from "@/api/types";

export interface VerdictWords {
  mark: "exact" | "close" | "missing";
  name: string;
}

const WORDS: Record<CitationV1["verdict"], VerdictWords> = {
  exact: { mark: "exact", name: "Exact quote" },
  normalized: { mark: "exact", name: "Exact quote" },
  fuzzy: { mark: "close", name: "Close to the paper" },
  not_found: { mark: "missing", name: "Not found" },
};

export function verdictWords({ verdict, quote }: CitationV1): VerdictWords {
  // A paper that was deleted took its quotes along (domain/review.py), which says nothing of how true they were.
  return quote ? WORDS[verdict] : { mark: "missing", name: "Quote deleted" };
}
