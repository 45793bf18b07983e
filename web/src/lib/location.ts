/** The address bar as state. */
import { useSyncExternalStore } from "react";
import { routeOf, type Address, type Route } from "./routes";

const CHANGED = "scholarai:location";
// The list of papers in an address: where it is long it stands behind "#", which no server is sent.
const LIST = "papers";
// Servers take lines of 4,000 characters, with the names of parameters and a session beside the list. A guess on the safe side.
const LONGEST_LIST = 2_000;

export function useLocation(): { path: string; route: Route | null; query: URLSearchParams } {
  const href = useSyncExternalStore(subscribe, here);
  const { pathname: path, search, hash } = new URL(href, location.origin);
  const query = new URLSearchParams(search);
  const list = new URLSearchParams(hash.slice(1)).get(LIST);
  if (list !== null && !query.has(LIST)) {
    query.set(LIST, list);
  }
  return { path, route: routeOf(path), query };
}

/** Return an address that names papers, however many they are. */
export function naming(path: "/chat/new" | "/reviews" | "/tables", ids: readonly string[]): Address {
  const named = ids.length ? `${LIST}=${ids.join(",")}` : "";
  return named ? `${path}${named.length > LONGEST_LIST ? "#" : "?"}${named}` : path;
}

function here(): string {
  return location.pathname + location.search + location.hash;
}

export function navigate(to: Address, { replace = false }: { replace?: boolean } = {}): void {
  if (to === here()) {
    return;
  }
  history[replace ? "replaceState" : "pushState"](replace ? history.state : null, "", to);
  dispatchEvent(new Event(CHANGED));
}

/** Change some query parameters and keep the others; null removes one. */
export function setQuery(changes: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  const search = query.toString();
  const address = location.pathname + (search ? `?${search}` : "") + location.hash;
  navigate(address as Address, { replace: true });
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(CHANGED, listener);
  };
}
