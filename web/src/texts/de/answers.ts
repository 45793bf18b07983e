import { listed } from "../words";

/** What the server says of an answer by itself, in German (services/chat); what a model says stays as it is. */
const REFUSALS: Record<string, string> = {
  model_declined: "Das Modell findet in den gefundenen Textstellen keine Antwort. Diese kommen am nächsten.",
  no_text: "Der Artikel enthält keinen Text, aus dem sich antworten ließe.",
  unsupported:
    "Die Antwort des Modells wird nicht gezeigt: Keines ihrer Zitate steht in den gefundenen Textstellen. Diese kommen am nächsten.",
};

export const CLOSEST = "Keine Textstelle antwortet eindeutig; diese kommen am nächsten.";
const OUTCOMES: Record<string, string> = {
  "Passages that may answer.": "Textstellen, die antworten könnten.",
  "No passage clearly answers; these come closest.": CLOSEST,
};
const LACKING = /^No sentence of theirs has all of: (.*)\. These come closest\.$/;

const STOPPED = "Stopped before the answer was finished";
const OTHER_LANGUAGE = "The question does not seem to be in the language of ";

export function germanRefusal({ reason, message }: { reason: string; message: string }): string {
  return REFUSALS[reason] ?? message;
}

/** Return how sure a search without a model is; what names something of the case stays as the server says it. */
export function germanOutcome(
  { outcome, message, missing }: { outcome: string; message: string; missing: readonly string[] },
  several: boolean,
): string {
  if (outcome === "missing") {
    const words = listed(missing.map((word) => `„${word}“`));
    return `${several ? "Die Artikel erwähnen" : "Der Artikel erwähnt"} ${words} nirgends. Diese Textstellen kommen dem Rest der Frage am nächsten.`;
  }
  const [, lacking] = LACKING.exec(message) ?? [];
  return lacking
    ? `Kein Satz der Artikel hat alle diese Wörter: ${lacking}. Diese kommen am nächsten.`
    : (OUTCOMES[message] ?? message);
}

/** Return a note on an answer in German; one that names something of the case stays as the server says it. */
export function germanRemark(note: string): string {
  if (note.startsWith(STOPPED)) {
    return "Angehalten, bevor die Antwort fertig war: Hier steht, was bis dahin geprüft war.";
  }
  const ways = note.endsWith("by its meaning.") ? "nach ihrer Bedeutung" : "nach ihren Wörtern, wie sie dastehen";
  return note.startsWith(OTHER_LANGUAGE)
    ? `Die Frage ist offenbar nicht in der Sprache des Artikels gestellt. Gesucht wurde ${ways}.`
    : note;
}
