/** Texts of tables that ask many papers the same questions. */
import { common } from "./common";
import { said } from "./language";
import { counted, number } from "./words";

// By the names that the server gives to what failed.
const FAILURES: Record<string, string> = {
  model_failed: "The model gave no usable answer.",
  paper_unread: "The paper could not be read.",
  paper_deleted: "The paper was deleted from the library.",
};

// Rising, then falling.
const ORDERS: Record<"words" | "numbers" | "author" | "year", readonly [string, string]> = {
  words: ["A to Z", "Z to A"],
  numbers: ["Lowest first", "Highest first"],
  author: ["Author, A to Z", "Author, Z to A"],
  year: ["Oldest first", "Newest first"],
};

const cells = (n: number) => counted(n, "cell", "cells");

export const tables = said("tables", {
  title: "Tables",
  all: "All tables",
  make: "New table",
  loadingList: "Loading your tables",
  listFailed: "Your tables cannot be listed.",
  none: "No tables yet",
  noneHint:
    "A table asks many papers the same questions: a row for each paper, a column for each question. Every cell leads to the words of the paper that it rests on.",
  states: { filling: "Being filled", ready: "Filled", stopped: "Stopped" },
  size: (papers: number, columns: number) => `${common.papers(papers)} · ${counted(columns, "column", "columns")}`,
  deleted: "Table deleted",

  papers: "Papers",
  columns: "Columns",
  selected: (n: number) => counted(n, "selected paper", "selected papers"),
  wholeLibrary: "All papers of the library",
  collection: (name: string) => `Collection: ${name}`,
  ownQuestions: "Your questions",
  ownQuestion: "Your own question",
  ownExample: "Your own question, such as: Which data set was used?",
  takeOut: (question: string) => `Take out “${question}”`,
  fill: "Fill the table",
  untitled: "Untitled table",
  noneRead: "None of these papers has been read yet.",
  tooManyPapers: (most: number) =>
    `A table has ${most} papers at most. Choose a collection, or select papers in the library.`,
  tooManyColumns: (most: number, over: number) => `A table has ${most} columns at most. Take ${over} out.`,
  noColumn: "Choose at least one column.",
  candidates: "Each cell holds the passage that comes closest, as a candidate.",
  expectedFree: (n: number) => `${cells(n)}, without a language model and at no cost`,
  expected: (n: number, cost: string, time: string, calls: number, model: string) =>
    `${cells(n)}: ${cost}, ${time} (${counted(calls, "call", "calls")} of ${model})`,

  gone: "This table is not here.",
  notOpened: "This table cannot be opened.",
  loading: "Loading the table",
  more: "More about this table",
  rename: "Rename the table",
  delete: "Delete the table",
  refresh: "Add new papers of the collection",
  papersAdded: (n: number) => `${common.papers(n)} added`,
  nothingNew: "The collection has no new papers",
  byRules: "Filled without a language model",
  filledBy: (model: string) => `Filled by ${model}, every quote checked`,
  filter: "Filter the rows",
  filled: (done: number, of: number) => `${number(done)} of ${cells(of)}`,
  shown: (rows: number, all: number) => (rows === all ? common.papers(all) : `${rows} of ${common.papers(all)}`),
  filling: (done: number, of: number) => `Filling the table: ${done} of ${cells(of)}`,
  left: (n: number) => `${cells(n)} not filled.`,
  failed: (n: number) => `${cells(n)} failed.`,
  fillRest: "Fill the rest",
  fillAgain: "Fill them again",
  column: "Column",
  noColumns: "No columns yet",
  noPapers: "No papers in this table",
  noRow: "No row fits",
  showAll: (n: number) => `Show all ${n}`,
  paperRemoved: (label: string) => `${label} removed from the table`,
  columnRemoved: (name: string) => `Column “${name}” removed`,
  someRow: "Paper",
  failedToChange: "That did not work. Try again.",

  paper: "Paper",
  untitledPaper: "Untitled paper",
  moreAbout: (name: string) => `More about ${name}`,
  removePaper: "Remove from the table",
  removeColumn: "Remove the column",
  order: "Order",
  asAdded: "As added",
  orders: ORDERS,

  addColumn: "Add a column",
  addTheColumn: "Add the column",
  addColumns: (n: number) => `Add ${n} columns`,
  kind: "Kind of column",
  ways: { own: "Your question", ready: "Ready-made", computed: "Computed" },
  roomFor: (n: number) => `The table has room for ${counted(n, "more column", "more columns")}.`,
  columnsFull: (most: number) => `A table has ${most} columns at most. Remove one first.`,
  whatToFind: "What should be found in each paper?",
  findExample: "How many participants took part?",
  shortName: "Short name for the head (optional)",
  isNumber: "The answer is a number",
  computedFrom: "Computed from other columns",
  computedHint:
    "Use + − * /, brackets and mean, sum, min, max. A cell shows the cited numbers that it was computed from.",
  insertColumn: "Insert a column",
  computedName: "Name for the head (optional)",
  renameColumn: "Rename the column",
  /** `field` is a name of the server's ready-made columns. */
  field: (field: string) => field,
  /** By the id of a ready-made column; without a text, the server's own name and question are shown. */
  ready: (_id: string): { name: string; question: string } | null => null,
  thereAlready: (question: string) => `${question} The table has this column.`,

  addPapers: "Add papers",
  allThere: "All papers that have been read are in this table.",
  papersFull: (most: number, left: number) => `A table has ${most} papers at most. ${left} more can be added.`,

  pending: "not filled yet",
  notFilled: "not filled",
  notFound: "no passage found",
  candidate: "candidate",
  candidateHint: "A passage that may answer; nothing has judged it.",
  cellDeleted: "deleted",
  cellFailed: "failed",
  doubted: "Not all of its words are in its quotes",
  doubtedAloud: "(not all of its words are in its quotes)",
  failures: FAILURES,
  wentWrong: "Something went wrong.",
  numberMissing: "A number that it needs is missing.",
  noPassage: "No passage was found for this.",
  pendingHint: "This cell is not filled yet.",
  fillCell: "Fill it again",
  showInPaper: "Show it in the paper",
  computedAs: "Computed as",
});
