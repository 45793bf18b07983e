/** The address of a page of the library, which is asked for before the rest of the page is here. */
export const PAGE_SIZE = 100;

/** `query` has the parameters of `GET /library`; `offset` counts the papers before the page. */
export function libraryPath(query: Record<string, string>, offset: number): string {
  const from = offset ? { offset: String(offset) } : null;
  return `/library?${new URLSearchParams({ limit: String(PAGE_SIZE), ...query, ...from })}`;
}
