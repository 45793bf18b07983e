/** A whole text held against papers, and the result as a document. */
import { CONSTANTS } from "./constants";
import { sendForFile, sendJson } from "./http";
import type { CheckedTextV1, CheckWholeText, ExportCheck } from "./types";

/** The documents that a checked text is saved as; its JSON is what the server answered. */
export const FORMS = { ...CONSTANTS.conversationExports, json: { label: "JSON" } };

export const LONGEST_TEXT = CONSTANTS.limits.textCharacters;
// A hundred sentences over a thousand papers take a minute, and a model reads each of them.
const PATIENCE_MS = 900_000;

export function checkText(request: CheckWholeText, signal: AbortSignal): Promise<CheckedTextV1> {
  return sendJson("POST", "/check", request, { signal, patienceMs: PATIENCE_MS });
}

/** Return a checked text as a document, or a paper's PDF in which it is marked. */
export function exportCheck(request: ExportCheck): Promise<Blob> {
  return sendForFile("/check/export", request);
}
