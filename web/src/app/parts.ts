/** Parts of the page that come in files of their own, and are drawn at once where their file is here already. */
import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import type { Room } from "@/lib/routes";

export interface Part<Module> {
  load: () => Promise<Module>;
  /** The file's module once it was loaded. */
  here: () => Module | null;
}

/** The rooms but the library, which is in the main script. */
export const rooms = {
  paper: part(() => import("./workspace")),
  check: part(() => import("./check-room")),
  discover: part(() => import("@/features/discover/discover-room")),
  reviews: part(() => import("@/features/review/review-list")),
  review: part(() => import("./review-room")),
  tables: part(() => import("@/features/tables/tables-room")),
  table: part(() => import("./table-room")),
  notes: part(() => import("./notes-room")),
  history: part(() => import("@/features/chat/conversations-room")),
  conversation: part(() => import("./answer-room")),
  settings: part(() => import("@/features/settings/settings-room")),
} satisfies Record<Exclude<Room, "library">, Part<unknown>>;
export const reader = part(() => import("@/features/reader/reader"));

/** Load parts that are likely to be needed next; what fails is loaded again where it is needed. */
export function loadAhead(parts: readonly Part<unknown>[]): void {
  for (const { load, here } of parts) {
    if (!here()) {
      load().catch(() => undefined);
    }
  }
}

/** Return a part that `fetch` imports. */
export function part<Module>(fetch: () => Promise<Module>): Part<Module> {
  let here: Module | null = null;
  return { load: async () => (here ??= await fetch()), here: () => here };
}

/**
 * Return a component of a part.
 *
 * A lazy component shows its fallback even where its file is here, and React then leaves the fallback for 300 ms.
 */
export function shownOf<Module, Props>(
  from: Part<Module>,
  choose: (module: Module) => ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => {
    const here = from.here();
    return here ? atOnce({ default: choose(here) }) : from.load().then((module) => ({ default: choose(module) }));
  });
}

/** Return a thenable that calls back within `then`, which React takes in place of a promise. */
function atOnce<Value>(value: Value): Promise<Value> {
  return { then: (take: (value: Value) => void) => take(value) } as unknown as Promise<Value>;
}
