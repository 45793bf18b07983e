/** Texts on the site and one's account: where texts go, use and limits, one's data, signing in. */
import type { ReactNode } from "react";
import { said } from "./language";
import { counted, listed } from "./words";

export const account = said("account", {
  title: "About this site",
  notLoaded: "The information about this site cannot be loaded.",

  whereTextGoes: "Where text goes",
  noModel:
    "No text leaves this server: no language model is configured, so papers are read, searched and quoted where they are stored.",
  receives: (company: string, service: string, models: readonly string[]) =>
    `${company} receives text through ${service} (${models.join(", ")}).`,
  place: (place: string | null) => (place ? `It is processed in ${place}.` : "It may be processed in any region."),
  sentPaper: "When a paper is read: its text, passage by passage.",
  sentQuestion:
    "With a question: the question, the conversation before it, the text of title pages, the passages found or a short paper as a whole, and images of the figures that the question names.",
  sentReview: "For a review: its question, the passages found, and the quotes picked from them.",
  freeTier: (company: string) =>
    `This server uses an API key. With a key of the free tier, ${company} may read the text and use it to improve its products: ask the operator of this server before you upload papers under review or texts about people.`,

  outside: "Outside services",
  outsideAsked: (services: readonly string[]) =>
    `${listed(services)} may be asked about published works. They receive titles, DOIs and other identifiers of papers, and the words of searches beyond the library; never texts of papers, other questions or answers.`,
  noneOutside: "No outside service is switched on. None is asked about your papers by itself.",
  outsideAdding: (services: readonly string[]) =>
    `Adding a work by its identifier or title asks those that know such names: ${listed(services)}. They receive that identifier or title; the host of an open PDF receives the address of the file.`,
  outsideContact: "Each request carries the e-mail address of this site's operator.",

  howLong: "How long it is kept",
  keptConversations: (days: number | null) =>
    days === null
      ? `Conversations: ${lasting(days)}.`
      : `Conversations: ${counted(days, "day", "days")} after the last message.`,
  keptPapers: (days: number | null) => `Papers: ${lasting(days)}.`,
  keptReviews: (days: number | null) => `Reviews: ${lasting(days)}.`,
  keptDeleted: "Deleted data is removed at once, and from backups within two weeks.",

  source: "Source",
  free: "ScholarAI is free software under the AGPL, version 3 or later.",
  sourceCode: "Source code of this version",
  sourceOfOperator: "The operator of this server provides the source code of this version.",

  yourData: "Your data",
  download:
    "The download contains the data of your papers, notes, collections, conversations and reviews, as JSON. It does not include the files of papers.",
  collecting: "Collecting your data…",
  take: "Download my data",
  deleting: "Deleting…",
  deleteAccount: "Delete my account",
  deleteSure: "Delete your account?",
  deleteAll: "Delete everything",
  deletes: (email: string) =>
    `This deletes all papers, notes, collections, conversations and reviews of ${email}, and the sign-in account. It cannot be undone.`,

  usage: "Your usage",
  usageNotLoaded: "Your usage cannot be loaded.",
  used: {
    questions: "Questions today",
    tokens: "Model tokens today",
    cost_usd: "Model cost today",
    uploads: "Papers added today",
    pages: "Pages read today",
    reading_s: "Reading time today",
    stored_bytes: "Storage",
  },
  ofLimit: (taken: string, limit: string, reached: boolean) =>
    `${taken} of ${limit}${reached ? ", limit reached" : ""}`,
  startsAgain: (time: string) => `Today’s counts start again at ${time}.`,

  secondFactor: "Second factor",
  asksForBoth: "Signing in asks for the password and for a code of your authenticator app.",
  wouldAsk: "With an authenticator app, signing in asks for a code besides the password.",
  since: (name: string, day: string) => `${name || "Authenticator app"}, since ${day}`,
  remove: "Remove",
  addApp: "Add an authenticator app",
  removeSure: "Remove the authenticator app?",
  removeIt: "Remove it",
  passwordAlone: (email: string) => `From then on, the password alone signs in to ${email}.`,
  scan: (key: ReactNode): ReactNode => (
    <>
      Scan this with the app, or enter the key {key}. Keep the key in a safe place: without the app and the key, only
      the operator of this site can let you in.
    </>
  ),
  qrCode: "QR code for the authenticator app",
  confirm: "Confirm",

  code: "Code",
  codeHint: "The digits that the app shows",
  enterCode: "Enter the code",
  codeFor: (email: string) => `Your authenticator app shows a code for ${email}.`,
  beginAgain: "Begin again",
  signingIn: "Signing in…",
  ways: { enter: "Sign in", join: "Create an account", reset: "Reset password" },
  otherWays: "Other ways to sign in",
  signInWith: (provider: string) => `Sign in with ${provider}`,
  linkSent: "If an account with this address exists, a link was sent to it by e-mail.",
  email: "E-mail address",
  password: "Password",
  sendLink: "Send a link",
  or: "or",
});

function lasting(days: number | null): string {
  return days ? counted(days, "day", "days") : "until you delete them";
}
