/** Whether the server answers: a call that does not reach it starts looking for it, until it is there again. */
import { deployment } from "./deployment";

const FIRST_LOOK_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
const PATIENCE_MS = 5_000;

let away = false;
const listeners = new Set<() => void>();

export function isAway(): boolean {
  return away;
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Say that a call did not reach the server. */
export function lost(): void {
  if (!away) {
    change(true);
    setTimeout(() => void look(FIRST_LOOK_MS), FIRST_LOOK_MS);
  }
}

export async function isReachable(): Promise<boolean> {
  return fetch(`${deployment().api}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (response) => response.status < 500,
    () => false,
  );
}

async function look(waited: number): Promise<void> {
  if (await isReachable()) {
    change(false);
  } else {
    const wait = Math.min(2 * waited, LONGEST_WAIT_MS);
    setTimeout(() => void look(wait), wait);
  }
}

function change(now: boolean): void {
  away = now;
  listeners.forEach((listener) => listener());
}
