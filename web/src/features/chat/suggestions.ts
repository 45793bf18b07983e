/** Suggested first questions for a paper, made from its counts without a model. */
import type { PaperView } from "@/api/types";

const MOST = 4;

export function suggestionsFor(papers: readonly PaperView[]): string[] {
  const [paper] = papers;
  if (!paper) {
    return [];
  }
  if (papers.length > 1) {
    return [
      "What do these papers have in common?",
      "Where do their results differ?",
      "Which data does each of them use?",
    ];
  }
  const { counts } = paper;
  return [
    "What is the main contribution?",
    counts.tables > 0 ? "What does Table 1 show?" : null,
    counts.figures > 0 ? "What is shown in Figure 1?" : null,
    "What are the limitations?",
    "What does the conclusion say?",
    counts.equations > 0 ? "What does Equation 1 define?" : null,
  ]
    .filter((question) => question !== null)
    .slice(0, MOST);
}
