/** What the browser's history keeps beside the address: its entries may hold where one stood in a paper. */

/** Return what the current entry holds under a name, or null. It may be of an older release: check what you use of it. */
export function entryHas(name: string): unknown {
  const state = history.state as unknown;
  return typeof state === "object" && state !== null ? ((state as Record<string, unknown>)[name] ?? null) : null;
}

/** Keep something in the current entry. */
export function keepInEntry(name: string, value: unknown): void {
  history.replaceState({ ...(history.state as object | null), [name]: value }, "");
}

/** Make a new entry of the same address, to which Back then leads. */
export function addEntry(name: string, value: unknown): void {
  history.pushState({ [name]: value }, "");
}
