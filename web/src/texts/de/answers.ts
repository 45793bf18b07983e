import { listed } from "../words";

/** What the server says of an answer by itself, in German (services/chat); what a model says stays as it is. */
const REFUSALS: Record<string, string> = {
  model_declined: "Das Modell findet in den gefundenen Textstellen keine Antwort. Diese kommen am nächsten.",
  no_text: "Die Arbeit enthält keinen Text, aus dem sich antworten ließe.",
  unsupported:
    "Die Antwort des Modells wird nicht gezeigt: Keines ihrer Zitate steht in den gefundenen Textstellen. Diese kommen am nächsten.",
};

export const CLOSEST = "Keine Textstelle antwortet eindeutig darauf; diese kommen am nächsten";
const OUTCOMES: Record<string, string> = { passages: "Textstellen, die darauf antworten könnten", closest: CLOSEST };

const STOPPED = "Stopped before the answer was finished";
const OTHER_LANGUAGE = "The question does not seem to be in the language of ";

export function germanRefusal({ reason, message }: { reason: string; message: string }): string {
  return REFUSALS[reason] ?? message;
}

/** Return how sure a search without a model is. */
export function germanOutcome(
  { outcome, message, missing }: { outcome: string; message: string; missing: readonly string[] },
  several: boolean,
): string {
  return outcome === "missing"
    ? `${several ? "Die Arbeiten erwähnen" : "Die Arbeit erwähnt"} ${listed(missing.map((word) => `„${word}“`))} nirgends.`
    : (OUTCOMES[outcome] ?? message);
}

/** Return a note on an answer in German; one that names something of the case stays as the server says it. */
export function germanRemark(note: string): string {
  if (note.startsWith(STOPPED)) {
    return "Angehalten, bevor die Antwort fertig war: Hier steht, was bis dahin geprüft war.";
  }
  return note.startsWith(OTHER_LANGUAGE)
    ? "Die Frage ist offenbar nicht in der Sprache der Arbeit gestellt. In deren Sprache gestellt, findet sie womöglich mehr."
    : note;
}
