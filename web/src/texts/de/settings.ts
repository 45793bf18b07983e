import type { settings as english } from "../settings";
import { counted, listed, number } from "../words";

const DOLLARS = { style: "currency", currency: "USD" } as const;
const SET_BY = "in der Umgebung des Servers festgelegt; das hat Vorrang vor dieser Seite.";

export const settings: typeof english = {
  title: "Einstellungen",
  operatorChooses: "Das Modell wählt, wer diesen Server betreibt.",
  notLoaded: "Die Einstellungen lassen sich nicht laden.",
  loading: "Einstellungen werden geladen",
  colours: "Farben",
  colourNames: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  language: "Sprache",
  languageHint: "Artikel, Antworten und einige Meldungen des Servers bleiben in ihrer eigenen Sprache.",

  noModel: "Kein Modell",
  noModelAnswers: "Kein Sprachmodell ist verbunden",
  modelAnswers: (model) => `${model} antwortet`,
  byRules: "Antworten sind Textstellen Ihrer Artikel, die eine Suche findet.",
  at: (title, address) => `${title} unter ${address}`,
  goesTo: (company, service) =>
    `Fragen und die dazu gefundenen Textstellen gehen über ${service.replace(/^the /, "die ")} an ${company}.`,
  nothingLeaves: "Nichts verlässt diesen Rechner.",
  questionCosts: (cost) => `Eine Frage kostet: ${cost}.`,
  price: (read, write, seen, source) =>
    `Eine Million Tokens kostet gelesen ${number(read, DOLLARS)}, geschrieben ${number(write, DOLLARS)}; Stand: ${seen} (${source}).`,
  oldPrice:
    "Dieser Preis stammt von früher und kann veraltet sein. Einen neueren gibt die Einstellung SCHOLARAI_MODEL_PRICES an.",

  trying: "Es schreibt einen Satz\u00a0…",
  tryIt: "Ausprobieren",
  quoted: (text) => `„${text}“`,
  failed: (detail, action) => `Das ist fehlgeschlagen: ${detail}. ${action}`,
  works: "Es funktioniert, auch für Literaturübersichten.",

  spent: "Kosten der Modelle",
  priceNotKnown: "Preis unbekannt",
  asked: (questions, tokens) => `${counted(questions, "Frage", "Fragen")}, ${number(tokens)} Tokens`,

  choose: "Modell wählen",
  looking: "Suche nach Modellservern auf diesem Rechner\u00a0…",
  noServer:
    "Auf diesem Rechner antwortet kein Modellserver: Starten Sie Ollama oder LM Studio, oder wählen Sie einen anderen Anbieter.",
  serverAnswers: (service, address, models) =>
    `${service} antwortet unter ${address} mit ${counted(models, "Modell", "Modellen")}`,
  useIt: "Verwenden",
  provider: "Anbieter",
  model: "Modell",
  address: "Adresse",
  key: "Schlüssel",
  optionalKey: "Schlüssel, falls der Server einen verlangt",
  keyKept: "Ein Schlüssel ist gespeichert; er wird nicht angezeigt",
  forgetKey: "Schlüssel vergessen",
  saved: "Gespeichert. Ab der nächsten Frage antwortet dieses Modell.",
  save: "Speichern",
  fixed: (names) => `${listed(names)} ${names.length > 1 ? "sind" : "ist"} ${SET_BY}`,

  lookingUp: "Veröffentlichte Artikel",
  lookUp: (services) => `Artikel nachschlagen und über die Bibliothek hinaus suchen, bei ${listed(services)}`,
  lookUpSends:
    "Dann verlassen Titel, DOIs und andere Kennungen von Artikeln diesen Rechner, ebenso die Wörter einer Suche unter „Entdecken“. Dateien, Notizen und Fragen an Ihre Artikel verlassen ihn nicht.",

  program: {
    ready: (version) =>
      `Zotero${version && ` ${version}`} läuft auf diesem Rechner. Das Verbinden ändert dort nichts; was importiert wird, wählen Sie danach.`,
    closed: () => "Auf diesem Rechner läuft kein Zotero. Starten Sie es, dann wird es hier von selbst gefunden.",
    refused: () =>
      "Zotero läuft, lässt sich aber von keinem anderen Programm lesen. Schalten Sie in Zotero unter Einstellungen → Erweitert ein, dass andere Anwendungen auf diesem Rechner mit Zotero kommunizieren dürfen.",
    old: () =>
      "Zotero läuft, ist aber zu alt, um von anderen Programmen gelesen zu werden. Nötig ist Version 7 oder neuer.",
    busy: () =>
      "Zotero läuft, kann aber gerade nicht antworten. Warten Sie, bis die Bibliothek geladen oder abgeglichen ist.",
  },
  connect: "Zotero verbinden",
  disconnect: "Zotero trennen",
  lookAgain: "Noch einmal suchen",
  counted: (name, items) => (items === null ? name : `${name} (${number(items)})`),
  watch: "Neues von dort von selbst übernehmen, alle fünf Minuten, solange ScholarAI und Zotero laufen",
  watchesOther: "Zurzeit wird eine andere Sammlung oder Bibliothek beobachtet.",
  allowWriting: "Zurückschreiben erlauben",
  writeAsks: "Bevor Notizen zurückgeschrieben werden, fragt Zotero Sie einmal: Wählen Sie „Immer erlauben“.",
  answerZotero: "Zotero fragt Sie jetzt: Wählen Sie in seinem Fenster „Immer erlauben“.",
  zoteroOnline: "Stattdessen das Konto bei Zotero benutzen",
  zoteroKey: "Schlüssel des Kontos",
  useZoteroKey: "Diesen Schlüssel benutzen",
  forgetZoteroKey: "Diesen Schlüssel vergessen",
  zoteroKeyHint:
    "Mit ihm wird die Bibliothek dort gelesen, und ein Zotero vor Version 10 bekommt so Notizen zurück. Schlüssel gibt es unter",
  askingZotero: "Zotero wird abgefragt",
  opensNothing: "Zotero antwortet, aber sein Schlüssel öffnet keine Bibliothek.",
  connected: (libraries) =>
    `Verbunden mit ${listed(libraries.map((name) => `„${name}“`))}. Ein Import bringt Artikel mit Dateien, Schlagwörtern und Notizen, und zwar nur, was seit dem letzten neu oder geändert ist.`,
  library: "Bibliothek",
  collection: "Sammlung",
  wholeLibrary: "Die ganze Bibliothek",
  import: "Importieren",
  sendNotes: "Notizen zurückschreiben",
  stop: "Anhalten",
  mayNotWrite:
    "In dieses Zotero lässt sich nicht schreiben, daher bleiben Notizen hier: Nötig sind Version 10 oder ein Schlüssel.",
  working: "Läuft gerade.",
  done: "Fertig.",
  nothingNew: "Nichts Neues.",
  imported: {
    added: (n) => `${n} mit Datei hinzugefügt`,
    supplement: (n) => counted(n, "Begleitdatei", "Begleitdateien"),
    record: (n) => `${n} als Eintrag übernommen`,
    there: (n) => `${n} schon vorhanden`,
    gone: (n) => `${n} hier gelöscht und ausgelassen`,
    left_out: (n) => `${n} ausgelassen`,
    failed: (n) => `${n} fehlgeschlagen`,
  },
  notesCame: (n) => `${counted(n, "Notiz kam", "Notizen kamen")} mit.`,
  written: (written, changed) => `${counted(written, "Notiz", "Notizen")} geschrieben, ${changed} geändert.`,
  conflicts: (n) =>
    `${counted(n, "Notiz war", "Notizen waren")} auf beiden Seiten geändert; beide Texte sind erhalten.`,
  leftOut: (n) => `${counted(n, "Artikel", "Artikel")} ausgelassen: Zotero hat davon ein anderes PDF.`,
  refused: (items) => `Zotero hat Einträge abgelehnt: ${items.join("; ")}`,
  keptBefore: "Was bis dahin übernommen wurde, bleibt erhalten.",
};
