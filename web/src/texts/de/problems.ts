/** Problems and failures of the server in German, by their code. Codes that have no text here are listed in tests/packaging. */
import { CONSTANTS } from "@/api/constants";
import type { Problem } from "../problems";
import { inGerman } from "./formats";

const LATER = "Versuchen Sie es in einem Moment noch einmal.";
const READ_AGAIN = "Lassen Sie den Artikel noch einmal einlesen.";
const UPLOAD_A_PAPER = `Laden Sie den Artikel in einer dieser Formen hoch: ${inGerman(CONSTANTS.formats.kinds)}.`;
const RELOAD = "Laden Sie die Seite neu.";
const RESAVE = "Speichern Sie die Datei mit einem PDF-Programm neu und laden Sie sie noch einmal hoch.";
const OTHER_WORDS = "Fragen Sie mit anderen Worten, oder fügen Sie Artikel hinzu.";
const gone = (what: string): Problem => ({ detail: `${what} gibt es nicht oder nicht mehr.`, action: RELOAD });
const busy: Problem = { detail: "Der Speicher antwortet gerade nicht.", action: LATER };

export const problems: Record<string, Problem> = {
  // Why a paper could not be read.
  damaged: { detail: "Die Datei ist beschädigt.", action: "Laden Sie den Artikel noch einmal herunter und hier hoch." },
  empty_file: { detail: "Die Datei ist leer.", action: "Laden Sie die Datei noch einmal hoch." },
  encrypted: { detail: "Das PDF verlangt ein Passwort.", action: "Speichern Sie eine Kopie ohne Passwort." },
  no_main_file: {
    detail: "Im Archiv ist keine Datei, die der Artikel sein könnte.",
    action: "Packen Sie die Hauptdatei zusammen mit allem, was sie einbindet.",
  },
  no_usable_text: {
    detail: "Die Datei enthält keinen lesbaren Text.",
    action: "Laden Sie eine Fassung mit Textebene hoch.",
  },
  read_memory: { detail: "Das Einlesen der Datei braucht mehr Speicher als erlaubt.", action: RESAVE },
  read_timeout: { detail: "Das Einlesen der Datei dauert länger als erlaubt.", action: RESAVE },
  reader_crashed: { detail: "Beim Einlesen dieser Datei ist ein Fehler aufgetreten.", action: RESAVE },
  too_complex: { detail: "Die Datei enthält mehr, als ein Artikel haben kann.", action: "Laden Sie einen Teil hoch." },
  too_many_pages: { detail: "Die Datei hat mehr Seiten, als eingelesen werden.", action: "Laden Sie einen Teil hoch." },
  unsafe_archive: {
    detail: "Das Archiv ist entpackt zu groß oder enthält Pfade, die aus ihm hinausführen.",
    action: "Packen Sie nur die Dateien des Artikels.",
  },
  unsupported_format: {
    detail: "Dieses Format wird nicht unterstützt.",
    action: UPLOAD_A_PAPER,
  },
  delivery_exhausted: {
    detail: "Der Auftrag konnte mehrmals nicht zugestellt werden.",
    action: "Beginnen Sie noch einmal.",
  },
  gave_up: { detail: "Mehrere Versuche sind gescheitert.", action: "Versuchen Sie es später noch einmal." },
  needs_attention: {
    detail: "Diese Fassung des Programms versteht nicht, was gespeichert ist.",
    action: READ_AGAIN,
  },

  // Files and papers.
  already_extracting: { detail: "Der Artikel wird gerade eingelesen.", action: "Warten Sie, bis er eingelesen ist." },
  cited_paper_missing: {
    detail: "Der zitierte Artikel ist nicht in der Bibliothek.",
    action: "Fügen Sie sie hinzu und fragen Sie noch einmal.",
  },
  file_empty: { detail: "Die Datei ist leer." },
  file_damaged: {
    detail: "Die gespeicherte Datei ist nicht die, die hochgeladen wurde.",
    action: "Spielen Sie eine Sicherung zurück, oder löschen Sie den Artikel und laden Sie ihn noch einmal hoch.",
  },
  paper_damaged: {
    detail: "Was von dem Artikel gespeichert ist, ist nicht das, was geschrieben wurde. Nichts daraus wird zitiert.",
    action:
      "Lesen Sie ihn noch einmal ein, spielen Sie eine Sicherung zurück, oder löschen Sie den Artikel und laden Sie ihn noch einmal hoch.",
  },
  review_damaged: {
    detail: "Was von der Literaturübersicht gespeichert ist, ist nicht das, was geschrieben wurde.",
    action: "Spielen Sie eine Sicherung zurück, oder beginnen Sie die Literaturübersicht noch einmal.",
  },
  export_failed: {
    detail: "Das PDF konnte nicht erzeugt werden.",
    action: "Exportieren Sie es in einer anderen Form, etwa als HTML oder CSV.",
  },
  export_too_long: {
    detail: "Das ist zu lang für ein PDF.",
    action: "Exportieren Sie es in einer anderen Form, etwa als HTML oder CSV.",
  },
  merge_backwards: {
    detail: "Nur der zweite Artikel hat einen Text.",
    action: "Führen Sie den ersten mit dem zweiten zusammen.",
  },
  merge_busy: { detail: "Einer der Artikel wird schon zusammengeführt.", action: LATER },
  merge_invalid: { detail: "Ein Artikel kann nicht mit sich selbst zusammengeführt werden." },
  merge_supplement: {
    detail: "Der erste Artikel ist Begleitdatei eines anderen.",
    action: "Machen Sie ihn zuerst eigenständig, oder führen Sie ihn mit dem zweiten zusammen.",
  },
  merge_unread: {
    detail: "Einer der Artikel wird noch gelesen.",
    action: "Führen Sie sie zusammen, wenn er gelesen ist.",
  },
  merge_waits: { detail: "Der Artikel wird gerade ersetzt; das Zusammenführen geht von selbst weiter." },
  supplement_invalid: { detail: "Ein Artikel kann nicht seine eigene Begleitdatei sein." },
  supplement_nested: {
    detail: "Eine Begleitdatei kann keine Begleitdateien haben.",
    action: "Nennen Sie den Artikel, zu dem beide gehören.",
  },
  file_missing: { detail: "Die Datei des Artikels fehlt.", action: "Laden Sie sie noch einmal hoch." },
  file_unknown: { detail: "Für diesen Artikel ist noch keine Datei angekommen.", action: LATER },
  filename_invalid: { detail: "Eine Datei braucht einen einfachen Namen ohne Ordner und Steuerzeichen." },
  library_empty: {
    detail: "In der Bibliothek ist kein Artikel mit eingelesenem Text.",
    action: "Fügen Sie Artikel hinzu, oder warten Sie, bis sie eingelesen sind.",
  },
  library_full: { detail: "Die Bibliothek ist voll.", action: "Löschen Sie, was Sie nicht mehr brauchen." },
  media_type_unknown: {
    detail: "Dieses Format wird nicht unterstützt.",
    action: UPLOAD_A_PAPER,
  },
  not_a_pdf: {
    detail: "Eine Quelle wird an einen Artikel angehängt, dessen Datei ein PDF ist.",
    action: "Laden Sie den Artikel zuerst als PDF hoch.",
  },
  not_a_source: {
    detail: "Die Quelle ist selbst ein PDF.",
    action: "Wählen Sie einen Artikel, dessen Datei kein PDF ist.",
  },
  not_the_same_paper: {
    detail: "Das ist die Quelle eines anderen Artikels.",
    action: "Wählen Sie die Quelle dieses Artikels.",
  },
  object_exists: { detail: "Diese Datei ist schon hochgeladen.", action: RELOAD },
  other_embedding_model: { detail: "Der Artikel wurde mit einem anderen Modell indexiert.", action: READ_AGAIN },
  paper_came_back: { detail: "Der Artikel wurde hochgeladen, während er gelöscht wurde.", action: RELOAD },
  paper_deleting: { detail: "Der Artikel wird gerade gelöscht.", action: "Fügen Sie ihn gleich noch einmal hinzu." },
  paper_failed: {
    detail: "Der Artikel konnte nicht eingelesen werden.",
    action: "Laden Sie eine andere Fassung hoch.",
  },
  paper_not_ready: { detail: "Der Artikel ist noch nicht eingelesen.", action: LATER },
  paper_unknown: gone("Diesen Artikel"),
  paper_without_file: {
    detail: "Von dem Artikel ist nur ein Eintrag vorhanden, nicht sein Text.",
    action: "Laden Sie ihre Datei hoch.",
  },
  papers_invalid: { detail: "Es sind keine oder zu viele Artikel angegeben.", action: "Wählen Sie andere aus." },
  papers_missing: { detail: "Es ist kein Artikel ausgewählt.", action: "Wählen Sie Artikel aus." },
  papers_too_many: { detail: "So viele Artikel passen nicht in diesen Export.", action: "Wählen Sie weniger aus." },
  papers_unreachable: { detail: "Keiner der Artikel ist gerade erreichbar.", action: LATER },
  pdf_missing: {
    detail: "Dieser Artikel hat kein PDF, in dem etwas markiert werden kann.",
    action: "Exportieren Sie das Gespräch als HTML oder Word.",
  },
  reference_unknown: gone("Diesen Literatureintrag"),
  mention_unknown: gone("Diese Nennung"),
  signature_expired: { detail: "Der Link zur Datei ist abgelaufen.", action: RELOAD },
  signature_invalid: { detail: "Der Link zur Datei ist ungültig.", action: RELOAD },
  source_is_the_paper: { detail: "Ein Artikel kann nicht seine eigene Quelle sein." },
  too_large: { detail: "Die Datei ist größer als erlaubt.", action: "Laden Sie eine kleinere Fassung hoch." },
  upload_cut: {
    detail: "Die Verbindung ist beim Hochladen abgebrochen.",
    action: "Laden Sie die Datei noch einmal hoch.",
  },
  upload_swept: {
    detail: "Der Server wurde beim Hochladen neu gestartet.",
    action: "Laden Sie die Datei noch einmal hoch.",
  },

  // Collections, tags and notes.
  collection_cycle: { detail: "Eine Sammlung kann nicht in sich selbst liegen." },
  collection_exists: { detail: "Eine Sammlung dieses Namens gibt es dort schon.", action: "Wählen Sie einen anderen." },
  collection_name_invalid: { detail: "Der Name der Sammlung ist leer oder zu lang." },
  collection_too_deep: { detail: "So tief können Sammlungen nicht ineinander liegen." },
  collection_unknown: gone("Diese Sammlung"),
  too_many_collections: { detail: "Es sind zu viele Sammlungen.", action: "Löschen Sie zuerst einige." },
  tag_too_long: { detail: "Das Schlagwort ist zu lang." },
  too_many_tags: { detail: "Der Artikel hat zu viele Schlagwörter.", action: "Entfernen Sie zuerst einige." },
  answer_too_long: {
    detail: "Die Antwort ist zu lang für eine Notiz.",
    action: "Speichern Sie einzelne Zitate daraus.",
  },
  answer_unknown: gone("Diese Antwort"),
  citation_unknown: gone("Diesen Beleg"),
  mark_empty: { detail: "Eine Markierung braucht eine Textstelle." },
  mark_too_long: { detail: "So viel Text kann nicht auf einmal markiert werden." },
  note_changed: {
    detail: "Die Notiz wurde inzwischen anderswo geändert.",
    action: "Sehen Sie beide Fassungen an und speichern Sie noch einmal.",
  },
  note_empty: { detail: "Eine Notiz braucht einen Text oder eine Textstelle." },
  note_too_long: { detail: "Die Notiz ist zu lang." },
  note_unknown: gone("Diese Notiz"),
  notes_full: { detail: "Es sind zu viele Notizen.", action: "Löschen Sie, was Sie nicht mehr brauchen." },

  // Conversations, reviews and tables.
  answer_stopped: { detail: "Diese Antwort wurde angehalten." },
  being_answered: { detail: "Diese Frage wird gerade beantwortet.", action: "Warten Sie auf die Antwort." },
  depth_exhausted: { detail: "Das Budget für eine so gründliche Antwort ist verbraucht.", action: "Fragen Sie neu." },
  depth_over_budget: {
    detail: "Eine so gründliche Antwort kostet mehr als erlaubt.",
    action: "Fragen Sie mit geringerer Tiefe.",
  },
  idempotency_key_reused: {
    detail: "Diese Frage wurde schon in anderer Form gestellt.",
    action: "Stellen Sie sie neu.",
  },
  message_unknown: gone("Diese Nachricht"),
  parent_invalid: { detail: "Die Antwort, der diese Frage folgt, gibt es nicht mehr.", action: RELOAD },
  question_invalid: { detail: "Die Frage ist leer, zu lang oder nicht lesbar.", action: "Schreiben Sie sie anders." },
  session_not_found: gone("Dieses Gespräch"),
  session_unknown: gone("Dieses Gespräch"),
  title_invalid: { detail: "Der Name ist leer oder zu lang." },
  text_invalid: { detail: "Der Text ist leer oder zu lang.", action: "Prüfen Sie ihn in Teilen." },
  too_many_quotes: { detail: "So viele Zitate werden nicht auf einmal geprüft.", action: "Prüfen Sie weniger." },
  budget_invalid: { detail: "Ein Budget ist ein Betrag von null Dollar oder mehr." },
  budget_spent: {
    detail: "Das Budget reicht für den nächsten Schritt nicht.",
    action: "Beginnen Sie mit einem größeren Budget neu.",
  },
  no_plan: { detail: "Die Zitate ließen sich nicht ordnen.", action: OTHER_WORDS },
  no_quotes: { detail: "Kein Artikel sagt etwas zu dieser Frage.", action: OTHER_WORDS },
  nothing_passes_filters: {
    detail: "Kein Artikel passt zu den Filtern.",
    action: "Lockern Sie die Filter für Jahre, Zeitschriften, Autoren oder Wörter.",
  },
  nothing_relevant: { detail: "Keine Textstelle hat genug mit der Frage zu tun.", action: OTHER_WORDS },
  review_ended: { detail: "Diese Literaturübersicht ist schon abgeschlossen.", action: RELOAD },
  review_unknown: gone("Diese Literaturübersicht"),
  section_unknown: gone("Diesen Abschnitt"),
  version_unknown: gone("Diese Version"),
  year_invalid: { detail: "Ein Jahr hat vier Ziffern." },
  table_unknown: gone("Diese Tabelle"),
  table_without_collection: {
    detail: "Diese Tabelle wurde nicht aus einer Sammlung angelegt.",
    action: "Fügen Sie Artikel einzeln hinzu.",
  },

  // Limits, accounts and settings.
  daily_limit_reached: {
    detail: "Das Tageslimit Ihres Kontos ist erreicht.",
    action: "Morgen geht es weiter.",
  },
  daily_spend_reached: {
    detail: "Das Tagesbudget für Modelle ist verbraucht.",
    action: "Morgen geht es weiter (UTC).",
  },
  storage_limit_reached: {
    detail: "Ihr Speicherplatz ist voll.",
    action: "Löschen Sie Artikel, die Sie nicht mehr brauchen.",
  },
  too_many_calls: { detail: "Das waren zu viele Anfragen in kurzer Zeit.", action: "Warten Sie einen Moment." },
  body_too_large: { detail: "Das ist mehr, als auf einmal gesendet werden kann.", action: "Senden Sie weniger." },
  body_too_slow: { detail: "Das Senden hat zu lange gedauert.", action: LATER },
  certificates_unreachable: { detail: "Die Anmeldung kann gerade nicht geprüft werden.", action: LATER },
  email_not_verified: {
    detail: "Ihre E-Mail-Adresse ist noch nicht bestätigt.",
    action: "Öffnen Sie den Link in der Nachricht, die Sie bekommen haben, und melden Sie sich neu an.",
  },
  token_rejected: { detail: "Ihre Anmeldung gilt nicht mehr.", action: "Melden Sie sich neu an." },
  unauthenticated: { detail: "Sie sind nicht angemeldet.", action: "Melden Sie sich an." },
  internal: { detail: "Auf dem Server ist etwas schiefgegangen.", action: LATER },
  model_choice_damaged: {
    detail: "Die gespeicherte Wahl des Modells ist nicht lesbar.",
    action: "Löschen Sie model.json im Datenordner und wählen Sie neu.",
  },
  no_model: { detail: "Es ist kein Modell gewählt.", action: "Wählen Sie zuerst eines." },
  services_off: {
    detail: "Es ist kein Dienst eingeschaltet, der suchen kann.",
    action: "Der Betreiber schaltet Dienste mit SCHOLARAI_LITERATURE ein.",
  },
  settings_fixed: {
    detail: "Diese Einstellung legt der Betreiber fest.",
    action: "Ändern Sie sie in der Umgebung des Servers.",
  },
  zotero_not_set: { detail: "Es ist kein Zotero verbunden.", action: "Verbinden Sie es in den Einstellungen." },
  key_invalid: { detail: "So sieht kein Schlüssel aus.", action: "Kopieren Sie ihn noch einmal." },
  zotero_denied: {
    detail: "In Zotero wurde das Schreiben nicht dauerhaft erlaubt.",
    action: "Fragen Sie noch einmal, und wählen Sie dort „Immer erlauben“.",
  },
  zotero_reads_only: {
    detail: "Dieses Zotero lässt sich lesen, aber nicht beschreiben.",
    action: "Bringen Sie es auf Version 10, oder geben Sie einen Schlüssel von zotero.org an.",
  },
  zotero_other: {
    detail: "Das ist eine andere Bibliothek von Zotero als die, in die geschrieben werden darf.",
    action: "Erlauben Sie das Schreiben in den Einstellungen neu.",
  },
  zotero_silent: {
    detail: "Zotero hat nicht geantwortet.",
    action: "Beantworten Sie seine Frage, oder versuchen Sie es noch einmal.",
  },
  connections_damaged: {
    detail: "Die gespeicherten Verbindungen sind nicht lesbar.",
    action: "Löschen Sie connections.json im Datenordner und verbinden Sie neu.",
  },
  zotero_key_file: {
    detail: "Die Datei mit dem Schlüssel für Zotero lässt sich nicht lesen oder ist leer.",
    action: "In der Datei, die SCHOLARAI_ZOTERO_KEY_FILE nennt, steht nur der Schlüssel.",
  },
  zotero_elsewhere: {
    detail: "Zotero wird dort erreicht, wo jemand das Programm auf dem eigenen Rechner benutzt.",
    action: "Benutzen Sie `scholarai zotero` und danach `scholarai move`.",
  },
  zotero_refused: {
    detail: "Zotero verweigert den Zugriff.",
    action: "Prüfen Sie den Schlüssel oder in Zotero die Einstellung für andere Anwendungen.",
  },
  zotero_busy: {
    detail: "Ein anderer Austausch mit Zotero läuft gerade.",
    action: "Versuchen Sie es noch einmal, wenn er fertig ist.",
  },
  zotero_locked: { detail: "Die Bibliothek ist in Zotero gesperrt.", action: "Versuchen Sie es später noch einmal." },
  zotero_unknown: { detail: "In Zotero gibt es das nicht.", action: "Wählen Sie etwas anderes." },
  store_full: {
    detail: "Der Datenträger ist voll.",
    action: "Löschen Sie Artikel, die Sie nicht mehr brauchen, oder schaffen Sie Platz.",
  },
  memory_short: {
    detail: "Dem Server fehlt dafür der Speicher.",
    action: "Schließen Sie andere Programme, oder versuchen Sie es später noch einmal.",
  },
  store_read_only: {
    detail: "Die Bibliothek ist nur zum Lesen geöffnet.",
    action:
      "Zum Ändern muss der Server ohne --read-only laufen, der Ordner beschreibbar und auf dem Datenträger Platz sein.",
  },
  store_busy: busy,
  store_unavailable: busy,
  links_left: busy,
  notes_left: busy,
  sessions_left: busy,
  supplements_left: busy,
};
