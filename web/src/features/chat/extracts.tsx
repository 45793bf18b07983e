/** Passages that rules found where no model answers: a card each, the sentence marked in its paragraph. */
import type { ReactNode } from "react";
import type { AnswerV1, CitationV1, TextSectionV1 } from "@/api/types";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";
import { common } from "@/texts/common";
import { chat as texts } from "@/texts/chat";

interface Cards {
  /** Of the papers that were asked. */
  titles: ReadonlyMap<string, string>;
  renderCitation: (citation: CitationV1) => ReactNode;
  onShow: (citation: CitationV1) => void;
}

export function Extracts({ answer, ...cards }: { answer: AnswerV1 } & Cards) {
  const found = answer.sections.flatMap(({ citations }) => citations);
  return (
    <section aria-label={texts.passagesFound}>
      <p className="text-sm font-medium text-soft">{texts.found(found.length)}</p>
      {partsOf(answer.sections).map(({ part, sections }) => (
        <Part key={part} {...{ part, sections }} {...cards} />
      ))}
      {answer.degraded === null && (
        <p className="mt-2.5 text-sm text-soft">
          {texts.noModel}{" "}
          <Link href="/settings" className="underline hover:text-ink">
            {texts.chooseModel}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The passages of one paper, or on one of the things compared; `part` is empty where only one paper was asked. */
function Part({ part, sections, ...cards }: { part: string; sections: TextSectionV1[] } & Cards) {
  const found = sections.flatMap(({ citations }) => citations);
  return (
    <div className="mt-3 first-of-type:mt-2">
      {part && <h4 className="mb-1.5 text-sm font-semibold text-pretty">{part}</h4>}
      {found.length === 0 && <p className="text-sm text-soft">{sections.map(({ text }) => text).join(" ")}</p>}
      <ul className="space-y-2.5">
        {found.map((citation) => (
          <Card key={citation.number} {...{ citation, part }} {...cards} />
        ))}
      </ul>
    </div>
  );
}

function Card({ citation, part, titles, renderCitation, onShow }: { citation: CitationV1; part: string } & Cards) {
  const title = titles.size > 1 ? titles.get(citation.paper_id) : undefined;
  const named = title !== undefined && title !== part;
  return (
    <li className="rounded-xl border border-line px-3.5 py-3">
      <p className="flex items-baseline gap-1 text-xs text-soft">
        {renderCitation(citation)}
        <span>
          {common.place(citation.label)}
          {named && citation.label && " · "}
          {named && <bdi>{title}</bdi>}
        </span>
        {citation.mark && (
          <span className="ml-auto shrink-0 font-medium text-accent">{texts.marks[citation.mark]}</span>
        )}
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
  );
}

/** Group sections that follow each other by the part that they belong to. */
function partsOf(sections: readonly TextSectionV1[]): { part: string; sections: TextSectionV1[] }[] {
  const parts: { part: string; sections: TextSectionV1[] }[] = [];
  for (const section of sections) {
    const last = parts.at(-1);
    if (last?.part === section.part) {
      last.sections.push(section);
    } else {
      parts.push({ part: section.part, sections: [section] });
    }
  }
  return parts;
}
