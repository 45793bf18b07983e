/** Questions that go on from an answer: the tables and figures that its passages name, and the sections where they stand. */
import type { CitationV1 } from "@/api/types";
import { furtherQuestion } from "@/texts/chat";
import type { Turn } from "./turns";

const MOST = 3;
const DRAWING = /\b(Table|Figure|Fig\.) (\d{1,3})\b/g;
// Their names say nothing that could be asked.
const PLAIN = /^(?:abstract|introduction|references|acknowledge?ments?|title|[\d.]*)$/i;

/** Return at most three, in the words of ready-made questions (texts/de/questions.ts); none that was asked before. */
export function followUps(turns: readonly Turn[]): string[] {
  const last = turns.at(-1);
  if (last?.state !== "done") {
    return [];
  }
  const citations = last.sections.flatMap(({ citations: own }) => own).filter(({ verdict }) => verdict !== "not_found");
  const asked = new Set(turns.map(({ question }) => question));
  const found = new Set([...citations.flatMap(drawings), ...citations.flatMap(section)]);
  return [...found].filter((question) => !asked.has(question)).slice(0, MOST);
}

function drawings({ before, text, after }: CitationV1): string[] {
  const words = [before, text, after].join(" ");
  return [...words.matchAll(DRAWING)].map(([, kind, number]) =>
    furtherQuestion(kind!.startsWith("T") ? "table" : "figure", number!),
  );
}

/** A label is "p. 3, Methods – Training": the last heading is the narrowest. */
function section({ label }: CitationV1): string[] {
  const headings = label.split(", ").slice(1).join(", ");
  const name = headings.split(" – ").at(-1)!.trim();
  return name && !PLAIN.test(name) ? [furtherQuestion("section", name)] : [];
}
