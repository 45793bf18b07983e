/** The left column: what the list is narrowed to. */
import { useState } from "react";
import type { FacetView, LibraryList } from "@/api/types";
import { library as texts } from "@/texts/library";
import { CollectionTree } from "./collection-tree";
import { SideHeading, SideItem } from "./side-parts";
import type { Collections } from "./use-collections";
import { isFiltered, type View } from "./view";

export interface SideProps {
  view: View;
  onView: (changes: Partial<View>) => void;
  facets: LibraryList["facets"] | undefined;
  collections: Collections;
  onDrop: (paperIds: string[], collectionId: string) => void;
}

const STATES = ["unread", "reading", "read"] as const;
// Values of a facet before "More".
const FEW = 5;

export function Side({ view, onView, facets, collections, onDrop }: SideProps) {
  const counts = (facet: FacetView | undefined) => new Map(facet?.values.map(({ value, count }) => [value, count]));
  const states = counts(facets?.state);
  const favourites = facets?.favourite.values[0]?.count ?? 0;
  const cleared = { collection: null, tags: [], state: null, favourite: false, author: null, venue: null, year: null };
  return (
    <nav aria-label={texts.filters} className="flex flex-col px-2 pt-3 pb-10">
      <SideItem icon="list" name={texts.all} current={!isFiltered(view)} onClick={() => onView(cleared)} />
      <SideItem
        icon="star"
        name={texts.favourites}
        count={favourites}
        current={view.favourite}
        onClick={() => onView({ favourite: !view.favourite })}
      />
      {STATES.map((state) => (
        <SideItem
          key={state}
          icon={state === "read" ? "check" : state === "unread" ? "unread" : "history"}
          name={texts.states[state]}
          count={states.get(state) ?? 0}
          current={view.state === state}
          onClick={() => onView({ state: view.state === state ? null : state })}
        />
      ))}
      <CollectionTree
        collections={collections}
        current={view.collection}
        counts={counts(facets?.collection)}
        onChoose={(collection) => onView({ collection })}
        onDrop={onDrop}
      />
      <Facet
        kind="tag"
        facet={facets?.tag}
        chosen={view.tags}
        onToggle={(tag) =>
          onView({ tags: view.tags.includes(tag) ? view.tags.filter((one) => one !== tag) : [...view.tags, tag] })
        }
      />
      {(["year", "author", "venue"] as const).map((kind) => (
        <Facet
          key={kind}
          kind={kind}
          facet={facets?.[kind]}
          chosen={view[kind] === null ? [] : [view[kind]]}
          onToggle={(value) => onView({ [kind]: view[kind] === value ? null : value })}
        />
      ))}
    </nav>
  );
}

interface FacetProps {
  kind: keyof typeof texts.facets;
  facet: FacetView | undefined;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

function Facet({ kind, facet, chosen, onToggle }: FacetProps) {
  const [all, setAll] = useState(false);
  const known = facet?.values ?? [];
  // A chosen value stays where no paper of the list has it.
  const gone = chosen.filter((one) => !known.some(({ value }) => value === one));
  const values = [...gone.map((value) => ({ value, count: 0 })), ...known];
  if (!values.length) {
    return null;
  }
  const shown = all ? values : values.filter(({ value }, n) => n < FEW || chosen.includes(value));
  const unknown = facet?.unknown ?? 0;
  return (
    <section aria-labelledby={`facet-${kind}`}>
      <SideHeading id={`facet-${kind}`} name={texts.facets[kind]} />
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value} className="flex">
            <SideItem
              icon={kind === "tag" ? "tag" : undefined}
              name={value}
              count={count}
              current={chosen.includes(value)}
              onClick={() => onToggle(value)}
            />
          </li>
        ))}
      </ul>
      {values.length > FEW && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="min-h-7 rounded px-2 text-xs text-soft hover:text-ink hover:underline"
        >
          {all ? texts.fewer : texts.more(values.length - FEW)}
        </button>
      )}
      {unknown > 0 && kind !== "tag" && (
        <p className="px-2 text-xs text-faint">{texts.without(unknown, texts.lacks[kind])}</p>
      )}
    </section>
  );
}
