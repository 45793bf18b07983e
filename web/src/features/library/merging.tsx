/** Two records of one paper that are merged: asked about in a dialog, done once the notice with Undo has ended. */
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getPapers, mergePapers } from "@/api/papers";
import { forgetOpened } from "@/lib/recent";
import { library as texts } from "@/texts/library";
import { removeWithUndo, say } from "@/ui/toasts";
import { MergeDialog, type Merge as Wanted } from "./merge-dialog";
import { REMOVED } from "./removing";
import { refreshPapers } from "./use-library";

/** Shows the dialog on two papers of the library. */
export function Merge({ ids, onClose }: { ids: readonly [string, string]; onClose: () => void }) {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["papers", "merged", ...ids],
    queryFn: ({ signal }) => getPapers(ids, signal),
    // The dialog is filled once; what came before may be old.
    gcTime: 0,
  });
  const why = error?.message ?? (data && data.length < ids.length ? texts.notMerged : null);
  useEffect(() => {
    if (why) {
      say(why, { alarming: true });
      onClose();
    }
  }, [why, onClose]);
  const [first, second] = data ?? [];
  return first && second ? (
    <MergeDialog papers={[first, second]} onMerge={(wanted) => merge(client, wanted)} onClose={onClose} />
  ) : null;
}

function merge(client: QueryClient, { paper, other, fields, remove }: Wanted): void {
  const key = crypto.randomUUID();
  removeWithUndo({
    key: remove ? `${REMOVED}${other.id}` : `merge:${paper.id} ${other.id}`,
    text: texts.merged(paper.metadata.title ?? paper.filename),
    remove: () =>
      mergePapers(paper.id, { other: other.id, fields: [...fields], remove }, key)
        .catch((error: unknown) => say(error instanceof Error ? error.message : texts.notMerged, { alarming: true }))
        .finally(() => {
          if (remove) {
            forgetOpened([other.id]);
          }
          for (const queryKey of [["paper"], ["content", paper.id], ["notes"], ["sessions"]]) {
            void client.invalidateQueries({ queryKey });
          }
          return refreshPapers(client);
        }),
  });
}
