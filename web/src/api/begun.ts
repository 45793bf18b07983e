/** Requests that begin before the page's own code is here; the first call for the same path takes them over. */
import { deployment } from "./deployment";

// How long fetched data count as fresh.
export const FRESH_MS = 5_000;
// Streams have no time limit here; all other calls are answered from a store.
export const PATIENCE_MS = 30_000;

const begun = new Map<string, { response: Promise<Response>; at: number }>();

/** Begin to GET a path of the API. Nothing is asked where calls need a token: only the page's own code has it. */
export function begin(path: string): void {
  const { api, identityKey } = deployment();
  if (identityKey) {
    return;
  }
  const response = fetch(api + path, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  // Who takes it over is told.
  response.catch(() => undefined);
  begun.set(path, { response, at: performance.now() });
}

/** Return what was begun for a call, once and while it is fresh. */
export function taken(path: string, method = "GET"): Promise<Response> | null {
  const one = begun.get(path);
  if (!one || method !== "GET") {
    return null;
  }
  begun.delete(path);
  return performance.now() - one.at < FRESH_MS ? one.response : null;
}
