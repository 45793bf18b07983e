/** Publications beyond the library, from the outside services that are switched on. */
import { CONSTANTS } from "./constants";
import { getJson } from "./http";
import type { DiscoveredWorks } from "./types";

// PAGE_SIZE_LIMIT of entrypoints/calls.py.
const MOST = 100;
// Services are waited for 20 s (services/literature/discovering.py), and what they name is compared after that.
const PATIENCE_MS = 90_000;

export type ServiceName = keyof typeof CONSTANTS.services;

/** Return works for a question or keywords, best first; the words are sent to outside services. */
export function discover(words: string, signal?: AbortSignal): Promise<DiscoveredWorks> {
  return getJson(`/discover?${new URLSearchParams({ q: words, limit: String(MOST) })}`, signal, PATIENCE_MS);
}

/** Return the name of a service as people know it. */
export function serviceName(service: string): string {
  return service in CONSTANTS.services ? CONSTANTS.services[service as ServiceName].label : service;
}
