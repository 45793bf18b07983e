/** Published works: adding them by what names them, or by the entries of a reference file. */
import { CONSTANTS } from "./constants";
import { sendJson } from "./http";
import type { AddedWorks, ImportedEntries } from "./types";

export const WORKS_PER_CALL = CONSTANTS.limits.worksPerCall;
// Services answer in seconds, each work may ask several.
const PATIENCE_MS = 180_000;

export function addWorks(works: readonly string[], signal?: AbortSignal): Promise<AddedWorks> {
  return sendJson("POST", "/works", { works }, { signal, patienceMs: PATIENCE_MS });
}

/** Add a bounded number of a file's entries, from number `start`; the answer tells where to go on. */
export function addEntries(text: string, start: number, signal?: AbortSignal): Promise<ImportedEntries> {
  return sendJson("POST", "/works/entries", { text, start }, { signal, patienceMs: PATIENCE_MS });
}
