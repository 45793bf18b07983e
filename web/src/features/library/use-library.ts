/** The library's list, any page of it, and the papers that are being read, in one further call. */
import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { listLibrary } from "@/api/library";
import { libraryPath, PAGE_SIZE } from "@/api/library-path";
import type { LibraryList, ListedPaper } from "@/api/types";
import { isUnderWay, PAPERS } from "./use-papers";

// Progress is written at most once a second (domain/paper.py); a list is dearer than one paper.
const LOOK_MS = 1_500;
const WATCH = ["papers-read"] as const;
// Pages that are fetched at the same time where many are wanted. A guess: the server has other calls to answer.
const AT_ONCE = 4;

/** A row of the list; `paper` is undefined until its page is here. */
export interface Row {
  /** Its index in the list as the server has it. */
  place: number;
  paper: ListedPaper | undefined;
}

interface LibraryPage extends LibraryList {
  offset: number;
}

/** `page` counts from 0. */
export function pageAsked(query: Record<string, string>, page: number) {
  const offset = page * PAGE_SIZE;
  return queryOptions({
    queryKey: [...listOf(query), page],
    queryFn: async ({ signal }): Promise<LibraryPage> => ({ ...(await listLibrary(query, offset, signal)), offset }),
  });
}

export function pageOf(row: Row): number {
  return Math.floor(row.place / PAGE_SIZE);
}

export interface LibraryRows {
  /** One for each paper of the list. */
  rows: readonly Row[];
  /** The first page, with what is said about the whole list; of the list before while a new one is fetched. */
  first: UseQueryResult<LibraryPage>;
  /** Why a page in sight could not be fetched. */
  error: Error | null;
  /** Fetch the pages with rows in sight; called again with others when these change. */
  show: (pages: readonly number[]) => void;
  /** Fetch these pages, or all, as far as they are not here or old, and return the rows as they are then. */
  load: (pages?: readonly number[]) => Promise<readonly Row[]>;
}

export function useLibrary(query: Record<string, string>): LibraryRows {
  const client = useQueryClient();
  const [inSight, setInSight] = useState<readonly number[]>([]);
  const first = useQuery({ ...pageAsked(query, 0), placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = first;
  const wanted = data && !isPlaceholderData ? pagesOf(client, query, inSight, data.total) : [];
  const others = useQueries({
    // What was fetched once stays, but is fetched again only while it is in sight.
    queries: wanted.map((page) => ({ ...pageAsked(query, page), enabled: inSight.includes(page) })),
    combine: together,
  });
  const rows = useMemo(() => (data ? rowsOf(data, others.pages) : []), [data, others.pages]);
  const show = useCallback(
    (pages: readonly number[]) => setInSight((before) => (String(before) === String(pages) ? before : pages)),
    [],
  );
  const load = useCallback(
    async (pages?: readonly number[]) => {
      const start = await client.query(pageAsked(query, 0));
      const due = pages ? [...pages] : Array.from({ length: Math.ceil(start.total / PAGE_SIZE) }, (_, page) => page);
      const next = async () => {
        for (let page = due.shift(); page !== undefined; page = due.shift()) {
          await client.query(pageAsked(query, page));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      return rowsOf(start, fetched(client, query));
    },
    [client, query],
  );
  return { rows, first, error: others.error, show, load };
}

function listOf(query: Record<string, string>) {
  return [...PAPERS, libraryPath(query, 0)];
}

function fetched(client: QueryClient, query: Record<string, string>): LibraryPage[] {
  return client.getQueriesData<LibraryPage>({ queryKey: listOf(query) }).flatMap(([, page]) => page ?? []);
}

/** Return the pages behind the first one that are in sight or were fetched. */
function pagesOf(
  client: QueryClient,
  query: Record<string, string>,
  inSight: readonly number[],
  total: number,
): number[] {
  const known = fetched(client, query).map(({ offset }) => offset / PAGE_SIZE);
  return [...new Set([...known, ...inSight])].filter((page) => page > 0 && page * PAGE_SIZE < total);
}

function together(results: UseQueryResult<LibraryPage>[]) {
  return {
    pages: results.flatMap(({ data }) => data ?? []),
    error: results.find(({ error }) => error)?.error ?? null,
  };
}

/** Return the rows of a list. A page that is older than another one may repeat a paper of it, which is then left out. */
function rowsOf(first: LibraryPage, pages: readonly LibraryPage[]): Row[] {
  const rows: Row[] = Array.from({ length: first.total }, (_, place) => ({ place, paper: undefined }));
  const seen = new Set<string>();
  for (const { papers, offset } of [first, ...pages.filter(({ offset }) => offset > 0)]) {
    papers.forEach((paper, index) => {
      const row = rows[offset + index];
      if (row && !seen.has(paper.paper_id)) {
        seen.add(paper.paper_id);
        row.paper = paper;
      }
    });
  }
  return rows;
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
    queryFn: ({ signal }) => listLibrary({ sort: "added" }, 0, signal),
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

/** Return the rows with the papers that are being read at this moment first. */
export function readingFirst(rows: readonly Row[]): readonly Row[] {
  const first = rows.filter(isBeingRead);
  return first.length ? [...first, ...rows.filter((row) => !isBeingRead(row))] : rows;
}

function isBeingRead({ paper }: Row): boolean {
  return paper !== undefined && isUnderWay(paper) && paper.progress.stage !== "waiting";
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
