/** Papers that are being deleted: left out of the list until the notice with Undo has ended. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ApiError } from "@/api/http";
import { deletePaper } from "@/api/papers";
import type { ListedPaper } from "@/api/types";
import { forgetOpened } from "@/lib/recent";
import { library as texts } from "@/texts/library";
import { removeWithUndo, useRemoved } from "@/ui/toasts";
import { refreshPapers } from "./use-library";

/** Before the ids of papers that lists leave out. */
export const REMOVED = "papers:";
const AT_ONCE = 6;

type Listed = Pick<ListedPaper, "paper_id" | "supplement_of">;

// Papers still to be deleted, by the key of their removal; not begun while it can be undone.
const due = new Map<string, { left: number; begun: boolean }>();
const listeners = new Set<() => void>();

export function useRemovedPapers(): ReadonlySet<string> {
  const removed = useRemoved();
  return useMemo(
    () => new Set([...removed].flatMap((key) => (key.startsWith(REMOVED) ? key.slice(REMOVED.length).split(" ") : []))),
    [removed],
  );
}

/** Tell whether a list leaves a paper out: it goes, or the paper that it is a supplement of. */
export function isLeftOut(removed: ReadonlySet<string>, { paper_id: id, supplement_of: of }: Listed): boolean {
  return removed.has(id) || (of !== null && removed.has(of));
}

export function useRemovePapers(): (ids: readonly string[]) => void {
  const client = useQueryClient();
  return useCallback((ids: readonly string[]) => removePapers(client, ids, texts.deleted(ids.length)), [client]);
}

/** Delete papers once their notice has ended; until then they are only left out, and can be taken back. */
export function removePapers(client: QueryClient, ids: readonly string[], text: string): void {
  const key = REMOVED + ids.join(" ");
  setDue(key, ids.length, false);
  removeWithUndo({
    key,
    text,
    remove: () =>
      deleteAll(ids, (left) => setDue(key, left, true)).finally(() => {
        setDue(key, 0, true);
        forgetOpened(ids);
        // Until the list knows, a paper that is no longer left out would be seen again.
        return refreshPapers(client);
      }),
    onUndo: () => setDue(key, 0, false),
  });
}

/** Return how many papers are still to be deleted of those whose deletion has begun. */
export function useDeleting(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => [...due.values()].reduce((sum, { left, begun }) => sum + (begun ? left : 0), 0),
  );
}

async function deleteAll(ids: readonly string[], onLeft: (left: number) => void): Promise<void> {
  const waiting = [...ids];
  let left = ids.length;
  onLeft(left);
  const one = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      // A supplement may have gone with its paper.
      await deletePaper(id).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) {
          throw error;
        }
      });
      left -= 1;
      onLeft(left);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Have the browser ask before it closes the page with more to delete than the requests that outlive it. */
function setDue(key: string, left: number, begun: boolean): void {
  if (left) {
    due.set(key, { left, begun });
  } else {
    due.delete(key);
  }
  const all = [...due.values()].reduce((sum, one) => sum + one.left, 0);
  (all > AT_ONCE ? addEventListener : removeEventListener)("beforeunload", warn);
  listeners.forEach((listener) => listener());
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
