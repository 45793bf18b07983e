import type { discover as english } from "../discover";
import { common } from "./common";
import { listed, number } from "../words";

export const discover: typeof english = {
  title: "Entdecken",
  notListed: "Die Dienste lassen sich nicht auflisten.",
  failed: "Die Suche ist fehlgeschlagen.",
  wordsGo: (services) => `Ihre Suchwörter gehen an ${listed(services)}, Dateien und Notizen nicht.`,
  query: "Eine Frage oder Stichwörter",
  search: "Suchen",
  start: "Artikel finden, die Sie noch nicht haben",
  startHint:
    "Alle Dienste werden gleichzeitig abgefragt. Was mehrere von ihnen kennen, steht in einer Zeile, mit einem Hinweis, wenn Sie es schon haben oder wenn es zurückgezogen wurde.",
  asking: "Die Dienste werden abgefragt. Das kann bis zu 20 Sekunden dauern.",

  off: "Kein externer Dienst ist eingeschaltet",
  offHint:
    "Diese Seite sucht nur dort über Ihre Bibliothek hinaus, wo die Einstellungen es erlauben. Dann gehen die Wörter einer Suche sowie Titel und Kennungen von Artikeln an die dort genannten Dienste. Dateien und Notizen gehen nie an sie.",

  answered: (services) => `${listed(services)} ${services.length === 1 ? "hat" : "haben"} geantwortet.`,
  best: (shown, total) => `Die besten ${shown} von ${total} stehen in der Liste.`,
  byWords: "Sie sind nur nach ihren Wörtern geordnet.",
  othersListed: "Was die anderen kennen, steht in der Liste.",
  askAgain: "Erneut abfragen",
  wantKeys: (services) =>
    `${listed(services)} ${services.length === 1 ? "verlangt einen Schlüssel, den" : "verlangen Schlüssel, die"} die Einstellungen des Servers nicht enthalten.`,

  filters: "Filter",
  from: "Ab Jahr",
  to: "Bis Jahr",
  openPdf: "Freies PDF",
  fresh: "Nicht in der Bibliothek",

  found: "Gefundene Artikel",
  chooseAll: "Alle auswählen, die hinzugefügt werden können",
  chosen: (n) => `${number(n)} ausgewählt`,
  shown: (shown, all) => (shown === all ? common.papers(all) : `${number(shown)} von ${common.papers(all)}`),
  none: "Kein Dienst kennt einen solchen Artikel",
  noneHint: "Versuchen Sie es mit anderen oder weniger Wörtern.",
  noneAnswered: "Kein Dienst hat geantwortet",
  noneAnsweredHint: "Ob es solche Artikel gibt, ist also offen. Fragen Sie etwas später erneut an.",
  noneHere: "Die Dienste, die geantwortet haben, kennen keinen solchen Artikel",
  noneHereHint: "Die anderen vielleicht. Fragen Sie erneut an, oder versuchen Sie es mit anderen oder weniger Wörtern.",
  nonePass: "Nichts passt zu diesen Filtern",
  showAll: (n) => `Alle ${number(n)} anzeigen`,

  untitled: "Ohne Titel",
  showAbstract: (title) => `Zusammenfassung von „${title}“ anzeigen`,
  shortenAbstract: (title) => `Zusammenfassung von „${title}“ kürzen`,
  alsoAs: (versions) => `auch als ${listed(versions)}`,
  anotherVersion: "andere Fassung",
  citedBy: (n) => `Zitiert von ${number(n)}`,
  citedHint: "Soweit die Dienste wissen",
  authorsUnknown: "Autoren unbekannt",
  added: "Mit PDF hinzugefügt",
  addedRecord: "Als Eintrag hinzugefügt",
  inLibrary: "In Ihrer Bibliothek",
  recordInLibrary: "Als Eintrag in Ihrer Bibliothek",
  versionInLibrary: "Eine andere Fassung ist in Ihrer Bibliothek",
  open: (where) => `${where} → öffnen`,
  unknown: "Kein Dienst kennt den Artikel unter seiner Kennung.",
};
