/** Passages that rules found where no model answers: a card each, the sentence marked in its paragraph. */
import type { ReactNode } from "react";
import type { AnswerV1, CitationV1 } from "@/api/types";
import { MathText } from "@/ui/math";

export function Extracts({
  answer,
  titles,
  renderCitation,
  onShow,
}: {
  answer: AnswerV1;
  /** Of the papers that were asked. */
  titles: ReadonlyMap<string, string>;
  renderCitation: (citation: CitationV1) => ReactNode;
  onShow: (citation: CitationV1) => void;
}) {
  const found = answer.sections.flatMap(({ citations }) => citations);
  const several = titles.size > 1;
  return (
    <section aria-label="Passages found">
      <p className="text-sm font-medium text-soft">
        {found.length === 1 ? "One passage found" : `${found.length} passages found`}
      </p>
      <ul className="mt-2 space-y-2.5">
        {found.map((citation) => (
          <li key={citation.number} className="rounded-xl border border-line px-3.5 py-3">
            <p className="flex items-baseline gap-1 text-xs text-soft">
              {renderCitation(citation)}
              <span>{[citation.label, several && titles.get(citation.paper_id)].filter(Boolean).join(" · ")}</span>
            </p>
            <button
              type="button"
              onClick={() => onShow(citation)}
              className="mt-1.5 block w-full text-left font-serif leading-relaxed"
            >
              {citation.before && (
                <span className="text-soft">
                  <MathText text={citation.before} />{" "}
                </span>
              )}
              <mark className="rounded-sm bg-accent-tint px-0.5 text-ink">
                <MathText text={citation.text} />
              </mark>
              {citation.after && (
                <span className="text-soft">
                  {" "}
                  <MathText text={citation.after} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {answer.degraded === null && (
        <p className="mt-2.5 text-sm text-soft">
          No language model is connected, so nothing was written. With <code>GEMINI_API_KEY</code> set, a model answers
          from such passages.
        </p>
      )}
    </section>
  );
}
