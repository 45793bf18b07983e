/** Begins at once what the address will need, instead of one after the other as its parts are drawn. */
import type { QueryClient } from "@tanstack/react-query";
import { getPaper } from "@/api/papers";
import { pdfWorker } from "@/features/reader/worker";

export function warm(client: QueryClient, path: string): void {
  const id = /^\/papers\/([\w-]{1,128})\/?$/.exec(path)?.[1];
  if (!id) {
    return;
  }
  pdfWorker();
  // Whoever needs these asks for them again, and shows what went wrong.
  import("./rooms").catch(() => undefined);
  import("@/features/reader/reader").catch(() => undefined);
  client.query({ queryKey: ["paper", id], queryFn: ({ signal }) => getPaper(id, signal) }).catch(() => undefined);
}
