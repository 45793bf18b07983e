import { useQuery } from "@tanstack/react-query";
import { getContent } from "@/api/papers";

/** What was read from a paper, once it is read; kept as long as the page lives, since a generation never changes. */
export function useContent(paperId: string, enabled: boolean) {
  return useQuery({
    queryKey: ["content", paperId],
    queryFn: ({ signal }) => getContent(paperId, signal),
    enabled,
    staleTime: Infinity,
  });
}
