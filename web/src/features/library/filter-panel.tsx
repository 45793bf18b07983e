/** What *Filter* opens: marks, years, authors and venues that several papers share, and what papers lack. */
import type { ReactNode } from "react";
import type { LibraryList } from "@/api/types";
import { library as texts } from "@/texts/library";
import { oneStop } from "@/ui/one-stop";
import { Facet } from "./facet";
import { countsOf } from "./side";
import { SideHeading, SideItem } from "./side-parts";
import { ALL, isFiltered, type View } from "./view";

/** What the list is filtered by, since a filter outlives the visit and the panel that shows it. */
export function FilterLine({
  view,
  collection,
  onView,
}: Pick<FilterPanelProps, "view" | "onView"> & { collection: string }) {
  if (!isFiltered(view)) {
    return null;
  }
  const { sort, reversed } = view;
  const state = STATES.find((one) => one === view.state);
  const names = [
    collection,
    ...view.tags,
    view.favourite ? texts.favourites : "",
    state ? texts.states[state] : "",
    view.year,
    view.author,
    view.venue,
  ];
  return (
    <p className="-mt-1 flex items-center gap-3 px-3 pb-2 text-sm text-soft sm:px-4">
      <bdi className="truncate">{texts.filteredBy(names.filter((name): name is string => Boolean(name)))}</bdi>
      <button
        type="button"
        onClick={() => onView({ ...ALL, sort, reversed })}
        className="min-h-6 shrink-0 text-accent hover:underline"
      >
        {texts.showAll}
      </button>
    </p>
  );
}

const STATES = ["unread", "reading", "read"] as const;
const FIELDS = ["year", "author", "venue"] as const;
export type Missing = (typeof FIELDS)[number];

interface FilterPanelProps {
  view: View;
  onView: (changes: Partial<View>) => void;
  facets: LibraryList["facets"] | undefined;
  /** Collections and tags, where the left column has no room. */
  side: ReactNode;
  onMissing: (what: Missing) => void;
}

export function FilterPanel({ view, onView, facets, side, onMissing }: FilterPanelProps) {
  const states = countsOf(facets?.state);
  const lacking = FIELDS.map((what) => ({ what, count: facets?.[what].unknown ?? 0 })).filter(({ count }) => count);
  const favourites = facets?.favourite.values[0]?.count ?? 0;
  return (
    <nav
      ref={oneStop}
      aria-label={texts.filters}
      className="grid max-h-[50vh] shrink-0 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 overflow-y-auto border-t border-hover px-3 pb-4 sm:px-4"
    >
      {side && <div className="pt-4">{side}</div>}
      <section aria-labelledby="marks-heading">
        <SideHeading id="marks-heading" name={texts.marks} />
        {(favourites > 0 || view.favourite) && (
          <SideItem
            icon="star"
            name={texts.favourites}
            count={favourites}
            current={view.favourite}
            onClick={() => onView({ favourite: !view.favourite })}
          />
        )}
        {STATES.filter((state) => states.get(state) || view.state === state).map((state) => (
          <SideItem
            key={state}
            icon={state === "read" ? "check" : state === "unread" ? "unread" : "history"}
            name={texts.states[state]}
            count={states.get(state) ?? 0}
            current={view.state === state}
            onClick={() => onView({ state: view.state === state ? null : state })}
          />
        ))}
      </section>
      {FIELDS.map((kind) => (
        <Facet
          key={kind}
          kind={kind}
          least={2}
          facet={facets?.[kind]}
          chosen={view[kind] === null ? [] : [view[kind]]}
          onToggle={(value) => onView({ [kind]: view[kind] === value ? null : value })}
        />
      ))}
      {lacking.length > 0 && (
        <section aria-labelledby="missing-heading">
          <SideHeading id="missing-heading" name={texts.missing} />
          {lacking.map(({ what, count }) => (
            <button
              key={what}
              type="button"
              onClick={() => onMissing(what)}
              className="block min-h-8 px-2 text-left text-sm text-accent hover:underline"
            >
              {texts.papersWithout(count, texts.lacks[what])}
            </button>
          ))}
        </section>
      )}
    </nav>
  );
}
