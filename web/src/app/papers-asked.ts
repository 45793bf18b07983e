import { queryOptions, useQuery } from "@tanstack/react-query";
import { getPaper } from "@/api/papers";

/** The papers in an address, in its order; the first word of the query key refetches those that change. */
export function papersAsked(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["paper", ...ids],
    queryFn: ({ signal }) => Promise.all(ids.map((id) => getPaper(id, signal))),
  });
}

export function usePapersAsked(ids: readonly string[]) {
  return useQuery(papersAsked(ids));
}
