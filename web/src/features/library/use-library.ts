/** The library's list, page by page, and the papers that are being read, in one further call. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listLibrary } from "@/api/library";
import type { LibraryList, ListedPaper } from "@/api/types";
import { isUnderWay, PAPERS } from "./use-papers";

// Progress is written at most once a second (domain/paper.py); a list is dearer than one paper.
const LOOK_MS = 1_500;
const WATCH = ["papers-read"] as const;

export function libraryAsked(query: Record<string, string>) {
  return infiniteQueryOptions({
    queryKey: [...PAPERS, query],
    queryFn: ({ pageParam, signal }) => listLibrary(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: LibraryList) => page.next_cursor,
  });
}

export function useLibrary(query: Record<string, string>) {
  const found = useInfiniteQuery({ ...libraryAsked(query), placeholderData: keepPreviousData });
  const papers = useMemo(() => found.data?.pages.flatMap((page) => page.papers) ?? [], [found.data]);
  return { ...found, papers, first: found.data?.pages[0] };
}

export interface Batch {
  read: number;
  total: number;
  /** Seconds until all are read, where it can be told. */
  etaS: number | null;
}

/** Follow the papers under way, by id, and what became of those that were under way since the last time there were none. */
export function useUnderWay(papers: readonly ListedPaper[]): {
  now: ReadonlyMap<string, ListedPaper>;
  batch: Batch | null;
} {
  const client = useQueryClient();
  const wanted = papers.some(isUnderWay);
  const { data } = useQuery({
    queryKey: WATCH,
    queryFn: ({ signal }) => listLibrary({ sort: "added" }, null, signal),
    enabled: wanted,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const latest = wanted ? data?.papers : undefined;
  const now = useMemo(() => new Map((latest ?? []).map((one) => [one.paper_id, one])), [latest]);
  const ended = papers.filter((one) => {
    const later = now.get(one.paper_id);
    return isUnderWay(one) && later !== undefined && !isUnderWay(later);
  }).length;
  useEffect(() => {
    if (ended > 0) {
      void refreshPapers(client);
    }
  }, [client, ended]);
  return { now, batch: batchOf(seenBy(client), latest ?? papers) };
}

/** Fetch everything again that shows papers; wait for the lists. */
export function refreshPapers(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ["paper"] });
  return client.invalidateQueries({ queryKey: PAPERS });
}

// Whether each paper of a batch is read; it goes on while another room is shown.
const batches = new WeakMap<QueryClient, Map<string, boolean>>();

function seenBy(client: QueryClient): Map<string, boolean> {
  const seen = batches.get(client) ?? new Map<string, boolean>();
  batches.set(client, seen);
  return seen;
}

/** Return the papers with those that are being read at this moment first. */
export function readingFirst(papers: readonly ListedPaper[]): ListedPaper[] {
  const first = papers.filter(isBeingRead);
  return first.length ? [...first, ...papers.filter((one) => !isBeingRead(one))] : [...papers];
}

function isBeingRead(paper: ListedPaper): boolean {
  return isUnderWay(paper) && paper.progress.stage !== "waiting";
}

function batchOf(seen: Map<string, boolean>, papers: readonly ListedPaper[]): Batch | null {
  const going = papers.filter(isUnderWay);
  for (const one of papers) {
    if (isUnderWay(one) || seen.has(one.paper_id)) {
      seen.set(one.paper_id, !isUnderWay(one));
    }
  }
  if (!going.length) {
    seen.clear();
    return null;
  }
  const read = [...seen.values()].filter(Boolean).length;
  const known = going.flatMap(({ progress }) => (progress.eta_s === null ? [] : [progress.eta_s]));
  return { read, total: seen.size, etaS: going.length === known.length ? Math.max(...known) : null };
}
