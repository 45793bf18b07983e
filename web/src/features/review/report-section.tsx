/** One section of a report: its summary, its text with citations, its table, its evidence, and ways to change it. */
import { useState } from "react";
import type { CitationV1, CitedPaperView, ComparisonTableView, FollowedQuote, ReviewSectionView } from "@/api/types";
import { AnswerText, type AnswerTextProps } from "@/evidence/answer-text";
import { CitationChip } from "@/evidence/citation-chip";
import { DoubtedText, doubtsOf } from "@/evidence/doubts";
import { SecondReading } from "@/evidence/second-reading";
import { QuoteList } from "@/evidence/quote-list";
import { wordsOf } from "@/evidence/verdicts";
import { common } from "@/texts/common";
import { reviews as texts } from "@/texts/reviews";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { addressOf, citedIn, type Cell, type Cited } from "./cited";
import { SectionEditor, type SectionEdit } from "./section-editor";

const QUOTED = /^“[^]*”$/;

export interface ReportSectionProps {
  section: ReviewSectionView;
  papers: ReadonlyMap<string, CitedPaperView>;
  followed: readonly FollowedQuote[];
  numberOf: (citation: CitationV1) => number;
  /** The address of the citation that is shown (cited.ts). */
  shown: string | null;
  editable: boolean;
  /** Take the section as it is here into the newest version; null where this is the newest. */
  onRestore?: (() => void) | null;
  onCitation: (address: string, citation: CitationV1) => void;
  onEdit: (edit: SectionEdit) => void;
}

export function ReportSection(props: ReportSectionProps) {
  const { section, papers, followed, numberOf, shown, editable, onRestore, onCitation, onEdit } = props;
  const [open, setOpen] = useState(true);
  const chip = (citation: CitationV1, silentOn = "", cell?: Cell) => {
    const address = addressOf(section, citation, cell);
    return (
      <CitationChip
        citation={{ ...citation, number: numberOf(citation) }}
        paperTitle={papers.get(citation.paper_id)?.title ?? null}
        silentOn={silentOn}
        current={shown === address}
        onShow={() => onCitation(address, citation)}
      />
    );
  };
  const quotes = firstOfEach(citedIn(section), numberOf).map(({ citation, address, silentOn }) => ({
    silentOn,
    citation: { ...citation, number: numberOf(citation) },
    paperTitle: papers.get(citation.paper_id)?.label ?? null,
    onShow: () => onCitation(address, citation),
    more: <Works works={followed.find((quote) => isOf(quote, citation))?.works ?? []} />,
  }));
  return (
    <section aria-labelledby={`section-${section.id}`} className="border-t border-hover py-6 first:border-0">
      <div className="flex items-start gap-2">
        <h2 id={`section-${section.id}`} className="mr-auto font-serif text-lg leading-snug font-semibold">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="flex items-start gap-2 text-left"
          >
            <Icon name="chevron" className={`mt-1 size-5 text-soft transition-transform ${open ? "" : "-rotate-90"}`} />
            <bdi>{section.title}</bdi>
          </button>
        </h2>
        {editable && <SectionEditor section={section} onEdit={onEdit} />}
        {onRestore && <IconButton icon="retry" label={texts.restoreSection(section.title)} onClick={onRestore} />}
      </div>
      {section.tldr && (
        <div className="mt-2 ml-7 text-soft [&_.prose]:inline [&_.prose>p:first-child]:inline">
          <span className="mr-1.5 text-sm font-semibold tracking-wide text-soft uppercase">{texts.inShort}</span>
          <AnswerText sections={section.summary} tail="" renderCitation={chip} />
        </div>
      )}
      {open && (
        <div className="mt-4 ml-7">
          <div className="font-serif leading-[1.7]">
            <Sentences section={section} papers={papers} renderCitation={chip} />
          </div>
          <SecondReading sections={[...section.summary, ...section.text]} />
          {section.table && (
            <ComparisonTable table={section.table} renderCitation={(citation, cell) => chip(citation, "", cell)} />
          )}
          {section.removed_references > 0 && (
            <p className="mt-3 text-sm text-warn">{texts.referencesRemoved(section.removed_references)}</p>
          )}
          <QuoteList quotes={quotes} />
        </div>
      )}
    </section>
  );
}

/** The text of a section; one of quotes alone is a list that names the place of each, and its paper unless the section is that paper's. */
function Sentences({
  section,
  papers,
  renderCitation,
}: Pick<ReportSectionProps, "section" | "papers"> & Pick<AnswerTextProps, "renderCitation">) {
  if (!section.text.length || !section.text.every(({ text }) => QUOTED.test(text.trim()))) {
    return <AnswerText sections={section.text} tail="" renderCitation={renderCitation} />;
  }
  return (
    <ul className="space-y-3">
      {section.text.map((part, place) => (
        <li key={place} className="border-l-2 border-line pl-3">
          <AnswerText sections={[part]} tail="" renderCitation={renderCitation} />
          <span className="block font-sans text-sm text-soft">
            {part.citations.slice(0, 1).map(({ paper_id: id, label }) => placeIn(papers.get(id), label, section.title))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function placeIn(paper: CitedPaperView | undefined, label: string, title: string): string {
  return [paper?.title === title ? "" : paper?.label, common.place(label)].filter(Boolean).join(" · ");
}

/** Return the citations whose quotes are kept, each number once. */
function firstOfEach(cited: readonly Cited[], numberOf: (citation: CitationV1) => number): Cited[] {
  const numbers = cited.map(({ citation }) => numberOf(citation));
  return cited.filter(({ citation }, place) => wordsOf(citation) && numbers.indexOf(numbers[place]!) === place);
}

function ComparisonTable({
  table,
  renderCitation,
}: {
  table: ComparisonTableView;
  renderCitation: (citation: CitationV1, cell: Cell) => React.ReactNode;
}) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={table.title}
      className="relative mt-5 max-h-[75vh] overflow-auto rounded-xl border border-line"
    >
      <table className="w-full text-sm">
        <caption dir="auto" className="border-b border-line px-3 py-2 text-left font-semibold">
          {table.title}
        </caption>
        <thead>
          <tr className="text-left">
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 bg-ground px-3 py-2 font-semibold shadow-[inset_0_-1px_var(--line)]"
            >
              {texts.paper}
            </th>
            {table.columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                title={column.description}
                className="sticky top-0 z-10 bg-ground px-3 py-2 font-semibold shadow-[inset_0_-1px_var(--line)]"
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.rows.map((row, place) => (
            <tr key={row.paper_id}>
              <th scope="row" className="sticky left-0 max-w-44 bg-surface px-3 py-2 text-left align-top font-medium">
                {row.label}
              </th>
              {row.cells.map((cell, index) => (
                <td key={index} className={`min-w-32 px-3 py-2 align-top ${cell.citations.length ? "" : "text-soft"}`}>
                  <DoubtedText text={cell.value} doubts={doubtsOf({ ...cell, text: cell.value })} />
                  {cell.citations.map((citation) => (
                    <span key={citation.number}>{renderCitation(citation, [place, index])}</span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The works that a quote itself cites, with links to those in the library. */
function Works({ works }: { works: FollowedQuote["works"] }) {
  if (!works.length) {
    return null;
  }
  return (
    <p className="mt-1 pl-4 text-sm text-soft">
      {texts.itCites}{" "}
      {works.map((work, index) => (
        <span key={index}>
          {index > 0 && "; "}
          {work.paper_id ? (
            <Link href={`/papers/${work.paper_id}`} className="text-accent underline">
              {work.name}
            </Link>
          ) : (
            work.name
          )}
        </span>
      ))}
    </p>
  );
}

function isOf(quote: FollowedQuote, citation: CitationV1): boolean {
  return quote.paper_id === citation.paper_id && quote.start === citation.start && quote.end === citation.end;
}
