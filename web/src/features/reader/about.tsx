/** The result of a paper's extraction: authors, counts, and notes on text that was recognised or left out. */
import type { ReactNode } from "react";
import type { ContentView } from "@/api/types";
import { counted } from "@/lib/text";
import { MathText } from "@/ui/math";

export function About({ content, goToPage }: { content: ContentView; goToPage: (pageNumber: number) => void }) {
  const { title, authors, year, venue, doi, arxiv_id: arxiv, keywords, abstract } = content;
  return (
    <div className="h-full space-y-5 overflow-y-auto p-4 text-sm wrap-anywhere">
      <p className="font-serif text-base leading-snug font-semibold">
        <MathText text={title ?? "No title was found"} />
      </p>
      {authors.length > 0 && (
        <ul aria-label="Authors" className="space-y-1.5">
          {authors.map(({ name, affiliation, orcid }, index) => (
            <li key={index}>
              {orcid ? <Web href={`https://orcid.org/${orcid}`}>{name}</Web> : name}
              {affiliation && <span className="block text-xs text-soft">{affiliation}</span>}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          ["Published", [venue, year].filter(Boolean).join(", ")],
          ["DOI", doi && <Web href={`https://doi.org/${encodeURI(doi)}`}>{doi}</Web>],
          ["arXiv", arxiv && <Web href={`https://arxiv.org/abs/${encodeURI(arxiv)}`}>{arxiv}</Web>],
          ["Keywords", keywords.join(", ")],
          ["Found", foundIn(content)],
        ]}
      />
      <Notes notes={content.notes} goToPage={goToPage} />
      {abstract && (
        <section>
          <h3 className="mb-1 text-xs font-semibold text-soft">Abstract</h3>
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
            <dt className="text-xs font-semibold text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function foundIn({ sections, references, equations, figures, tables }: ContentView): string {
  const counts: [number, string][] = [
    [sections.length, "section"],
    [figures.length, "figure"],
    [tables.length, "table"],
    [equations.length, "equation"],
    [references.length, "reference"],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, name]) => counted(count, name))
    .join(", ");
}

/** Show each kind of note once, with its pages. */
function Notes({ notes, goToPage }: { notes: ContentView["notes"]; goToPage: (pageNumber: number) => void }) {
  const kinds = new Map<string, number[]>();
  for (const { detail, page_number: page } of notes) {
    kinds.set(detail, [...(kinds.get(detail) ?? []), ...(page ? [page] : [])]);
  }
  return (
    <section>
      <h3 className="mb-1 text-xs font-semibold text-soft">Notes on the extraction</h3>
      {kinds.size === 0 && <p>No problems were noted.</p>}
      <ul aria-label="Notes" className="space-y-2">
        {[...kinds].map(([detail, pages]) => (
          <li key={detail} className="rounded-lg bg-warn-tint px-3 py-2 text-warn">
            {detail}
            {pages.map((page) => (
              <button key={page} type="button" onClick={() => goToPage(page)} className="ml-1.5 rounded underline">
                p. {page}
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
