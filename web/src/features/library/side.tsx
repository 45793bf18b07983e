/** The left column: collections and tags that the list is narrowed to. */
import type { FacetView, LibraryList } from "@/api/types";
import { library as texts } from "@/texts/library";
import { CollectionTree } from "./collection-tree";
import { Facet } from "./facet";
import { SideItem } from "./side-parts";
import type { Collections } from "./use-collections";
import { ALL, isFiltered, type View } from "./view";

export interface SideProps {
  view: View;
  onView: (changes: Partial<View>) => void;
  facets: LibraryList["facets"] | undefined;
  collections: Collections;
  onDrop: (paperIds: string[], collectionId: string) => void;
}

export function Side({ view, onView, facets, collections, onDrop }: SideProps) {
  return (
    <>
      <SideItem
        icon="list"
        name={texts.all}
        current={!isFiltered(view)}
        onClick={() => onView({ ...ALL, sort: view.sort, reversed: view.reversed })}
      />
      <CollectionTree
        collections={collections}
        current={view.collection}
        counts={countsOf(facets?.collection)}
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
    </>
  );
}

/** Return how many papers each value of a facet has. */
export function countsOf(facet: FacetView | undefined): ReadonlyMap<string, number> {
  return new Map(facet?.values.map(({ value, count }) => [value, count]));
}
