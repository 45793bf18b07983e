/** Which notes are listed: words and filters, as the address holds them. */
import type { NoteView } from "@/api/types";
import type { PaperOfNotes } from "./use-all-notes";

export interface Choice {
  words: string;
  paper: string | null;
  tag: string | null;
  colour: string | null;
  kind: string | null;
  /** Changed in so many days. */
  days: string | null;
}

export const KINDS = ["highlight", "note", "answer", "quote"] as const;
export const COLOURS = ["yellow", "green", "blue", "pink", "purple"] as const;
export const DAYS = [1, 7, 30, 365] as const;

const DAY_MS = 24 * 3_600_000;

/** Names in the address. */
const NAMES = { words: "q", paper: "paper", tag: "tag", colour: "colour", kind: "kind", days: "days" } as const;

export function choiceOf(query: URLSearchParams): Choice {
  return {
    words: query.get(NAMES.words) ?? "",
    paper: query.get(NAMES.paper),
    tag: query.get(NAMES.tag),
    colour: query.get(NAMES.colour),
    kind: query.get(NAMES.kind),
    days: query.get(NAMES.days),
  };
}

export function asQuery(changes: Partial<Choice>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [NAMES[name as keyof Choice], value || null]),
  );
}

export const EVERYTHING: Choice = { words: "", paper: null, tag: null, colour: null, kind: null, days: null };

export function isNarrowed(choice: Choice): boolean {
  return Object.values(choice).some(Boolean);
}

/** Return the notes that pass, in the order given. All words must be in a note or in the title of its paper. */
export function chosen(
  notes: readonly NoteView[],
  papers: ReadonlyMap<string, PaperOfNotes>,
  choice: Choice,
  now = Date.now(),
): NoteView[] {
  const words = folded(choice.words).split(/\s+/).filter(Boolean);
  const days = DAYS.find((one) => String(one) === choice.days);
  const since = days === undefined ? null : now - days * DAY_MS;
  return notes.filter(
    (note) =>
      (choice.kind === null || note.kind === choice.kind) &&
      (choice.colour === null || (note.target !== null && note.colour === choice.colour)) &&
      (choice.paper === null || note.paper_ids.includes(choice.paper)) &&
      (choice.tag === null || note.paper_ids.some((id) => papers.get(id)?.tags.includes(choice.tag!))) &&
      (since === null || Date.parse(note.updated_at) >= since) &&
      (words.length === 0 || hasAll(textOf(note, papers), words)),
  );
}

export interface Group {
  paperId: string;
  paper: PaperOfNotes | undefined;
  notes: NoteView[];
}

/** Return notes by the first paper that they are about, in the order of each paper's first note. */
export function byPaper(notes: readonly NoteView[], papers: ReadonlyMap<string, PaperOfNotes>): Group[] {
  const groups = new Map<string, Group>();
  for (const note of notes) {
    const paperId = note.paper_ids[0] ?? "";
    const group = groups.get(paperId) ?? { paperId, paper: papers.get(paperId), notes: [] };
    group.notes.push(note);
    groups.set(paperId, group);
  }
  return [...groups.values()];
}

/** Return the words of a paper that a note is about, or none. */
export function wordsOf({ target, citation }: NoteView): string {
  return target?.quote.exact ?? (citation ? citation.text || citation.quote : "");
}

export function pageOf({ target, citation }: NoteView): number | null {
  return (target?.pages[0] ?? citation?.pages[0])?.page_number ?? null;
}

function textOf(note: NoteView, papers: ReadonlyMap<string, PaperOfNotes>): string {
  const titles = note.paper_ids.map((id) => papers.get(id)?.title ?? "");
  const said = note.sections.map(({ text }) => text);
  return folded([note.text, wordsOf(note), note.question, ...said, ...titles].join("\n"));
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Case and accents do not count. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
