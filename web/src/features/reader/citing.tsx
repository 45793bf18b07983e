/** The bibliography of the paper that is read, for all parts of the reader. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { listReferences } from "@/api/references";
import type { ContentView, PdfSectionV1 } from "@/api/types";
import { entriesOf, markersOf, type Entry, type Marker } from "./references";

export interface Citing {
  paperId: string;
  entries: ReadonlyMap<number, Entry>;
  markers: readonly Marker[];
  goToEntry: (entry: Entry) => void;
  goTo: (place: PdfSectionV1) => void;
  goToMarker: (marker: Marker) => void;
}

const NO_CITING: Citing = {
  paperId: "",
  entries: new Map(),
  markers: [],
  goToEntry: () => undefined,
  goTo: () => undefined,
  goToMarker: () => undefined,
};

export const CitingContext = createContext<Citing>(NO_CITING);

export function useCiting(): Citing {
  return useContext(CitingContext);
}

export interface Bibliography extends Pick<Citing, "entries" | "markers"> {
  loading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The references of a paper with their places, once its content is there. */
export function useBibliography(paperId: string, content: ContentView | undefined): Bibliography {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["references", paperId],
    queryFn: ({ signal }) => listReferences(paperId, signal),
    enabled: Boolean(content?.references.length),
  });
  return useMemo(() => {
    const references = (content && data?.references) ?? [];
    return {
      entries: content ? entriesOf(content, references) : NO_CITING.entries,
      markers: content ? markersOf(content, references) : NO_CITING.markers,
      loading: isLoading,
      error,
      retry: () => void refetch(),
    };
  }, [content, data, isLoading, error, refetch]);
}
