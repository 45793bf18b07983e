/** Passages that a search without a model found: how sure it is, the first passage large in its paragraph, further ones folded. */
import type { ReactNode } from "react";
import type { AnswerV1, CitationV1, PassageV1, SearchOutcomeV1, TextSectionV1 } from "@/api/types";
import { Button } from "@/ui/button";
import { WithoutModel } from "@/ui/without-model";
import { MathText } from "@/ui/math";
import { common } from "@/texts/common";
import { chat as texts } from "@/texts/chat";
import { Nearest, type NearPassage } from "./nearest";

interface Cards {
  /** Of the papers that were asked. */
  titles: ReadonlyMap<string, string>;
  renderCitation: (citation: CitationV1) => ReactNode;
  onShow: (citation: CitationV1) => void;
  onPassage: (passage: NearPassage) => void;
}

interface Asking {
  busy: boolean;
  onAsk: (question: string) => void;
}

export function Extracts({
  answer,
  invites,
  busy,
  onAsk,
  ...cards
}: {
  answer: AnswerV1;
  /** Say how a model is connected. */
  invites: boolean;
} & Asking &
  Cards) {
  const parts = partsOf(answer.sections);
  return (
    <section aria-label={texts.passagesFound}>
      {answer.search && <Outcome search={answer.search} several={cards.titles.size > 1} {...{ busy, onAsk }} />}
      {parts.map(({ part, sections }, place) => (
        <Part
          key={part}
          {...{ part, sections }}
          large={place === 0}
          further={(place === parts.length - 1 && answer.search?.further) || []}
          {...cards}
        />
      ))}
      {invites && <WithoutModel says={texts.noModel} className="mt-3" />}
    </section>
  );
}

function Outcome({ search, several, busy, onAsk }: { search: SearchOutcomeV1; several: boolean } & Asking) {
  return (
    <>
      <p className="text-sm font-medium text-pretty">{texts.searched(search, several)}</p>
      {search.also_searched.length > 0 && (
        <p className="mt-0.5 text-sm text-soft">{texts.alsoSearched(search.also_searched)}</p>
      )}
      {search.without && (
        <Button
          icon="search"
          className="mt-2"
          title={search.without}
          disabled={busy}
          onClick={() => onAsk(search.without)}
        >
          {texts.searchWithout(search.missing.length)}
        </Button>
      )}
    </>
  );
}

/**
 * The passages of one paper; `part` is its title, empty where only one paper was asked.
 *
 * `further` are those that come after what is quoted.
 */
function Part({
  part,
  sections,
  large,
  further,
  ...cards
}: { part: string; sections: TextSectionV1[]; large: boolean; further: readonly PassageV1[] } & Cards) {
  const [first, ...others] = sections.flatMap(({ citations }) => citations);
  const note = sections[0]?.note;
  const folded = others.length + further.length;
  return (
    <div className={part ? "mt-6" : "mt-3"}>
      {part && (
        <h3 className="mb-2 text-sm font-semibold text-pretty">
          <bdi>{part}</bdi> {note && <span className="text-sm font-normal text-soft">{note}</span>}
        </h3>
      )}
      {first ? (
        <Card citation={first} {...{ part, large }} {...cards} />
      ) : (
        <p className="text-sm text-soft">{sections.map(({ text }) => text).join(" ")}</p>
      )}
      {folded > 0 && (
        <details className="mt-3">
          <summary className="w-fit rounded text-sm font-medium text-soft hover:text-ink">
            {texts.further(folded)}
          </summary>
          <ul className="mt-3 space-y-4">
            {others.map((citation) => (
              <li key={citation.number}>
                <Card {...{ citation, part }} {...cards} />
              </li>
            ))}
          </ul>
          <Nearest passages={further} titles={cards.titles} onShow={cards.onPassage} />
        </details>
      )}
    </div>
  );
}

function Card({
  citation,
  part,
  large = false,
  titles,
  renderCitation,
  onShow,
}: { citation: CitationV1; part: string; large?: boolean } & Omit<Cards, "onPassage">) {
  const title = titles.size > 1 ? titles.get(citation.paper_id) : undefined;
  const named = title !== undefined && title !== part;
  return (
    <div className={`break-inside-avoid border-l-2 pl-4 ${large ? "border-accent" : "border-line"}`}>
      <p className="flex items-baseline gap-1 text-sm text-soft">
        {renderCitation(citation)}
        <span>
          {common.place(citation.label)}
          {named && citation.label && " · "}
          {named && <bdi>{title}</bdi>}
        </span>
      </p>
      <button
        type="button"
        onClick={() => onShow(citation)}
        dir="auto"
        className={`mt-1.5 block w-full text-start font-serif leading-relaxed ${large ? "text-lg" : ""}`}
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
    </div>
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
