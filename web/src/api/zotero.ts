/** Zotero: its libraries, what comes in from there, and what goes back. */
import { getJson, sendJson } from "./http";
import type { ImportedCollection, SentView, ZoteroLibraries } from "./types";

export function getZotero(signal?: AbortSignal): Promise<ZoteroLibraries> {
  return getJson("/zotero", signal);
}

/** Take in what is new or changed of a library, or of one collection; with `more`, the same call goes on. */
export function importFromZotero(library: string, collection: string | null): Promise<ImportedCollection> {
  return sendJson("POST", "/zotero/imports", { library, collection });
}

/** Write one's highlights, notes and quotes to Zotero; with `more`, the same call goes on. */
export function sendToZotero(): Promise<SentView> {
  return sendJson("POST", "/zotero/sends", {});
}
