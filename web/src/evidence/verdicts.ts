/** How a citation's verdict is said and shown: three marks for four verdicts. */
import type { CitationV1 } from "@/api/types";

export interface VerdictWords {
  mark: "exact" | "close" | "missing";
  name: string;
  explained: string;
}

const WORDS: Record<CitationV1["verdict"], VerdictWords> = {
  exact: { mark: "exact", name: "Exact quote", explained: "These words stand in the paper." },
  normalized: {
    mark: "exact",
    name: "Exact quote",
    explained: "These words stand in the paper, apart from spaces and signs.",
  },
  fuzzy: { mark: "close", name: "Close to the paper", explained: "The paper says nearly this." },
  not_found: { mark: "missing", name: "Not found", explained: "These words do not stand in the paper." },
};

export function verdictWords(citation: CitationV1): VerdictWords {
  return WORDS[citation.verdict];
}
