import { queryOptions, useQuery } from "@tanstack/react-query";
import { getPaper, getPapers } from "@/api/papers";
import type { PaperView } from "@/api/types";

/** The papers in an address, in its order; the first word of the query key refetches those that change. */
export function papersAsked(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["paper", ...ids],
    queryFn: ({ signal }) => all(ids, signal),
  });
}

/** Return these papers; the first that the list lacks is asked for alone, which says what became of it. */
async function all(ids: readonly string[], signal: AbortSignal): Promise<PaperView[]> {
  const listed = new Map(ids.length > 1 ? (await getPapers(ids, signal)).map((paper) => [paper.id, paper]) : []);
  const papers: PaperView[] = [];
  for (const id of ids) {
    papers.push(listed.get(id) ?? (await getPaper(id, signal)));
  }
  return papers;
}

export function usePapersAsked(ids: readonly string[], enabled = true) {
  return useQuery({ ...papersAsked(ids), enabled });
}
