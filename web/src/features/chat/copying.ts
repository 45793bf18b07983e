/** An answer as plain text for the clipboard: numbers in brackets, and the paper's own words below it. */
import type { AnswerV1, CitationV1 } from "@/api/types";
import { written } from "@/evidence/joined";
import { marksIn } from "@/evidence/second-reading";
import { verdictWords, wordsOf } from "@/evidence/verdicts";
import { lowered } from "@/lib/text";
import { common } from "@/texts/common";
import { chat as texts } from "@/texts/chat";
import { coverageInWords } from "./coverage";
import { noticesOf } from "./notices";
import { refusedIn } from "./refusal";

export function asPlainText(question: string, answer: AnswerV1, titles: ReadonlyMap<string, string>): string {
  const several = titles.size > 1;
  const { before, after } = noticesOf(answer, several);
  const said = answer.refusal
    ? [refusedIn(answer.refusal, several), answer.refusal.by_model && common.quoted(answer.refusal.message)]
    : [
        answer.search && texts.searched(answer.search, several),
        answer.kind === "answer" && answerOf(answer),
        ...after,
        doubtsIn(answer),
        sourcesOf(answer, titles),
      ];
  const covered = answer.coverage && `${coverageInWords(answer.coverage)}.`;
  return [question, ...before, ...said, covered].filter(Boolean).join("\n\n").concat("\n");
}

function answerOf({ sections }: AnswerV1): string {
  return written(sections, ({ number }) => ` [${number}]`).trim();
}

function doubtsIn({ sections }: AnswerV1): string {
  return marksIn(sections)
    .map(({ words, why }) => `${common.quoted(words)}: ${lowered(why)}.`)
    .join("\n");
}

function sourcesOf({ sections }: AnswerV1, titles: ReadonlyMap<string, string>): string {
  return sections
    .flatMap(({ citations }) => citations)
    .map((citation) => sourceOf(citation, titles))
    .join("\n");
}

function sourceOf(citation: CitationV1, titles: ReadonlyMap<string, string>): string {
  const { number, quote, label, paper_id: paperId } = citation;
  const { look, name } = verdictWords(citation);
  const place = [titles.get(paperId), common.place(label)].filter(Boolean).join(", ");
  const wrote = look === "false" && citation.text ? `; ${texts.answerWrote(oneLine(quote))}` : "";
  const words = wordsOf(citation);
  return [`[${number}]`, words && `“${oneLine(words)}”`, place, `(${lowered(name)}${wrote})`].filter(Boolean).join(" ");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
