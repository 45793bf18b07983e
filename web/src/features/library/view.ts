/** What of the library is shown: filters and an order, as the page remembers them and as the API takes them. */
import type { LibraryList } from "@/api/types";

export type FacetName = Exclude<keyof LibraryList["facets"], "favourite">;

export interface View {
  collection: string | null;
  tags: readonly string[];
  state: string | null;
  favourite: boolean;
  author: string | null;
  venue: string | null;
  year: string | null;
  sort: Sort;
  /** The other way round than `DIRECTIONS` says. */
  reversed: boolean;
}

export const SORTS = ["added", "title", "author", "year", "venue", "updated", "relevance"] as const;
export type Sort = (typeof SORTS)[number];
const DIRECTIONS: Record<Sort, "asc" | "desc"> = {
  added: "desc",
  updated: "desc",
  year: "desc",
  relevance: "desc",
  title: "asc",
  author: "asc",
  venue: "asc",
};

export const ALL: View = {
  collection: null,
  tags: [],
  state: null,
  favourite: false,
  author: null,
  venue: null,
  year: null,
  sort: "added",
  reversed: false,
};

/** Return what was remembered; it may be of another release. */
export function viewOf(before: unknown): View {
  const known = typeof before === "object" && before !== null ? (before as Record<string, unknown>) : {};
  const name = (key: string) => (typeof known[key] === "string" ? known[key] : null);
  return {
    collection: name("collection"),
    tags: Array.isArray(known.tags) ? known.tags.filter((one) => typeof one === "string") : [],
    state: name("state"),
    favourite: known.favourite === true,
    author: name("author"),
    venue: name("venue"),
    year: name("year"),
    sort: SORTS.find((one) => one === known.sort) ?? "added",
    reversed: known.reversed === true,
  };
}

/** Return the parameters of `GET /library`; a search is ordered by relevance unless another order was chosen. */
export function queryOf(view: View, words: string): Record<string, string> {
  const sort = words && view.sort === "added" ? "relevance" : view.sort === "relevance" && !words ? "added" : view.sort;
  const order = directionOf(sort, view.reversed);
  const wanted: Record<string, string | null> = {
    q: words || null,
    tag: view.tags.join(";") || null,
    state: view.state,
    favourite: view.favourite ? "true" : null,
    collection: view.collection,
    author: view.author,
    venue: view.venue,
    year_from: view.year,
    year_to: view.year,
    sort,
    order,
  };
  return Object.fromEntries(Object.entries(wanted).filter((one): one is [string, string] => one[1] !== null));
}

export function directionOf(sort: Sort, reversed: boolean): "asc" | "desc" {
  const natural = DIRECTIONS[sort];
  return reversed ? (natural === "asc" ? "desc" : "asc") : natural;
}

export function isFiltered(view: View): boolean {
  const { collection, tags, state, favourite, author, venue, year } = view;
  return Boolean(collection ?? state ?? author ?? venue ?? year) || tags.length > 0 || favourite;
}
