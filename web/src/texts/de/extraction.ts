/** What was left out or could not be done when a paper was read, in German, by the code of the note (domain/content.py). */
import { counted, number } from "../words";

const REASONS: readonly [string, string][] = [
  ["inside a picture", "in einem Bild ohne Beschriftung"],
  ["rotated", "gedreht, etwa ein Stempel"],
  ["without a place", "ohne Platz in der Lesefolge"],
];

const NOTES: Record<string, (detail: string) => string> = {
  articles_left_out: (detail) => {
    const articles = counted(numbersIn(detail)[0] ?? 0, "weiterer Artikel", "weitere Artikel");
    return `Die Datei enthält ${articles}, etwa Gutachten, Antworten oder Übersetzungen; gelesen wurde nur der Artikel selbst.`;
  },
  bibliography_unreadable: () => "Das Literaturverzeichnis konnte nicht gelesen werden.",
  blocks_not_placed: (detail) => {
    const [all = 0, missing = 0] = numbersIn(detail);
    const part = counted(missing, "Absatz", "Absätze");
    return `Von ${number(all)} Absätzen wurden nicht auf den Seiten des PDFs gefunden: ${part}. Sie lassen sich dort nicht markieren.`;
  },
  citations_unresolved: (detail) =>
    `${counted(numbersIn(detail)[0] ?? 0, "zitierter Schlüssel fehlt", "zitierte Schlüssel fehlen")} in den hochgeladenen Literaturverzeichnissen.`,
  expansion_cut: () =>
    "Makros oder eingebundene Dateien ergeben mehr, als ein Artikel haben kann; der Rest wurde ausgelassen.",
  formulas_as_pictures: (detail) =>
    `${counted(numbersIn(detail)[0] ?? 0, "Formel liegt", "Formeln liegen")} nur als Bild vor.`,
  front_matter_unreadable: () => "Der YAML-Kopf konnte nicht gelesen werden.",
  hidden_characters: () => "Zeichen ohne Breite oder solche, die die Schreibrichtung wechseln, wurden ausgelassen.",
  input_cycle: (detail) => `Die Datei ${nameIn(detail)} bindet sich selbst ein; sie wurde einmal gelesen.`,
  input_left_out: (detail) => `Die Datei ${nameIn(detail)} ist durch \\includeonly ausgeschlossen.`,
  input_missing: (detail) => `Die eingebundene Datei ${nameIn(detail)} wurde nicht mit hochgeladen.`,
  invisible_text: () => "Text ohne Farbe wurde ausgelassen.",
  lines_not_recognized: () =>
    "Zeilen, die nicht sicher erkannt wurden, etwa Formeln oder Handschrift, wurden ausgelassen.",
  not_recognized: () => "Die Seite ist ein Bild, dessen Text nicht sicher erkannt wurde; sie wurde ausgelassen.",
  ocr_stopped: (detail) =>
    `Nur auf den ersten ${number(numbersIn(detail)[0] ?? 0)} Seiten ohne brauchbaren Text wurde der Text erkannt.`,
  ocr_unavailable: () => "Text auf Bildern von Seiten wurde nicht erkannt: Die Sprachdaten dafür fehlen.",
  off_page_text: () => "Text außerhalb der Seite wurde ausgelassen.",
  page_unreadable: () => "Die Seite ist beschädigt und wurde ausgelassen.",
  pdf_not_used: () => "Das PDF im Archiv wurde nicht verwendet.",
  poor_text_layer: () =>
    "Der Text, den dieser Scan mitbringt, hat viele falsche Buchstaben, und aus dem Bild ließ sich kein besserer erkennen.",
  recognized: () => "Der Text der Seite wurde aus ihrem Bild erkannt; ihre Tabellen und Formeln sind Text ohne Aufbau.",
  repaired: () => "Die Datei ist beschädigt; gelesen wurde, was sich retten ließ.",
  signs_not_read: (detail) =>
    `${counted(numbersIn(detail)[0] ?? 0, "Zeichen einer Symbolschrift wurde", "Zeichen von Symbolschriften wurden")} nicht erkannt.`,
  tables_as_pictures: (detail) =>
    `${counted(numbersIn(detail)[0] ?? 0, "Tabelle liegt", "Tabellen liegen")} nur als Bild vor.`,
  table_unreadable: (detail) =>
    `Die Zellen von ${/of (.+) could/.exec(detail)?.[1] ?? "einer Tabelle"} waren nicht zu lesen; ihr Text steht da wie gedruckt.`,
  text_left_out: (detail) => {
    const reason = REASONS.find(([english]) => detail.includes(english))?.[1];
    const lines = counted(numbersIn(detail)[0] ?? 0, "Zeile", "Zeilen");
    return `Text wurde ausgelassen: ${lines}${reason ? `, ${reason}` : ""}.`;
  },
  tiny_text: () => "Text, der zum Lesen zu klein ist, wurde ausgelassen.",
  unknown_signs: (detail) =>
    `${counted(numbersIn(detail)[0] ?? 0, "Zeichen war", "Zeichen waren")} nicht zu lesen: Die Schriften sagen nicht, welche es sind.`,
  unseen_text: () => "Text, den man im Artikel nicht sieht, wurde ausgelassen.",
};

/** Return a note on a paper's reading in German; one of an unknown code stays as the server says it. */
export function germanNote(code: string, detail: string): string {
  return NOTES[code]?.(detail) ?? detail;
}

/** Return the counts of a note, which the server writes as "1,234". */
function numbersIn(detail: string): number[] {
  return (detail.match(/\d[\d,]*/g) ?? []).map((digits) => Number(digits.replaceAll(",", "")));
}

/** Return the name that a note quotes, as Python writes it. */
function nameIn(detail: string): string {
  const name = /(["'])(.*)\1/.exec(detail)?.[2];
  return name ? `„${name}“` : "";
}
