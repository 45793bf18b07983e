/** Texts of conversations: asking, answers, what was read, what they cost. */
import { said } from "./language";
import { counted, number } from "./words";

export const chat = said("chat", {
  // Asking
  askPapers: (papers: number) => (papers > 1 ? `Ask ${papers} papers` : papers ? "Ask this paper" : "Ask the library"),
  answersFrom: (papers: number) => `Answers from ${counted(papers, "paper", "papers")}`,
  askAnother: "New question",
  question: "Your question",
  askAQuestion: "Ask a question",
  askFurther: "Ask further",
  hint: "Enter sends, Shift+Enter starts a new line. Every quote is checked against the paper.",
  send: "Send",
  stop: "Stop the answer",
  depth: "How far to look",
  depths: {
    default: { name: "Default depth", says: "As this server is set" },
    quick: { name: "Quick", says: "One search, one answer" },
    normal: { name: "Normal", says: "Plans searches and weighs what they find" },
    deep: {
      name: "Deep",
      says: "Looks for what is missing, too, and reads its answer a second time; takes minutes",
    },
  },
  bounds: (calls: number, tokens: number, cost: string, seconds: number) =>
    `At most ${calls} calls, ${number(tokens)} tokens, ${cost}, ${seconds} seconds.`,
  noCost: "no cost",

  // The question of a turn
  edit: "Edit the question",
  wordings: "Wordings of this question",
  earlierWording: "Earlier wording",
  laterWording: "Later wording",
  otherWords: "The question in other words",
  answeredStays: "What was answered before stays.",
  ask: "Ask",

  // A conversation
  conversation: "Conversation",
  fresh: "New conversation",
  startFresh: "Start a new conversation",
  loading: "Loading the conversation",
  notOpened: "This conversation cannot be opened.",
  log: "Questions and answers",
  about: "What this paper is about",
  askAnything: "Ask anything. Every answer quotes the paper, every quote is checked, and a click shows it on its page.",
  inItsWords: "In the paper’s words",
  page: (page: number) => `p. ${page}`,
  suggested: "Suggested questions",
  // Ready-made questions are asked in English, the language of most papers, and shown in that of the page.
  readyMade: (question: string) => question,
  askedInEnglish: "",
  // Where a paper cannot say what it is about, and for several papers.
  general: ["What is the main contribution?", "What are the main findings?", "Which data are used?"],
  ofSeveral: [
    "What do these papers have in common?",
    "Where do their results differ?",
    "Which data does each of them use?",
  ],

  // An answer
  questionOf: (question: string) => `Question: ${question}`,
  typing: {
    waiting: "Looking for passages",
    streaming: "Writing and checking quotes",
    restarted: "Writing the answer again",
  },
  stopped: "You stopped this answer.",
  askAgain: "Ask again",
  interrupted: "This answer was interrupted.",
  notAnswered: "This question could not be answered.",
  askItAgain: "Ask it again.",
  notReadable: "This page could not read the answer.",
  reload: "Reload the page; the answer is saved.",
  copied: "Copied",
  copy: "Copy with citations",
  copyShort: "Copy",
  keep: "Keep in my notes",
  keepShort: "Keep",
  kept: "Kept in your notes.",
  notKept: (why: string) => `Not kept. ${why}`,
  byRules: "Found without a language model",
  byModel: (model: string) => `Answered by ${model}`,
  decided: "Decided without a model",
  modelAway: "The model could not be reached, so this was searched without it.",
  partial: (several: boolean) =>
    `This answers part of the question; the model found no answer to the rest in the ${several ? "papers" : "paper"}.`,
  truncated: "The answer was cut off at the model's limit.",
  unquoted: "No quote of the papers stands behind this answer.",
  declined: (several: boolean) => `The model found no answer in the ${several ? "papers" : "paper"}`,
  /** Why nothing is answered, and a note on an answer: the server says both in English. */
  refused: (refusal: { reason: string; message: string }) => refusal.message,
  remark: (note: string) => note,
  nearest: "Closest passages",
  answerWrote: (quote: string) => `the answer wrote “${quote}”`,

  // Passages found
  passagesFound: "Passages found",
  closest: "No passage clearly answers; these come closest.",
  /** How sure the search is: the server says it in English. */
  searched: (search: { outcome: string; message: string; missing: readonly string[] }, _several: boolean) =>
    search.message,
  alsoSearched: (forms: readonly string[]) => `Also searched: ${forms.join(", ")}`,
  searchWithout: (words: number): string => (words === 1 ? "Search without it" : "Search without them"),
  further: (n: number) => `Further passages (${n})`,
  noModel: "No language model is connected, so passages are shown and no answer is written.",

  // Papers that were asked
  asked: "Papers that were asked",
  outcomes: {
    left_out: "Left out",
    not_cited: "Read, not quoted",
    nothing_found: "Searched, not quoted",
    closest: "Closest passages",
  },
  reasons: {
    deleted: "deleted",
    not_ready: "not read yet",
    failed: "could not be read",
    no_file: "only a record, without its text",
    unreachable: "could not be reached",
    no_room: "searched, but other papers’ passages fit better",
  },
  deletedPaper: "A deleted paper",
  covered: {
    cited: (cited: number, all: number) => `${cited} of ${counted(all, "paper", "papers")} quoted`,
    notCited: (n: number) => `${n} read and not quoted`,
    nothingFound: (n: number) => `${n} searched and not quoted`,
    closest: (n: number) => `closest passage of ${n} named`,
    leftOut: (n: number) => `${n} left out`,
    beyond: (n: number) => `${n} more in the library not read`,
  },

  // Steps of an answer that looks more than once
  steps: "Steps",
  looking: "Looking more than once",
  stepCount: (n: number) => counted(n, "step", "steps"),
  answerNow: "Answer now",
  step: {
    nothing: "nothing",
    plan: (named: string) => `Planned searches: ${named}`,
    search: (named: string, passages: number) => `Searched for: ${named} (${passages} new passages)`,
    weigh: (passages: number, useful: number) => `Weighed ${passages} passages: ${useful} bear on the question`,
    missing: (named: string) => `Still missing: ${named}`,
    follow: (named: string, passages: number) => `Followed references to: ${named} (${passages} new passages)`,
    check: (sentences: number, supported: number) =>
      `Read ${sentences} sentences a second time: quotes support ${supported}`,
    stop: (reason: string) => `Looked no further: ${reason}`,
    failed: (error: string) => `(the model failed: ${error})`,
  },
  stops: {
    calls: "the calls were used up",
    tokens: "the tokens were used up",
    money: "the budget was used up",
    time: "the time was up",
    asked: "you asked for the answer",
  },

  // Details of an answer
  details: {
    cost: "Cost",
    tokens: "Tokens",
    time: "Time",
    search: "Search",
    read: "Read",
    understood: "Understood as",
    error: "Error of the model",
    dropped: "Dropped",
  },
  tokens: (read: number, cached: number, written: number) =>
    `${number(read)} in${cached > 0 ? `, ${number(cached)} of them from the provider's cache` : ""}, ${number(written)} out`,
  took: (finding: string, writing: string) => `${finding} s to find, ${writing} s to write`,
  hybrid: "by words and by meaning",
  wordsOnly: "by words only",
  wholePapers: "whole papers",
  foundPassages: "passages that were found",
  dropped: (n: number) => `${counted(n, "citation", "citations")} of passages that were not shown to the model`,
  conversationCost: (cost: string) => `This conversation: ${cost}.`,
  paperCost: (conversations: number, cost: string) =>
    `All ${counted(conversations, "conversation", "conversations")} about it: ${cost}.`,

  // All conversations
  conversations: "History",
  search: "Search",
  searchAll: "Search conversations",
  loadingAll: "Loading your conversations",
  notListed: "Your conversations cannot be listed.",
  listFailed: "The conversations cannot be listed.",
  noneNamed: "No conversation has this name",
  none: "No conversations yet",
  otherSearch: "Try other words.",
  howToBegin: "The first question to your library, or to a paper that you open, begins one.",
  noneHere: "No conversations yet. The first question begins one.",
  searchOlder: "Search older conversations",
  showOlder: "Show older conversations",
  earlier: "Earlier conversations",
  pin: "Pin",
  unpin: "Unpin",
  deleteOne: (title: string) => `Delete “${title}”`,
  deleted: (title: string) => `Deleted “${title}”.`,
  more: (title: string) => `More about “${title}”`,
  name: "Name of the conversation",
  questions: (n: number) => counted(n, "question", "questions"),
});

/** Ready-made questions are asked in English (de/questions.ts shows them in German). */
export function furtherQuestion(about: "table" | "figure" | "section", name: string): string {
  return {
    table: `What does Table ${name} show?`,
    figure: `What is in Figure ${name}?`,
    section: `What does the paper say about “${name}”?`,
  }[about];
}
