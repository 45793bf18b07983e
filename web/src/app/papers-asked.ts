import { queryOptions, useQuery } from "@tanstack/react-query";
import { getPaper } from "@/api/papers";

/** The papers of an address, in its order; those that change are asked for again by the key's first word. */
export function papersAsked(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["paper", ...ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => getPaper(id, signal))),
  });
}

export function usePapersAsked(ids: readonly string[]) {
  return useQuery(papersAsked(ids));
}
