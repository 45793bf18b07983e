/** All of one's notes, page after page, the papers that they are about, and what can be done with notes. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { changeNote, createNote, deleteNote, listAllNotes } from "@/api/notes";
import { getPapers } from "@/api/papers";
import type { NoteList, NoteView } from "@/api/types";
import type { Notes } from "@/lib/noting";
import { notes as texts } from "@/texts/notes";
import { removeWithUndo, say, useRemoved } from "@/ui/toasts";

const KEY = ["notes", "all"] as const;
// More notes than are looked through at once: the latest 5,000. A guess.
const MOST_PAGES = 50;

export interface PaperOfNotes {
  id: string;
  title: string;
  authors: readonly string[];
  year: number | null;
  tags: readonly string[];
}

export function useAllNotes() {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => listAllNotes(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: NoteList, pages) => (pages.length < MOST_PAGES ? page.next_cursor : null),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const removed = useRemoved();
  const notes = useMemo(
    () =>
      (list.data?.pages.flatMap((page) => page.notes) ?? []).filter(({ note_id: id }) => !removed.has(`note:${id}`)),
    [list.data, removed],
  );
  const papers = usePapersOf(notes);
  const edit = (change: (notes: NoteView[]) => NoteView[]) => {
    client.setQueryData<{ pages: NoteList[]; pageParams: unknown[] }>(
      KEY,
      (all) => all && { ...all, pages: all.pages.map((page) => ({ ...page, notes: change(page.notes) })) },
    );
    // A paper that is open elsewhere in the page shows its notes, too.
    void client.invalidateQueries({ queryKey: ["notes"], predicate: ({ queryKey }) => queryKey[1] !== KEY[1] });
  };
  const replace = (note: NoteView) => edit((all) => all.map((one) => (one.note_id === note.note_id ? note : one)));
  const actionsFor = (about: NoteView): Notes => ({
    notes,
    loading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    add: (note) => createNote(about.paper_ids[0]!, note),
    change: async (noteId, changes) => {
      const changed = await changeNote(noteId, changes);
      replace(changed);
      return changed;
    },
    replace,
    remove: ({ note_id: id, kind }) =>
      removeWithUndo({
        key: `note:${id}`,
        text: texts.deleted[kind],
        remove: async () => {
          await deleteNote(id);
          edit((all) => all.filter((one) => one.note_id !== id));
        },
      }),
  });
  return {
    ...list,
    notes,
    papers,
    actionsFor,
    /** Whether older notes are left out. */
    cut: (list.data?.pages.length ?? 0) >= MOST_PAGES && list.data?.pages.at(-1)?.next_cursor !== null,
  };
}

/** Change a note's colour; where that fails, say why and show it as it stands. */
export function recolour(note: NoteView, colour: NoteView["colour"], actions: Notes): void {
  actions.change(note.note_id, { version: note.version, colour }).catch(() => {
    actions.retry();
    say(texts.changedElsewhere, { alarming: true });
  });
}

function usePapersOf(notes: readonly NoteView[]): ReadonlyMap<string, PaperOfNotes> {
  const ids = useMemo(() => [...new Set(notes.flatMap((note) => note.paper_ids))].sort(), [notes]);
  const { data } = useQuery({
    // Papers may be described or tagged elsewhere: what loads their list again loads this again.
    queryKey: ["papers", "of-notes", ids],
    queryFn: ({ signal }) => papersOf(ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, PaperOfNotes> = new Map();

async function papersOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, PaperOfNotes>> {
  const papers = await getPapers(ids, signal);
  return new Map(
    papers.map(({ id, filename, metadata: { title, authors, year }, marks: { tags } }) => [
      id,
      { id, title: title ?? filename, authors, year, tags },
    ]),
  );
}
