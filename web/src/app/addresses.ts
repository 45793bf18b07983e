/** What an address names, for what begins before the address is drawn. */

/** Tell whether an address is the library's: its own, or one that people type. */
export function isLibrary(path: string): boolean {
  return /^\/((papers|library)\/?)?$/.test(path);
}

/** Tell whether an address is that of all conversations: its own, or one that people type. */
export function isHistory(path: string): boolean {
  return path === "/chat" || path === "/history";
}

/** Return the first paper of an address, or null. */
export function paperIn(path: string): string | null {
  return /^\/papers\/([\w-]{1,128})\/?$/.exec(path)?.[1] ?? null;
}
