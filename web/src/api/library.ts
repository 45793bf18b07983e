/** The list of the library with its counts, what owners mark in it, and the search in the text of papers. */
import { CONSTANTS } from "./constants";
import { getJson, sendJson } from "./http";
import { libraryPath } from "./library-path";
import type {
  CheckedQuotes,
  LibraryList,
  MarkPapersBody,
  MarkedPaper,
  MarkedPapers,
  NoteView,
  SearchResults,
} from "./types";

const MARKED_PER_CALL = CONSTANTS.limits.papersPerMarking;

export type Marking = Omit<MarkPapersBody, "paper_ids">;

/** Return a page of the library; `query` has the parameters of `GET /library`, `offset` counts the papers before it. */
export function listLibrary(query: Record<string, string>, offset: number, signal?: AbortSignal): Promise<LibraryList> {
  return getJson(libraryPath(query, offset), signal);
}

/** Mark papers, however many, and hand over the marks that they have then after each call. */
export async function markPapers(
  ids: readonly string[],
  marking: Marking,
  onMarked: (papers: readonly MarkedPaper[]) => void,
): Promise<void> {
  for (let start = 0; start < ids.length; start += MARKED_PER_CALL) {
    const paperIds = ids.slice(start, start + MARKED_PER_CALL);
    const { papers } = await sendJson<MarkedPapers>("PATCH", "/library/papers", { ...marking, paper_ids: paperIds });
    onMarked(papers);
  }
}

/** Return passages of papers for a question or keywords, best paper first. */
export function searchPassages(words: string, limit: number, signal?: AbortSignal): Promise<SearchResults> {
  return getJson(`/search?${new URLSearchParams({ q: words, limit: String(limit) })}`, signal);
}

/** Find words in a paper's text; their places have boxes. */
export function placeWords(paperId: string, words: string): Promise<CheckedQuotes> {
  return sendJson("POST", `/papers/${paperId}/check`, { quotes: [{ quote_id: 0, quote: words }] });
}

export function getNote(id: string): Promise<NoteView> {
  return getJson(`/notes/${id}`);
}
