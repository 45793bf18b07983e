/** Texts of the dialog that adds papers to the library. */
import { said } from "./language";
import { listed } from "./words";

export const libraryAdding = said("library-adding", {
  title: "Add papers",
  files: "Files",
  chooseFiles: "Choose files",
  chooseFolder: "Choose a folder",
  filesHint: (kinds: string, archives: string) =>
    `${kinds}, or a ${archives} archive. You can also drop files anywhere on the library.`,
  named: "DOI, arXiv, PubMed, link or title",
  references: "File of references",
  chooseReferences: "Choose a BibTeX, RIS or CSL-JSON file",
  referencesHint: "Each entry becomes a record. Upload a PDF later to ask about it.",
  sentTo: (services: readonly string[]) => `What you enter is sent to ${listed(services)}, and nothing else.`,
  discover: "Search for papers that you do not have",
  noService: "No outside service is switched on.",
  howService: "What they do, and how to switch them on",

  report: "What came in",
  readingFile: "Reading the file.",
  outcomes: {
    added: "added, its file is being read",
    record: "added as a record without a file",
    there: "in your library already",
    unknown: "unknown to the services",
    broken: "broken",
    failed: "not added",
  },
  kept: "What is listed below is in your library.",
  works: "Works",
  line: (n: number) => `Line ${n}:`,
  more: (n: number) => `and ${n} more`,
});
