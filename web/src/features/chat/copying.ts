/** An answer as plain text for the clipboard: numbers in brackets, and the quotes below it. */
import type { AnswerV1, CitationV1 } from "@/api/types";
import { verdictWords } from "@/evidence/verdicts";

export function asPlainText(question: string, answer: AnswerV1, titles: ReadonlyMap<string, string>): string {
  if (answer.refusal) {
    return `${question}\n\n${answer.refusal.message}\n`;
  }
  const words = answer.sections.map((section) => {
    const end = section.text.trimEnd();
    const numbers = section.citations.map((citation) => ` [${citation.number}]`).join("");
    return end + numbers + (section.text.slice(end.length) || " ");
  });
  const citations = answer.sections.flatMap((section) => section.citations);
  return [question, words.join("").trim(), citations.map((citation) => sourceOf(citation, titles)).join("\n")]
    .filter(Boolean)
    .join("\n\n")
    .concat("\n");
}

function sourceOf(citation: CitationV1, titles: ReadonlyMap<string, string>): string {
  const title = titles.get(citation.paper_id);
  const place = [title, citation.label].filter(Boolean).join(", ");
  return `[${citation.number}] “${citation.quote}” ${place} (${verdictWords(citation).name.toLowerCase()})`;
}
