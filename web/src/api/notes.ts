/** Highlights and notes of one's own, and the check of a quote against a paper. */
import { getJson, sendJson } from "./http";
import type { ChangedNote, CheckedQuotes, CheckedQuoteV1, NewNoteBody, NoteList, NoteView } from "./types";

// A page of the list, and the most pages that are asked for: more notes than anybody has of a paper. A guess.
const PER_PAGE = 100;
const MOST_PAGES = 50;

/** Return all notes about a paper, latest first. */
export async function listNotes(paperId: string, signal?: AbortSignal): Promise<NoteView[]> {
  const notes: NoteView[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
    const list: NoteList = await getJson(`/papers/${paperId}/notes?limit=${PER_PAGE}${more}`, signal);
    notes.push(...list.notes);
    cursor = list.next_cursor;
    if (!cursor) {
      break;
    }
  }
  return notes;
}

/** Return a page of all of one's notes, saved answers and saved quotes, latest first. */
export function listAllNotes(cursor: string | null, signal?: AbortSignal): Promise<NoteList> {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
  return getJson(`/notes?limit=${PER_PAGE}${more}`, signal);
}

export function createNote(paperId: string, note: NewNoteBody): Promise<NoteView> {
  return sendJson("POST", `/papers/${paperId}/notes`, note);
}

/** Keep an answer of a conversation as it stands, or one of its quotes alone. */
export function keepAnswer(sessionId: string, messageN: number, citation: number | null = null): Promise<NoteView> {
  return sendJson("POST", "/notes", { session_id: sessionId, message_n: messageN, citation });
}

/** Change a note of a certain version; after a 409, the error's `current` is the note as it stands. */
export function changeNote(noteId: string, changes: ChangedNote): Promise<NoteView> {
  return sendJson("PATCH", `/notes/${noteId}`, changes);
}

export function deleteNote(noteId: string): Promise<void> {
  return sendJson("DELETE", `/notes/${noteId}`);
}

/** Return what a paper says to a quote. */
export async function checkQuote(paperId: string, quote: string): Promise<CheckedQuoteV1> {
  const { results } = await sendJson<CheckedQuotes>("POST", `/papers/${paperId}/check`, {
    quotes: [{ quote_id: 1, quote }],
  });
  return results[0]!;
}
