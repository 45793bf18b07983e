/** Short notices at the edge of the page, and removals that wait until theirs has ended, so that they can be undone. */
import { useSyncExternalStore } from "react";
import { common } from "@/texts/common";

export interface Toast {
  id: number;
  text: string;
  /** Something failed: the notice is read out at once. */
  alarming: boolean;
  /** Take back what it tells of, where that is possible. */
  undo: (() => void) | null;
}

export interface Removal {
  /** What is removed, as "paper:ID": lists leave it out while `useRemoved` has it. */
  key: string;
  /** What is said, such as "Conversation deleted". */
  text: string;
  /** Removes it for good; the requests that it makes should outlive the page (`keepalive`). */
  remove: () => Promise<unknown>;
  /** Called where it is taken back. */
  onUndo?: () => void;
}

const MOST = 3;
// WCAG 2.2.1 asks for time enough to read and to reach a button; pointer and focus stop the clock. Guesses.
const SAID_MS = 4_000;
const UNDO_MS = 8_000;

interface Shown extends Toast {
  end: () => void;
  timer: number;
  lasts: number;
}

let shown: readonly Shown[] = [];
let removed: ReadonlySet<string> = new Set();
let paused = false;
let lastId = 0;
const listeners = new Set<() => void>();

/** Say something that needs no answer; with `undo` it can be taken back while the notice is there. */
export function say(
  text: string,
  { alarming = false, undo: takeBack = null }: { alarming?: boolean; undo?: (() => void) | null } = {},
): void {
  show({ text, alarming, undo: takeBack, end: () => undefined, lasts: takeBack ? UNDO_MS : SAID_MS });
}

/**
 * Remove something once its notice has ended, or the page is left; until then it is only left out, and can be undone.
 *
 * What cannot be removed is shown again, with a notice.
 */
export function removeWithUndo({ key, text, remove, onUndo }: Removal): void {
  if (removed.has(key)) {
    return;
  }
  setRemoved(key, true);
  show({
    text,
    alarming: false,
    undo: () => {
      setRemoved(key, false);
      onUndo?.();
    },
    end: () => {
      remove()
        .catch((error: unknown) =>
          say(common.notDeleted(error instanceof Error ? error.message : common.tryAgain), { alarming: true }),
        )
        .finally(() => setRemoved(key, false));
    },
    lasts: UNDO_MS,
  });
}

/** The keys of what is being removed. */
export function useRemoved(): ReadonlySet<string> {
  return useSyncExternalStore(listen, () => removed);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listen, () => shown);
}

/** End a notice; what it announced is done. */
export function dismiss(id: number): void {
  const toast = shown.find((one) => one.id === id);
  if (toast) {
    drop(toast);
    toast.end();
  }
}

export function undo(id: number): void {
  const toast = shown.find((one) => one.id === id);
  if (toast?.undo) {
    drop(toast);
    toast.undo();
  }
}

/** Undo what was announced last, and tell whether there was anything. */
export function undoLast(): boolean {
  const toast = shown.findLast((one) => one.undo !== null);
  if (toast) {
    undo(toast.id);
  }
  return toast !== undefined;
}

/** Stop all clocks while somebody points at a notice or has the focus on it. */
export function pause(stop: boolean): void {
  if (paused !== stop) {
    paused = stop;
    shown.forEach(wind);
  }
}

/** End all notices, as when the page is left. */
export function settleAll(): void {
  for (const { id } of shown) {
    dismiss(id);
  }
}

addEventListener("pagehide", settleAll);

function show(toast: Omit<Shown, "id" | "timer">): void {
  lastId += 1;
  const added = { ...toast, id: lastId, timer: 0 };
  wind(added);
  shown = [...shown, added];
  changed();
  for (const { id } of shown.slice(0, -MOST)) {
    dismiss(id);
  }
}

function wind(toast: Shown): void {
  clearTimeout(toast.timer);
  toast.timer = paused ? 0 : window.setTimeout(() => dismiss(toast.id), toast.lasts);
}

function drop(toast: Shown): void {
  clearTimeout(toast.timer);
  shown = shown.filter((one) => one !== toast);
  if (!shown.length) {
    paused = false;
  }
  changed();
}

function setRemoved(key: string, is: boolean): void {
  const next = new Set(removed);
  next[is ? "add" : "delete"](key);
  removed = next;
  changed();
}

function changed(): void {
  listeners.forEach((listener) => listener());
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
