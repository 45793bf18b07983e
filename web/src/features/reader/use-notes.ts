/** One's highlights and notes about a paper, and what can be done with them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { changeNote, createNote, deleteNote, listNotes } from "@/api/notes";
import type { NewNoteBody, NoteView } from "@/api/types";
import type { Notes } from "@/lib/noting";
import { removeWithUndo, say, useRemoved } from "@/ui/toasts";
import { common } from "@/texts/common";
import { reader as texts } from "@/texts/reader";

export type Colour = NoteView["colour"];
/** The colours that are offered; the API has one more. */
export const COLOURS = ["yellow", "green", "blue", "pink"] as const satisfies readonly Colour[];

export function useNotes(paperId: string): Notes {
  const client = useQueryClient();
  const key = useMemo(() => ["notes", paperId], [paperId]);
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => listNotes(paperId, signal),
  });
  const removed = useRemoved();
  const adding = useMutation({ mutationFn: (note: NewNoteBody) => createNote(paperId, note) }).mutateAsync;
  return useMemo(() => {
    const edit = (change: (notes: NoteView[]) => NoteView[]) =>
      client.setQueryData<NoteView[]>(key, (notes) => change(notes ?? []));
    const replace = (note: NoteView) =>
      edit((notes) => notes.map((one) => (one.note_id === note.note_id ? note : one)));
    const remove = ({ note_id: id, kind }: NoteView) =>
      removeWithUndo({
        key: `note:${id}`,
        text: kind === "highlight" ? texts.highlightDeleted : texts.noteDeleted,
        remove: async () => {
          await deleteNote(id);
          edit((notes) => notes.filter((one) => one.note_id !== id));
        },
      });
    const takeBack = (made: NoteView) => {
      const now = client.getQueryData<NoteView[]>(key)?.find((one) => one.note_id === made.note_id);
      if (now?.text) {
        // Words were written on it since: that this removes them can be undone, too.
        remove(now);
        return;
      }
      edit((notes) => notes.filter((one) => one.note_id !== made.note_id));
      deleteNote(made.note_id).catch((error: unknown) => {
        say(common.notDeleted(error instanceof Error ? error.message : common.tryAgain), { alarming: true });
        void refetch();
      });
    };
    return {
      notes: (data ?? []).filter(({ note_id: id }) => !removed.has(`note:${id}`)),
      loading: isLoading,
      error,
      retry: () => void refetch(),
      add: async (note) => {
        const made = await adding(note);
        edit((notes) => [made, ...notes]);
        if (made.kind === "highlight") {
          say(texts.highlightMade, { undo: () => takeBack(made) });
        }
        return made;
      },
      change: async (noteId, changes) => {
        const changed = await changeNote(noteId, changes);
        replace(changed);
        return changed;
      },
      replace,
      remove,
    };
  }, [client, key, data, error, isLoading, refetch, removed, adding]);
}

/** Mark a place; where that fails, say why. */
export function addOrSay(notes: Notes, note: NewNoteBody): Promise<NoteView | null> {
  return notes.add(note).catch((error: unknown) => {
    say(texts.notKept(error instanceof Error ? error.message : common.tryAgain), { alarming: true });
    return null;
  });
}
