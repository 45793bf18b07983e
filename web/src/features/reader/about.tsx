/** The result of a paper's extraction: authors, counts, and notes on text that was recognised or left out. */
import type { ReactNode } from "react";
import type { ContentView } from "@/api/types";
import { MathText } from "@/ui/math";
import { reader as texts } from "@/texts/reader";

interface AboutProps {
  content: ContentView;
  goToPage: (pageNumber: number) => void;
  /** What else belongs to the paper. */
  children?: ReactNode;
}

export function About({ content, goToPage, children }: AboutProps) {
  const { title, authors, year, venue, doi, arxiv_id: arxiv, keywords, abstract } = content;
  return (
    <div className="h-full space-y-5 overflow-y-auto p-4 text-sm wrap-anywhere">
      <p dir="auto" className="text-left font-serif text-base leading-snug font-semibold">
        <MathText text={title ?? texts.noTitle} />
      </p>
      {authors.length > 0 && (
        <ul aria-label={texts.authors} className="space-y-1.5">
          {authors.map(({ name, affiliation, orcid }, index) => (
            <li key={index}>
              {orcid ? <Web href={`https://orcid.org/${orcid}`}>{name}</Web> : name}
              {affiliation && <span className="block text-sm text-soft">{affiliation}</span>}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          [texts.published, [venue, year].filter(Boolean).join(", ")],
          ["DOI", doi && <Web href={`https://doi.org/${encodeURI(doi)}`}>{doi}</Web>],
          ["arXiv", arxiv && <Web href={`https://arxiv.org/abs/${encodeURI(arxiv)}`}>{arxiv}</Web>],
          [texts.keywords, keywords.join(", ")],
          [texts.found, foundIn(content)],
        ]}
      />
      {children}
      <Notes notes={content.notes} goToPage={goToPage} />
      {abstract && (
        <section>
          <h3 className="mb-1 text-sm font-semibold text-soft">{texts.abstract}</h3>
          <p className="font-serif leading-relaxed">
            <MathText text={abstract} />
          </p>
        </section>
      )}
    </div>
  );
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl className="space-y-2">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm font-semibold text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function foundIn(content: ContentView): string {
  return (["sections", "figures", "tables", "equations", "references"] as const)
    .filter((kind) => content[kind].length > 0)
    .map((kind) => texts.counts[kind](content[kind].length))
    .join(", ");
}

/** Show each kind of note once, with its pages. */
function Notes({ notes, goToPage }: { notes: ContentView["notes"]; goToPage: (pageNumber: number) => void }) {
  const kinds = new Map<string, number[]>();
  for (const { code, detail, page_number: page } of notes) {
    const said = texts.ofExtraction(code, detail);
    kinds.set(said, [...(kinds.get(said) ?? []), ...(page ? [page] : [])]);
  }
  return (
    <section>
      <h3 className="mb-1 text-sm font-semibold text-soft">{texts.extraction}</h3>
      {kinds.size === 0 && <p>{texts.noProblems}</p>}
      <ul aria-label={texts.tabs.notes} className="space-y-2">
        {[...kinds].map(([said, pages]) => (
          <li key={said} className="rounded-lg bg-warn-tint px-3 py-2 text-warn">
            {said}
            {pages.map((page) => (
              <button key={page} type="button" onClick={() => goToPage(page)} className="ml-1.5 rounded underline">
                {texts.page(page)}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Web({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="text-accent underline">
      {children}
    </a>
  );
}
