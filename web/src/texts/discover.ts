/** Texts of the search beyond the library. */
import { common } from "./common";
import { said } from "./language";
import { listed, number } from "./words";

export const discover = said("discover", {
  title: "Discover",
  notListed: "The services cannot be listed.",
  failed: "The search failed.",
  wordsGo: (services: readonly string[]) => `Your words are sent to ${listed(services)}. Files and notes are not.`,
  query: "A question or keywords",
  search: "Search",
  start: "Find papers that you do not have yet",
  startHint:
    "All services are asked at once. What several of them know stands in one line, with a mark where you have it already and where it was retracted.",
  asking: "Asking the services. This can take up to 20 seconds.",

  off: "No outside service is switched on",
  offHint:
    "This page searches beyond your library only where the settings allow it. Then the words of a search, and titles and identifiers of papers, are sent to the services that are named there. Files and notes are never sent to them.",

  answered: (services: readonly string[]) => `${listed(services)} answered.`,
  best: (listed: number, total: number) => `The best ${listed} of ${total} are listed.`,
  byWords: "They are ordered by their words alone.",
  othersListed: "What the others know is listed.",
  askAgain: "Ask again",
  wantKeys: (services: readonly string[]) =>
    `${listed(services)} ${services.length === 1 ? "wants a key" : "want keys"} that the settings of the server do not have.`,

  filters: "Filters",
  from: "From year",
  to: "To year",
  openPdf: "Open PDF",
  fresh: "Not in library",

  found: "Found papers",
  chooseAll: "Choose all that can be added",
  chosen: (n: number) => `${number(n)} chosen`,
  shown: (shown: number, all: number) =>
    shown === all ? common.papers(all) : `${number(shown)} of ${common.papers(all)}`,
  none: "No service knows such a paper",
  noneHint: "Try other or fewer words.",
  noneAnswered: "No service answered",
  noneAnsweredHint: "So it is not known whether there are such papers. Ask again a little later.",
  noneHere: "The services that answered know no such paper",
  noneHereHint: "The others may. Ask again, or try other or fewer words.",
  nonePass: "Nothing passes these filters",
  showAll: (n: number) => `Show all ${number(n)}`,

  untitled: "Untitled",
  showAbstract: (title: string) => `Show the abstract of “${title}”`,
  shortenAbstract: (title: string) => `Shorten the abstract of “${title}”`,
  alsoAs: (versions: readonly string[]) => `also as ${listed(versions)}`,
  anotherVersion: "another version",
  citedBy: (n: number) => `Cited by ${number(n)}`,
  citedHint: "As far as the services know",
  authorsUnknown: "Authors unknown",
  added: "Added with its PDF",
  addedRecord: "Added as a record",
  inLibrary: "In your library",
  recordInLibrary: "In your library as a record",
  versionInLibrary: "Another version is in your library",
  open: (where: string) => `${where} → open`,
  unknown: "No service knows it by its identifier.",
});
