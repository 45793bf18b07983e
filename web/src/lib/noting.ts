/** Some of one's notes and what can be done with them, as lists and the editor of notes take them. */
import type { ChangedNote, NewNoteBody, NoteView } from "@/api/types";

export interface Notes {
  /** Latest first. */
  notes: readonly NoteView[];
  loading: boolean;
  error: Error | null;
  retry: () => void;
  add: (note: NewNoteBody) => Promise<NoteView>;
  /** Change a note; rejects with the API's error, as after a conflict. */
  change: (noteId: string, changes: ChangedNote) => Promise<NoteView>;
  /** Show a note as the server has it. */
  replace: (note: NoteView) => void;
  remove: (note: NoteView) => void;
}
