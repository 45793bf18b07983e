/** Texts of the room where a text, such as an assistant's answer, is held against papers. */
import { said } from "./language";
import { counted, number } from "./words";

/** What an assistant might have written about the paper that a new library begins with: a number is wrong, a quote cut, one made up. */
export const EXAMPLE = `## How many people must share a room?

The paper puts the answer at 23. It reports that “for 23 people the exact probability is 0.5703” and that “unequal frequencies can only raise the probability of a match”. The simple approximation, however, is “more than 0.011 away from the exact value for the sizes that we tabulate”. For 50 people, it exceeds 97 percent. The authors conclude that “birthdays in schools cluster in September”.`;

export const check = said("check", {
  title: "Check",
  purpose: "Paste what an assistant wrote, and see sentence by sentence whether your papers say it.",
  text: "Text to check",
  placeholder: "Paste an answer with its quotes, or a draft of yours",
  example: "An example of ours: what an assistant might have written about the sample paper.",
  own: "Check a text of your own",
  showExample: "Show an example",
  clear: "Clear",
  change: "Change",
  another: "Check another text",
  run: "Check",
  again: "Check again",
  busy: "Checking",
  tooLong: (over: number, most: number) =>
    `${counted(over, "character", "characters")} too long. A text has ${number(most)} characters at most.`,
  changed: "The text or the papers have changed since it was checked.",
  failed: "The text could not be checked.",
  model: "Have the model read the claims, too",
  privacy: "The text is sent to this site's own server only.",
  privacyModel: (name: string) => `Sentences without quotes are sent to ${name}.`,

  against: "Against",
  checkedAgainst: "Against",
  library: "All my papers",
  chosen: "Chosen papers",
  choose: "Choose papers",
  addFiles: "Add files",
  noneChosen: "Choose a paper, or drop a file here.",
  tooMany: (most: number) => `A text is held against ${most} papers at most, or against all.`,
  leaveOut: (title: string) => `Leave out “${title}”`,
  reading: "being read",
  unread: "could not be read",
  waiting: "The check can begin when the papers are read.",

  sentences: "Sentences",
  nothing: "There is no sentence in this text.",
  counts: (n: number) => counted(n, "sentence", "sentences"),
  only: "Show only",
  noQuotes:
    "The text quotes nothing. Without quotes, only the passages closest to its sentences can be shown, and what differs from them.",
  outcomes: {
    said: "said",
    changed: "changed",
    cut: "cut",
    joined: "joined",
    not_found: "not found",
    closest: "no quote",
    not_checkable: "not checkable",
  },
  show: "Show it in the paper",
  closest: "Closest passage",
  others: (n: number) => counted(n, "more passage", "more passages"),
  above: "Above it in the paper:",
  leftOff: "The paper also says:",
  unchecked: (quote: string, why: string) => `${quote} could not be checked: ${why}`,
  readings: {
    supported: "The model finds it supported.",
    partly: "The model finds it partly supported.",
    contradicted: "The model finds it contradicted.",
    not_found: "The model finds nothing on it.",
  },
  // Read out by screen readers around words.
  spokenDiffers: " (differs, the closest passage has ",
  spokenLacks: " (the closest passage has nothing of the kind)",
  spokenLeftOff: " (left off: ",

  marked: "PDF with marks",
});
