/** Texts of the room of notes. */
import { said } from "./language";
import { counted, number } from "./words";

export const notes = said("notes", {
  title: "Notes",
  exportAll: "Markdown of what is listed",
  search: "Search your notes",
  searchHint: "Search notes, highlighted words and answers",
  loading: "Loading your notes",
  notListed: "Your notes cannot be listed.",
  noneFits: "No note fits",
  showAll: (n: number) => `Show all ${number(n)}`,
  count: (n: number) => counted(n, "note", "notes"),
  shown: (shown: number, all: number) => `${number(shown)} of ${counted(all, "note", "notes")}`,
  loadingOlder: " so far; older ones are being loaded",
  cut: "; older ones are not listed here",
  notAll: ". Not all could be loaded.",
  somePaper: "A paper of your library",
  none: "No notes yet",
  noneHint:
    "Select words in a paper to highlight them or to write a note about them. What you mark in all papers is listed here, with the answers and quotes that you save.",
  openAPaper: "Open a paper",
  andOthers: (author: string) => `${author} and others`,

  filters: "Filters",
  kinds: {
    highlight: "Highlights",
    note: "Notes",
    answer: "Saved answers",
    quote: "Saved quotes",
  },
  days: {
    1: "Today and yesterday",
    7: "Last 7 days",
    30: "Last 30 days",
    365: "Last year",
  },
  allKinds: "All kinds",
  allPapers: "All papers",
  allTags: "All tags",
  anyTime: "Any time",
  colour: "Colour",

  kind: {
    highlight: "Highlight",
    note: "Note",
    answer: "Saved answer",
    quote: "Saved quote",
  },
  deleted: {
    highlight: "Highlight deleted",
    note: "Note deleted",
    answer: "Saved answer deleted",
    quote: "Saved quote deleted",
  },
  changedElsewhere: "The note was changed elsewhere. It is shown as it stands now.",
  wordsChanged: "The words there are not quite the same any more.",
  wordsGone: "These words are not in the paper any more.",
  page: (n: number) => `p. ${n}`,
  morePapers: (n: number) => (n === 1 ? "and one more paper" : `and ${n} more papers`),
  conversation: "Conversation",
  edit: "Edit the note",
  write: "Write on this",
  more: "More about this note",
  less: "Show less",
  wholeAnswer: "Show the whole answer",
  openPaper: "Open the paper",
  openPlace: "Open at its place",
  copy: "Copy",

  aPaper: "A paper",
});
