/**
 * The uploads of the whole page: one queue outside of the rooms, so that it goes on whatever room is shown.
 *
 * Files stay in it until they are in the library. After a reload the browser no longer has them, but their names are told; before
 * that, the browser asks whether the tab may be closed.
 */
import { useSyncExternalStore } from "react";
import { isAway, onConnection } from "@/api/connection";
import { CONSTANTS } from "@/api/constants";
import { ApiError, fromFailure, isAbort } from "@/api/http";
import { account, hasAccounts, onAccount } from "@/api/identity";
import { uploadPaper, type Uploaded } from "@/api/papers";
import { isReadOnly } from "@/api/read-only";
import { keepInTab, keptInTab } from "@/lib/keeping";
import { library as texts } from "@/texts/library";
import { say } from "@/ui/toasts";

/** What is done with a paper once its file is here. */
export interface Following {
  /** Said of the upload until it is done. */
  says: string;
  run: (sent: Uploaded, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
}

export interface UploadItem {
  id: number;
  file: File;
  state: "waiting" | "sending" | "following" | "failed" | "known";
  share: number;
  error: Error | null;
  /** How often sending has failed since somebody last asked for it. */
  failures: number;
  /** The paper that the same file was before. */
  paperId?: string;
  following?: Following;
  /** Called with the paper as soon as its file is here, whatever room is shown then. */
  onSent?: (paperId: string) => void;
}

export interface Uploads {
  items: readonly UploadItem[];
  /** How many files have arrived since the queue was last empty. */
  sent: number;
  /** The names of files that had not arrived when this tab was reloaded. */
  lost: readonly string[];
}

// Browsers open six connections to a host; this leaves two for other calls.
const AT_ONCE = 4;
// For connections that break now and then; after that, people try again themselves. Guesses.
const MOST_FAILURES = 3;
const PAUSE_S = 2;
const LONGEST_PAUSE_S = 60;

const KEPT = "uploads";

let now: Uploads = { items: [], sent: 0, lost: namesOf(keptInTab(KEPT)) };
let lastId = 0;
let current = account()?.email;
let owner = current;
const pausing = new Set<number>();
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();

export function useUploads(): Uploads {
  return useSyncExternalStore(listen, () => now);
}

/** Send files as soon as there is room in the queue; those of kinds that cannot be read are refused at once. */
export function addUploads(files: Iterable<File>, more: Pick<UploadItem, "following" | "onSent"> = {}): void {
  if (isReadOnly()) {
    say(texts.notAdded, { alarming: true });
    return;
  }
  const added = Array.from(files, (file): UploadItem => {
    const error = canBeRead(file) ? null : wrongKind();
    return { id: (lastId += 1), file, state: error ? "failed" : "waiting", share: 0, error, failures: 0, ...more };
  });
  const names = new Set(added.map(({ file }) => file.name));
  set({
    items: [...now.items, ...added],
    sent: now.items.some(isOpen) ? now.sent : 0,
    // A file that is added again is no longer lost.
    lost: now.lost.filter((name) => !names.has(name)),
  });
  sendNext();
}

/** Send again what failed: one upload, or all that may be tried again. */
export function retryUploads(id?: number): void {
  set({
    ...now,
    items: now.items.map((item) =>
      canRetry(item) && (id === undefined || item.id === id)
        ? { ...item, state: "waiting", share: 0, error: null, failures: 0 }
        : item,
    ),
  });
  sendNext();
}

/** Take an upload, or all of them, out of the queue; what is being sent is stopped. */
export function dismissUploads(id?: number): void {
  const gone = now.items.filter((item) => id === undefined || item.id === id);
  for (const one of gone) {
    stops.get(one.id)?.abort();
  }
  set({ ...now, items: now.items.filter((item) => !gone.includes(item)) });
  sendNext();
}

export function dismissLost(): void {
  set({ ...now, lost: [] });
}

/** Tell whether an upload is on its way, or waits for it. */
export function isOpen({ state }: UploadItem): boolean {
  return state === "waiting" || state === "sending" || state === "following";
}

export function canRetry({ state, error }: UploadItem): boolean {
  return state === "failed" && !(error instanceof ApiError && !error.retryable);
}

/** Return what a failure says, and what to do. */
export function wordsOf(error: Error | null): string {
  return [error?.message, error instanceof ApiError && error.action].filter(Boolean).join(" ");
}

function sendNext(): void {
  if (isAway() || isShut()) {
    return;
  }
  const sending = now.items.filter(({ state }) => state === "sending").length;
  const ready = now.items.filter(({ id, state }) => state === "waiting" && !pausing.has(id));
  for (const item of ready.slice(0, Math.max(0, AT_ONCE - sending))) {
    void send(item);
  }
}

async function send({ id, file, following, onSent, failures }: UploadItem): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  const onProgress = (share: number) => change(id, { share });
  let arrived = false;
  change(id, { state: "sending", share: 0, error: null });
  try {
    const uploaded = await uploadPaper(file, onProgress, stop.signal);
    arrived = true;
    set({ ...now, sent: now.sent + 1 });
    onSent?.(uploaded.paperId);
    if (following) {
      change(id, { state: "following", share: 0 });
      // Another file may be sent meanwhile.
      sendNext();
      await following.run(uploaded, onProgress, stop.signal);
    }
    if (uploaded.known && !following) {
      change(id, { state: "known", paperId: uploaded.paperId });
    } else {
      drop(id);
    }
  } catch (failure) {
    // It was stopped on purpose.
    if (!isAbort(failure)) {
      const error = fromFailure(failure);
      const pause = arrived ? null : pauseAfter(error, failures + 1);
      change(id, pause === null ? { state: "failed", error } : { state: "waiting", share: 0, failures: failures + 1 });
      if (pause !== null) {
        resume(id, pause);
      }
    }
  } finally {
    if (stops.get(id) === stop) {
      stops.delete(id);
    }
    sendNext();
  }
}

/** Return the seconds after which a failed upload is sent again, or null where that is left to a person. */
function pauseAfter(error: Error, failures: number): number | null {
  if (isShut()) {
    return 0;
  }
  const pause = error instanceof ApiError && error.retryable ? (error.retryAfterS ?? PAUSE_S * failures) : Infinity;
  return failures < MOST_FAILURES && pause <= LONGEST_PAUSE_S ? pause : null;
}

function resume(id: number, pauseS: number): void {
  pausing.add(id);
  setTimeout(() => {
    pausing.delete(id);
    sendNext();
  }, 1_000 * pauseS);
}

/** Sign-in is required, and the session has ended: the queue waits for it. */
function isShut(): boolean {
  return hasAccounts() && !account();
}

onConnection(sendNext);
onAccount(() => {
  const email = account()?.email;
  if (email === current) {
    return;
  }
  current = email;
  for (const stop of stops.values()) {
    stop.abort();
  }
  const others = email !== undefined && owner !== undefined && email !== owner;
  owner = email ?? owner;
  // The same account goes on where its session ended; another one sees nothing of it.
  set(
    others
      ? { items: [], sent: 0, lost: [] }
      : { ...now, items: now.items.map((item) => (isOpen(item) ? { ...item, state: "waiting", share: 0 } : item)) },
  );
  sendNext();
});

// A reload cuts off uploads; stopping them deletes their papers, which would wait for a file forever.
addEventListener("pagehide", ({ persisted }) => {
  if (!persisted) {
    for (const stop of stops.values()) {
      stop.abort();
    }
  }
});

function canBeRead({ name }: File): boolean {
  return CONSTANTS.formats.endings.some((ending) => name.toLowerCase().endsWith(ending));
}

function wrongKind(): ApiError {
  const { kinds, archiveEndings, inArchives } = CONSTANTS.formats;
  const detail = texts.wrongKind(kinds, archiveEndings, inArchives);
  return new ApiError({ status: 0, code: "unknown_kind", detail, action: null, retryable: false });
}

/** Return a file's name without characters that turn the direction of what follows, and can make another ending of it. */
export function shownName(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}

function change(id: number, to: Partial<UploadItem>): void {
  set({ ...now, items: now.items.map((item) => (item.id === id ? { ...item, ...to } : item)) });
}

function drop(id: number): void {
  set({ ...now, items: now.items.filter((item) => item.id !== id) });
}

function set(next: Uploads): void {
  const before = unsent(now);
  now = next;
  const after = unsent(now);
  if (after.join("\n") !== before.join("\n")) {
    keepInTab(KEPT, after);
  }
  (now.items.some(isOpen) ? addEventListener : removeEventListener)("beforeunload", warn);
  listeners.forEach((listener) => listener());
}

function unsent({ items, lost }: Uploads): string[] {
  return [...lost, ...items.filter((item) => isOpen(item) || canRetry(item)).map(({ file }) => file.name)];
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function namesOf(before: unknown): string[] {
  return Array.isArray(before) ? before.filter((name) => typeof name === "string") : [];
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
