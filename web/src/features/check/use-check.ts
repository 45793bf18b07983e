/** The check of a text: it goes on, and its result stays, while other rooms are visited. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { checkText } from "@/api/checks";
import { isAbort } from "@/api/http";
import type { CheckedTextV1, CheckWholeText } from "@/api/types";

export interface Checked {
  request: CheckWholeText;
  checked: CheckedTextV1;
}

const KEY = ["checked-text"];
let running: AbortController | null = null;

export function useCheck() {
  const client = useQueryClient();
  const { data, error, isFetching } = useQuery<Checked>({
    queryKey: KEY,
    queryFn: skipToken,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return {
    data,
    error: isAbort(error) ? null : error,
    busy: isFetching,
    run: (request: CheckWholeText) => {
      const stop = (running = new AbortController());
      const queryFn = async () => ({ request, checked: await checkText(request, stop.signal) });
      client.query({ queryKey: KEY, queryFn, staleTime: 0, gcTime: Infinity }).catch(() => undefined);
    },
    stop: () => running?.abort(),
    forget: () => client.removeQueries({ queryKey: KEY }),
  };
}
