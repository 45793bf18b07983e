/** Collections and what can be done to them; one that is deleted comes back with Undo. */
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeCollection, createCollection, deleteCollection, listCollections } from "@/api/collections";
import type { CollectionList, CollectionView } from "@/api/types";
import { library as texts } from "@/texts/library";
import { removeWithUndo, say, useRemoved } from "@/ui/toasts";
import { PAPERS } from "./use-papers";

const COLLECTIONS = ["collections"] as const;

export const collectionsAsked = queryOptions({
  queryKey: COLLECTIONS,
  queryFn: ({ signal }) => listCollections(signal),
});

export interface Collections {
  all: readonly CollectionView[];
  /** `onMade` is told the id of the new one. */
  make: (name: string, parentId: string | null, onMade?: (id: string) => void) => void;
  rename: (id: string, name: string) => void;
  remove: (one: CollectionView, onGone: () => void) => void;
}

export function useCollections(): Collections {
  const client = useQueryClient();
  const removed = useRemoved();
  const { data } = useQuery(collectionsAsked);
  const change = useMutation({
    mutationFn: (call: () => Promise<CollectionList>) => call(),
    onSuccess: (list) => client.setQueryData(COLLECTIONS, list),
    onError: (error) => say(error.message, { alarming: true }),
  });
  return {
    all: withoutRemoved(data?.collections ?? [], removed),
    make: (name, parentId, onMade) =>
      change.mutate(() => createCollection({ name, parent_id: parentId }), {
        onSuccess: ({ made }) => made && onMade?.(made),
      }),
    rename: (id, name) => change.mutate(() => changeCollection(id, { name })),
    remove: (one, onGone) => {
      removeWithUndo({
        key: `collection:${one.collection_id}`,
        text: texts.collectionDeleted(one.name),
        remove: () =>
          deleteCollection(one.collection_id).finally(() => {
            void client.invalidateQueries({ queryKey: COLLECTIONS });
            void client.invalidateQueries({ queryKey: PAPERS });
          }),
      });
      onGone();
    },
  };
}

/** Leave out what is being deleted, with what is nested in it; each stands behind the one that it is nested in. */
function withoutRemoved(all: readonly CollectionView[], removed: ReadonlySet<string>): CollectionView[] {
  const gone = new Set<string>();
  return all.filter(({ collection_id: id, parent_id: parent }) => {
    if (removed.has(`collection:${id}`) || (parent !== null && gone.has(parent))) {
      gone.add(id);
    }
    return !gone.has(id);
  });
}
