/** The papers opened last in this browser, the latest first; forgotten at sign-out with all that is kept. */
import { useMemo, useSyncExternalStore } from "react";
import { keep, kept } from "./kept";

export interface RecentPaper {
  id: string;
  title: string;
}

const NAME = "recent";
// What one glances over below the rooms. A guess.
const MOST = 5;

const listeners = new Set<() => void>();

export function rememberOpened(paper: RecentPaper): void {
  write([paper, ...recent().filter(({ id }) => id !== paper.id)].slice(0, MOST));
}

export function forgetOpened(ids: readonly string[]): void {
  write(recent().filter(({ id }) => !ids.includes(id)));
}

export function useRecent(): readonly RecentPaper[] {
  const text = useSyncExternalStore(listen, () => JSON.stringify(recent()));
  return useMemo(() => JSON.parse(text) as RecentPaper[], [text]);
}

function recent(): readonly RecentPaper[] {
  const found = kept(NAME);
  return Array.isArray(found) ? found.filter(isPaper).slice(0, MOST) : [];
}

function isPaper(one: unknown): one is RecentPaper {
  const { id, title } = (one ?? {}) as Partial<RecentPaper>;
  return typeof id === "string" && /^[\w-]{1,128}$/.test(id) && typeof title === "string";
}

function write(papers: readonly RecentPaper[]): void {
  keep(NAME, papers);
  listeners.forEach((tell) => tell());
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
