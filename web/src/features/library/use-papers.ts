import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getExtraction } from "@/api/papers";
import type { PaperView } from "@/api/types";

export const PAPERS = ["papers"] as const;
// Progress is written at most once a second (domain/paper.py).
const LOOK_MS = 1_000;

export function isUnderWay(paper: Pick<PaperView, "status">): boolean {
  return paper.status === "uploaded" || paper.status === "extracting";
}

/** A paper's progress during extraction; at its end, the paper itself is fetched again. */
export function useExtraction(paper: PaperView) {
  const client = useQueryClient();
  const active = isUnderWay(paper);
  const query = useQuery({
    queryKey: ["extraction", paper.id],
    queryFn: ({ signal }) => getExtraction(paper.id, signal),
    enabled: active,
    refetchInterval: LOOK_MS,
    staleTime: 0,
  });
  const status = query.data?.status;
  const ended = active && (status === "completed" || status === "failed");
  useEffect(() => {
    if (ended) {
      void client.invalidateQueries({ queryKey: PAPERS });
      void client.invalidateQueries({ queryKey: ["paper"] });
    }
  }, [client, ended]);
  return active ? query.data : undefined;
}
