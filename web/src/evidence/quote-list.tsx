/** A text's quotes as a list, for touch screens and for reading them in sequence. */
import type { ReactNode } from "react";
import type { CitationV1 } from "@/api/types";
import { evidence as texts } from "@/texts/evidence";
import { CitationCard } from "./citation-card";
import { isFalse, isFound } from "./verdicts";

export interface ListedQuote {
  citation: CitationV1;
  /** The paper's name, if several papers are cited. */
  paperTitle: string | null;
  /** Words of the cited sentence that its quotes do not cover. */
  silentOn?: string;
  onShow: () => void;
  /** Shown below the quote. */
  more?: ReactNode;
}

export function QuoteList({ quotes }: { quotes: readonly ListedQuote[] }) {
  const wrong = quotes.filter(({ citation }) => isFalse(citation)).length;
  if (!quotes.length) {
    return null;
  }
  return (
    <details className="mt-4">
      <summary className="w-fit rounded text-sm font-medium text-soft hover:text-ink">
        {texts.evidence(quotes.length, wrong)}
      </summary>
      <ul className="mt-2.5 grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4">
        {quotes.map(({ citation, paperTitle, silentOn, onShow, more }) => (
          <li key={citation.number}>
            <button
              type="button"
              disabled={!isFound(citation)}
              onClick={onShow}
              className="w-full border-l-2 border-line pl-4 text-left text-sm enabled:hover:border-accent"
            >
              <CitationCard {...{ citation, paperTitle, silentOn }} numbered />
            </button>
            {more}
          </li>
        ))}
      </ul>
    </details>
  );
}
