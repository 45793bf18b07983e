/** Texts of the settings: the model that answers, what models cost, Zotero. */
import { said } from "./language";
import { counted, listed, number } from "./words";

const SET_BY = "set in the environment of the server, which counts more than this page.";

export const settings = said("settings", {
  title: "Settings",
  operatorChooses: "The operator of this server chooses the model.",
  notLoaded: "The settings cannot be loaded.",
  loading: "Loading the settings",
  colours: "Colours",
  colourNames: { system: "As the system", light: "Light", dark: "Dark" },
  language: "Language",
  languageHint: "Papers, answers and some messages of the server stay in their own language.",

  noModel: "No model",
  noModelAnswers: "No language model is connected",
  modelAnswers: (model: string) => `${model} answers`,
  byRules: "Answers are passages of your papers, found by a search.",
  at: (title: string, address: string) => `${title} at ${address}`,
  goesTo: (company: string, service: string) =>
    `Questions and the passages found for them go to ${company} through ${service}.`,
  nothingLeaves: "Nothing leaves this machine.",
  questionCosts: (cost: string) => `A question costs: ${cost}.`,
  price: (read: number, write: number, seen: string, source: string) =>
    `$${read} to read and $${write} to write a million tokens, seen on ${seen} (${source}).`,
  oldPrice:
    "This price was seen long ago and may be out of date. The setting SCHOLARAI_MODEL_PRICES names a newer one.",

  trying: "It writes a sentence…",
  tryIt: "Try it",
  quoted: (text: string) => `“${text}”`,
  failed: (detail: string, action: string) => `It failed: ${detail}. ${action}`,
  works: "It works, also for reviews.",

  spent: "What models cost",
  priceNotKnown: "price not known",
  asked: (questions: number, tokens: number) =>
    `${counted(questions, "question", "questions")}, ${number(tokens)} tokens`,

  choose: "Choose a model",
  looking: "Looking for model servers on this machine…",
  noServer: "No model server was found on this machine. Start Ollama or LM Studio, or choose a provider elsewhere.",
  serverAnswers: (service: string, address: string, models: number) =>
    `${service} answers at ${address} with ${counted(models, "model", "models")}`,
  useIt: "Use it",
  provider: "Provider",
  model: "Model",
  address: "Address",
  key: "Key",
  optionalKey: "Key, if the server wants one",
  keyKept: "A key is kept; it is not shown",
  forgetKey: "Forget the key",
  saved: "Saved. This model answers from the next question on.",
  save: "Save",
  fixed: (names: readonly string[]) => `${listed(names)} ${names.length > 1 ? "are" : "is"} ${SET_BY}`,

  lookingUp: "Published works",
  lookUp: (services: readonly string[]) => `Look up papers and search beyond the library, at ${listed(services)}`,
  lookUpSends:
    "Titles, DOIs and other identifiers of papers then leave this machine, and the words that you search with in Discover. Files, notes and questions to your papers do not.",

  program: {
    ready: (version: string) =>
      `Zotero${version && ` ${version}`} runs on this machine. Connecting it changes nothing there; what is to come in is chosen next.`,
    closed: (_: string): string => "No Zotero runs on this machine. Start it, and it is found here by itself.",
    refused: (_: string): string =>
      "Zotero runs, but lets no other program read it. Switch on Settings → Advanced → Allow other applications on this computer to communicate with Zotero.",
    old: (_: string): string =>
      "Zotero runs, but is too old to be read by other programs. Update it to version 7 or later.",
    busy: (_: string): string =>
      "Zotero runs, but cannot answer just now. Wait until it has loaded its library or finished its sync.",
  },
  connect: "Connect Zotero",
  disconnect: "Disconnect Zotero",
  lookAgain: "Look again",
  counted: (name: string, items: number | null) => (items === null ? name : `${name} (${number(items)})`),
  watch: "Take in what is new there by itself, every five minutes while ScholarAI and Zotero run",
  watchesOther: "Another collection or library is watched now.",
  allowWriting: "Allow writing notes back",
  writeAsks: "To write notes back, Zotero asks you once: choose Always Allow.",
  answerZotero: "Zotero asks you now: choose Always Allow in its window.",
  zoteroOnline: "Use your account at Zotero instead",
  zoteroKey: "Key of the account",
  useZoteroKey: "Use this key",
  forgetZoteroKey: "Forget this key",
  zoteroKeyHint: "It reads the library there, and writes notes back for a Zotero before version 10. Keys are made at",
  askingZotero: "Asking Zotero",
  opensNothing: "Zotero answers, but its key opens no library.",
  connected: (libraries: readonly string[]) =>
    `Connected to ${listed(libraries.map((name) => `“${name}”`))}. Imports bring papers with their files, tags and notes, and only what is new or changed since.`,
  library: "Library",
  collection: "Collection",
  wholeLibrary: "All of the library",
  import: "Import",
  sendNotes: "Send notes back",
  stop: "Stop",
  mayNotWrite: "This Zotero cannot be written to, so notes stay here: update it to version 10, or use a key below.",
  working: "Working.",
  done: "Done.",
  nothingNew: "Nothing new.",
  imported: {
    added: (n: number) => `${n} added with files`,
    supplement: (n: number) => counted(n, "supplement", "supplements"),
    record: (n: number) => `${n} kept as records`,
    there: (n: number) => `${n} already here`,
    gone: (n: number) => `${n} deleted here and left out`,
    left_out: (n: number) => `${n} left out`,
    failed: (n: number) => `${n} failed`,
  },
  notesCame: (n: number) => `${counted(n, "note", "notes")} came with them.`,
  written: (written: number, changed: number) => `${counted(written, "note", "notes")} written, ${changed} changed.`,
  conflicts: (n: number) => `${counted(n, "note", "notes")} had changed on both sides; both texts are kept.`,
  leftOut: (n: number) => `${counted(n, "paper", "papers")} left out: Zotero has another PDF of it.`,
  refused: (items: readonly string[]) => `Zotero refused some items: ${items.join("; ")}`,
  keptBefore: "What came before is kept.",
});
