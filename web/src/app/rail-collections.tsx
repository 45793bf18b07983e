/** Collections in the rail: each opens the library narrowed to it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SEARCH, VIEW } from "@/features/library/kept-view";
import { useCollections } from "@/features/library/use-collections";
import { pageAsked } from "@/features/library/use-library";
import { ALL, queryOf, viewOf } from "@/features/library/view";
import { keep, kept } from "@/lib/keeping";
import { shell as texts } from "@/texts/shell";
import { number } from "@/texts/words";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";

// Shown before "All": what is below, the papers read last, stays in sight.
const FEW = 8;
const ROW =
  "flex h-8 w-full shrink-0 items-center gap-2.5 rounded-lg px-2 text-sm text-soft hover:bg-hover hover:text-ink";

export function RailCollections() {
  const { all } = useCollections();
  const [whole, setWhole] = useState(false);
  const counts = useCounts(all.length > 0);
  if (!all.length) {
    return null;
  }
  return (
    <nav aria-label={texts.collections} className="mt-4 flex flex-col">
      <h2 aria-hidden="true" className="px-2 pb-1 text-sm font-medium text-soft">
        {texts.collections}
      </h2>
      {(whole ? all : all.slice(0, FEW)).map(({ collection_id: id, name, depth }) => (
        <Link
          key={id}
          href="/"
          title={name}
          onClick={() => narrowTo(id)}
          className={ROW}
          style={{ paddingLeft: `${0.5 + depth * 0.875}rem` }}
        >
          <Icon name="collection" className="size-4 text-soft" />
          <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          {counts && <span className="text-sm text-soft tabular-nums">{number(counts.get(id) ?? 0)}</span>}
        </Link>
      ))}
      {all.length > FEW && (
        <button type="button" aria-expanded={whole} onClick={() => setWhole(!whole)} className={`${ROW} text-sm`}>
          {whole ? texts.fewerCollections : texts.allCollections(all.length)}
        </button>
      )}
    </nav>
  );
}

/** The papers of each collection, as the library's own first page says it. */
function useCounts(wanted: boolean): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({ ...pageAsked(queryOf(ALL, ""), 0), enabled: wanted });
  const facet = data?.facets.collection;
  return facet && new Map(facet.values.map(({ value, count }) => [value, count]));
}

/** Show one collection when the library is opened next, in the order that was chosen. */
function narrowTo(collection: string): void {
  const { sort, reversed } = viewOf(kept(VIEW));
  keep(VIEW, { ...ALL, sort, reversed, collection });
  keep(SEARCH, null);
}
