/** The address bar as state, in fifty lines instead of a router: the page has five paths. */
import { useSyncExternalStore } from "react";

const CHANGED = "scholarai:location";

export function useLocation(): { path: string; query: URLSearchParams } {
  const href = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  const [path = "/", search = ""] = href.split("?", 2);
  return { path: path.length > 1 ? path.replace(/\/$/, "") : path, query: new URLSearchParams(search) };
}

export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search) {
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
  navigate(location.pathname + (search ? `?${search}` : ""), { replace: true });
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(CHANGED, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(CHANGED, listener);
  };
}
