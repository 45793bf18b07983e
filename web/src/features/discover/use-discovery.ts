/** What is searched beyond the library: the words and filters stand in the address, the answers are kept for the way back. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { getDeployment } from "@/api/account";
import { discover } from "@/api/discover";
import type { DiscoveredWorkView } from "@/api/types";
import { navigate, setQuery, useLocation } from "@/lib/location";

// The services are asked again only when somebody searches again.
const KEPT_MS = 30 * 60_000;

export interface Narrowing {
  /** Years, as they are written in the address; empty asks for nothing. */
  from: string;
  to: string;
  /** Only works with a PDF that a service names as open. */
  open: boolean;
  /** Only works that the library does not have. */
  fresh: boolean;
}

export function useDiscovery() {
  const { query } = useLocation();
  const words = query.get("q")?.trim() ?? "";
  const narrowing = useMemo<Narrowing>(
    () => ({
      from: query.get("from") ?? "",
      to: query.get("to") ?? "",
      open: query.get("pdf") === "open",
      fresh: query.get("new") === "only",
    }),
    // The values are what counts: the object is another one at each change of the address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [query.toString()],
  );
  const deployment = useQuery({ queryKey: ["deployment"], queryFn: ({ signal }) => getDeployment(signal) });
  const services = deployment.data?.outside.services ?? null;
  const found = useQuery({
    queryKey: ["discover", words],
    queryFn: ({ signal }) => discover(words, signal),
    enabled: words !== "" && services !== null && services.length > 0,
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const works = found.data?.works;
  const shown = useMemo(() => works?.filter((work) => passes(work, narrowing)) ?? [], [works, narrowing]);
  return {
    words,
    narrowing,
    deployment,
    services,
    found,
    shown,
    search: useCallback(
      (wanted: string) => navigate(wanted ? `/discover?${queryOf(wanted, narrowing)}` : "/discover"),
      [narrowing],
    ),
    narrow: useCallback((changes: Partial<Narrowing>) => setQuery(asQuery(changes)), []),
  };
}

/** A work of an unknown year does not pass a filter on years. */
export function passes(work: DiscoveredWorkView, { from, to, open, fresh }: Narrowing): boolean {
  const [first, last] = [yearOf(from), yearOf(to)];
  return (
    (!open || work.pdfs.length > 0) &&
    (!fresh || work.paper_id === null) &&
    (first === null || (work.year !== null && work.year >= first)) &&
    (last === null || (work.year !== null && work.year <= last))
  );
}

/** Return a year of four digits, or null while it is being typed. */
export function yearOf(text: string): number | null {
  return /^\d{4}$/.test(text) ? Number(text) : null;
}

function queryOf(words: string, narrowing: Narrowing): string {
  const given = Object.entries(asQuery(narrowing)).filter((one): one is [string, string] => one[1] !== null);
  return new URLSearchParams([["q", words], ...given]).toString();
}

function asQuery({ from, to, open, fresh }: Partial<Narrowing>): Record<string, string | null> {
  return {
    ...(from === undefined ? {} : { from: from || null }),
    ...(to === undefined ? {} : { to: to || null }),
    ...(open === undefined ? {} : { pdf: open ? "open" : null }),
    ...(fresh === undefined ? {} : { new: fresh ? "only" : null }),
  };
}
