/** What an answer takes at most, before it is asked; what stands below it on request: what it cost, and how it was found. */
import type { AnswerV1, DepthEstimate } from "@/api/types";
import { spentText } from "@/lib/money";
import { chat as texts } from "@/texts/chat";
import { common } from "@/texts/common";
import { number } from "@/texts/words";

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const CENTS = { style: "currency", currency: "USD" } as const;

export function detailsOf(question: string, answer: AnswerV1): [string, string][] {
  const { usage } = answer;
  const details: [string, string][] = [
    [texts.details.cost, spentText(usage)],
    [texts.details.tokens, tokensOf(usage)],
    [texts.details.time, texts.took(number(usage.retrieval_s, HUNDREDTHS), number(usage.model_s, HUNDREDTHS))],
    [texts.details.search, answer.retrieval === "hybrid" ? texts.hybrid : texts.wordsOnly],
  ];
  if (usage.context) {
    details.push([texts.details.read, usage.context === "whole" ? texts.wholePapers : texts.foundPassages]);
  }
  if (answer.question_used.trim() !== question.trim()) {
    details.push([texts.details.understood, answer.question_used]);
  }
  if (answer.degraded) {
    details.push([texts.details.error, answer.degraded]);
  }
  if (answer.dropped_citations > 0) {
    details.push([texts.details.dropped, texts.dropped(answer.dropped_citations)]);
  }
  return details;
}

export function boundsOf({ calls, tokens, cost_usd: cost, seconds }: DepthEstimate): string {
  const money = cost === null ? common.priceNotKnown : cost > 0 ? number(cost, CENTS) : texts.noCost;
  return texts.bounds(calls, tokens, money, Math.round(seconds));
}

function tokensOf({ input_tokens: read, output_tokens: written, cached_tokens: cached }: AnswerV1["usage"]): string {
  return texts.tokens(read, cached, written);
}
