/** An entry of a bibliography in short: what it is, whether it is in the library, and where it is cited. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { findCitedPassage } from "@/api/references";
import type { ReferenceView } from "@/api/types";
import { warningOf } from "@/lib/notices";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { common } from "@/texts/common";
import { reader as texts } from "@/texts/reader";
import { useCiting } from "./citing";
import { citedAs, type Entry, type Marker } from "./references";

// A marker that cites more, such as "[3–12]", names the rest by number.
const MOST_SHOWN = 4;

export function ReferenceCards({ numbers, marker }: { numbers: readonly number[]; marker: Marker | null }) {
  const { entries } = useCiting();
  const shown = numbers.flatMap((number) => entries.get(number) ?? []);
  const rest = shown.slice(MOST_SHOWN).map(({ reference }) => citedAs(reference));
  return (
    <ul className="divide-y divide-line">
      {shown.slice(0, MOST_SHOWN).map((entry) => (
        <li key={entry.reference.number} className="py-3 first:pt-0 last:pb-0">
          <ReferenceCard entry={entry} marker={marker} />
        </li>
      ))}
      {rest.length > 0 && <li className="pt-3 text-sm text-soft">{texts.alsoCited(rest)}</li>}
    </ul>
  );
}

function ReferenceCard({ entry, marker }: { entry: Entry; marker: Marker | null }) {
  const { reference } = entry;
  return (
    <>
      <ReferenceText reference={reference} />
      <ReferenceWays reference={reference} />
      <CitedAt entry={entry} marker={marker} />
      {reference.paper_id && marker && <CitedPassage reference={reference} marker={marker} />}
    </>
  );
}

/** Title, authors and venue; the words as printed where they could not be told apart. */
export function ReferenceText({ reference }: { reference: ReferenceView }) {
  const { title, authors, year, venue, raw, label } = reference;
  const words = title ?? raw;
  const facts = [authors.length > 6 ? `${authors.slice(0, 6).join(", ")} et al.` : authors.join(", "), venue, year];
  return (
    <>
      <p dir="auto" className="text-left font-serif text-base leading-snug font-medium">
        {label && <span className="mr-1.5 font-sans text-sm text-soft tabular-nums">[{label}]</span>}
        {label && words.startsWith(`[${label}]`) ? words.slice(label.length + 2).trimStart() : words}
      </p>
      {title && (
        <p dir="auto" className="mt-0.5 text-left text-sm text-soft">
          {facts.filter(Boolean).join(" · ")}
        </p>
      )}
    </>
  );
}

/**
 * Whether the cited work was retracted, and where it is: in the library, or at its publisher.
 *
 * In a list, most works are in no library of the reader's, and nothing is said of that.
 */
export function ReferenceWays({ reference, listed = false }: { reference: ReferenceView; listed?: boolean }) {
  const { paper_id: own, relation, doi, arxiv_id: arxiv, notices } = reference;
  const warning = warningOf(notices);
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {warning && (
        <strong title={warning.says} className="rounded bg-danger-tint px-1.5 py-0.5 font-semibold text-danger">
          {warning.label}
        </strong>
      )}
      {own ? (
        <Link
          href={`/papers/${own}`}
          className="reach inline-flex items-center gap-1 font-medium text-accent hover:underline"
        >
          <Icon name="open" className="size-3.5" />
          {relation === "version" ? texts.versionInLibrary : texts.inLibrary}
        </Link>
      ) : (
        !listed && <span className="text-soft">{texts.notInLibrary}</span>
      )}
      {doi && <Web href={`https://doi.org/${encodeURI(doi)}`}>DOI</Web>}
      {arxiv && <Web href={`https://arxiv.org/abs/${encodeURI(arxiv)}`}>arXiv</Web>}
    </p>
  );
}

/** The places that cite an entry, each a click away. */
export function CitedAt({ entry, marker }: { entry: Entry; marker: Marker | null }) {
  const { markers, goToMarker } = useCiting();
  const { number, count } = entry.reference;
  const places = markers.filter(({ numbers }) => numbers.includes(number));
  if (!count) {
    return <p className="mt-1.5 text-sm text-soft">{texts.notCited}</p>;
  }
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-1.5 text-sm text-soft">
      <span>{texts.cited(count)}</span>
      {places.map((place, index) => {
        const page = place.pages[0]?.page_number;
        const here = place === marker;
        const words = here ? texts.here : page ? texts.page(page) : String(index + 1);
        return (
          <button
            key={index}
            type="button"
            disabled={here}
            aria-label={texts.citation(words, index + 1, places.length)}
            onClick={() => goToMarker(place)}
            className="reach rounded text-accent tabular-nums hover:underline disabled:text-soft disabled:no-underline"
          >
            {words}
          </button>
        );
      })}
    </p>
  );
}

/** What the cited paper of the library says to the sentence that cites it. */
function CitedPassage({ reference, marker }: { reference: ReferenceView; marker: Marker }) {
  const { paperId, markers } = useCiting();
  const [asked, setAsked] = useState(false);
  const nth = markers.filter(({ numbers }) => numbers.includes(reference.number)).indexOf(marker) + 1;
  const { data, error } = useQuery({
    queryKey: ["cited-passage", paperId, reference.number, nth],
    queryFn: ({ signal }) => findCitedPassage(paperId, reference.number, nth, signal),
    enabled: asked && nth > 0,
  });
  if (!asked) {
    return (
      <button
        type="button"
        onClick={() => setAsked(true)}
        className="reach mt-1.5 rounded text-sm text-accent hover:underline"
      >
        {texts.askCited}
      </button>
    );
  }
  const found = data?.passages[0];
  const words = data?.quote?.text ?? found?.text;
  return (
    <div role="status" className="mt-2 border-l-2 border-line pl-2.5 text-sm">
      {error ? (
        <p className="text-danger">{error.message}</p>
      ) : !data ? (
        <p className="text-soft">{texts.looking}</p>
      ) : words && !data.weak ? (
        <>
          <blockquote dir="auto" className="font-serif text-sm leading-snug">
            {words}
          </blockquote>
          <p className="mt-1 text-soft">{found && common.place(found.label)}</p>
        </>
      ) : (
        <p className="text-soft">{texts.nothingBears}</p>
      )}
    </div>
  );
}

function Web({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="reach text-accent hover:underline">
      {children}
    </a>
  );
}
