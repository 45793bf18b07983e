/** What an address names, for what begins before the address is drawn. */

export function isLibrary(path: string): boolean {
  return path === "/" || path === "/papers" || path === "/papers/";
}

/** Return the first paper of an address, or null. */
export function paperIn(path: string): string | null {
  return /^\/papers\/([\w-]{1,128})\/?$/.exec(path)?.[1] ?? null;
}
