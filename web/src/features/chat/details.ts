/** What an answer takes at most, before it is asked; what stands below it on request: what it cost, and how it was found. */
import type { AnswerV1, DepthEstimate } from "@/api/types";
import { spentText } from "@/lib/money";

export function detailsOf(question: string, answer: AnswerV1): [string, string][] {
  const { usage } = answer;
  const details: [string, string][] = [
    ["Cost", spentText(usage)],
    ["Tokens", tokensOf(usage)],
    ["Time", `${usage.retrieval_s.toFixed(2)} s to find, ${usage.model_s.toFixed(2)} s to write`],
    ["Search", answer.retrieval === "hybrid" ? "by words and by meaning" : "by words only"],
  ];
  if (usage.context) {
    details.push(["Read", usage.context === "whole" ? "whole papers" : "passages that were found"]);
  }
  if (answer.question_used.trim() !== question.trim()) {
    details.push(["Understood as", answer.question_used]);
  }
  if (answer.degraded) {
    details.push(["Error of the model", answer.degraded]);
  }
  if (answer.dropped_citations > 0) {
    details.push(["Dropped", `${answer.dropped_citations} citations of passages that were not shown to the model`]);
  }
  return details;
}

export function boundsOf({ calls, tokens, cost_usd: cost, seconds }: DepthEstimate): string {
  const money = cost === null ? "price not known" : cost > 0 ? `$${cost.toFixed(2)}` : "no cost";
  return `At most ${calls} calls, ${tokens.toLocaleString("en")} tokens, ${money}, ${Math.round(seconds)} seconds.`;
}

function tokensOf({ input_tokens: read, output_tokens: written, cached_tokens: cached }: AnswerV1["usage"]): string {
  const known = cached > 0 ? `, ${cached.toLocaleString("en")} of them from the provider's cache` : "";
  return `${read.toLocaleString("en")} in${known}, ${written.toLocaleString("en")} out`;
}
