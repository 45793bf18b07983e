/** Papers that are being deleted: left out of the list until the notice with Undo has ended. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { deletePaper } from "@/api/papers";
import { forgetOpened } from "@/lib/recent";
import { library as texts } from "@/texts/library";
import { removeWithUndo, useRemoved } from "@/ui/toasts";
import { refreshPapers } from "./use-library";

const KEY = "papers:";
const AT_ONCE = 6;

export function useRemovedPapers(): ReadonlySet<string> {
  const removed = useRemoved();
  return useMemo(
    () => new Set([...removed].flatMap((key) => (key.startsWith(KEY) ? key.slice(KEY.length).split(" ") : []))),
    [removed],
  );
}

export function useRemovePapers(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  return useCallback((ids: readonly string[]) => removePapers(client, ids, texts.deleted(ids.length)), [client]);
}

/** Delete papers once their notice has ended; until then they are only left out, and can be taken back. */
export function removePapers(client: QueryClient, ids: readonly string[], text: string): void {
  removeWithUndo({
    key: KEY + ids.join(" "),
    text,
    remove: () =>
      deleteAll(ids).finally(() => {
        forgetOpened(ids);
        // Until the list knows, a paper that is no longer left out would be seen again.
        return refreshPapers(client);
      }),
  });
}

async function deleteAll(ids: readonly string[]): Promise<void> {
  const left = [...ids];
  const one = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await deletePaper(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
