/** Zotero: how it is connected, its libraries, what comes in from there, and what goes back. */
import { getJson, sendJson } from "./http";
import type { ConnectionsView, ImportedCollection, SentView, WantedConnections, ZoteroLibraries } from "./types";

const CONNECTIONS = "/settings/connections";
// Somebody reads Zotero's question and decides.
const DIALOG_MS = 150_000;

export function getConnections(signal?: AbortSignal): Promise<ConnectionsView> {
  return getJson(CONNECTIONS, signal);
}

/** Connect, disconnect or switch something; what is left out stays. */
export function changeConnections(wanted: WantedConnections): Promise<ConnectionsView> {
  return sendJson("PUT", CONNECTIONS, wanted);
}

/** Let the Zotero on this machine ask its user whether it may be written to. */
export function askToWrite(): Promise<ConnectionsView> {
  return sendJson("POST", `${CONNECTIONS}/permission`, undefined, { patienceMs: DIALOG_MS });
}

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
