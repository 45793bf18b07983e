import { useQuery } from "@tanstack/react-query";
import { getContent } from "@/api/papers";

/** A paper's extracted content; cached for the life of the page, since a generation never changes. */
export function useContent(paperId: string, enabled: boolean) {
  return useQuery({
    queryKey: ["content", paperId],
    queryFn: ({ signal }) => getContent(paperId, signal),
    enabled,
    staleTime: Infinity,
  });
}
