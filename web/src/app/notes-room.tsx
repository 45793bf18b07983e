/** The room of notes with the reader's editor: features do not know each other. */
import { NotesRoom as Room } from "@/features/notes/notes-room";
import { NoteEditor } from "@/features/reader/note-editor";

export function NotesRoom() {
  return <Room renderEditor={(note, notes, onClose) => <NoteEditor note={note} notes={notes} onClose={onClose} />} />;
}
