import type { libraryAdding as english } from "../library-adding";
import { listed } from "../words";
import { inGerman } from "./formats";

export const libraryAdding: typeof english = {
  title: "Artikel hinzufügen",
  files: "Dateien",
  chooseFiles: "Dateien wählen",
  chooseFolder: "Ordner wählen",
  filesHint: (kinds, archives) =>
    `${inGerman(kinds)} oder ein Archiv (${inGerman(archives)}). Sie können Dateien auch überall in der Bibliothek ablegen.`,
  named: "DOI, arXiv, PubMed, Link oder Titel",
  references: "Datei mit Literaturangaben",
  chooseReferences: "BibTeX, RIS oder CSL-JSON wählen",
  referencesHint: "Jede Angabe wird ein Eintrag. Laden Sie später ein PDF hoch, um Fragen dazu zu stellen.",
  sentTo: (services) => `Was Sie eingeben, geht an ${listed(services)}; sonst wird nichts gesendet.`,
  discover: "Artikel suchen, die Sie noch nicht haben",
  noService: "Kein äußerer Dienst ist eingeschaltet.",
  howService: "Was Dienste tun, und wie man sie einschaltet",

  report: "Was hinzukam",
  readingFile: "Die Datei wird eingelesen.",
  outcomes: {
    added: "hinzugefügt, Datei wird eingelesen",
    record: "als Eintrag ohne Datei hinzugefügt",
    there: "schon in Ihrer Bibliothek",
    unknown: "den Diensten unbekannt",
    broken: "fehlerhaft",
    failed: "nicht hinzugefügt",
  },
  kept: "Was unten steht, ist in Ihrer Bibliothek.",
  works: "Werke",
  line: (n) => `Zeile ${n}:`,
  more: (n) => `und ${n} weitere`,
};
