/** The address of a page of the library, which is asked for before the rest of the page is here. */
export const PAGE_SIZE = 100;

/** `query` has the parameters of `GET /library`. */
export function libraryPath(query: Record<string, string>, cursor: string | null): string {
  return `/library?${new URLSearchParams({ limit: String(PAGE_SIZE), ...query, ...(cursor ? { cursor } : {}) })}`;
}
