/** Begins at once what the address will need, instead of one after the other as its parts are drawn. */
import type { QueryClient } from "@tanstack/react-query";
import { account, hasAccounts } from "@/api/identity";
import { pdfWorker } from "@/features/reader/worker";
import { papersAsked } from "./papers-asked";

export function warm(client: QueryClient, path: string): void {
  const id = /^\/papers\/([\w-]{1,128})\/?$/.exec(path)?.[1];
  if (!id || (hasAccounts() && !account())) {
    return;
  }
  pdfWorker();
  // Whoever needs these asks for them again, and shows what went wrong.
  import("./rooms").catch(() => undefined);
  import("@/features/reader/reader").catch(() => undefined);
  Promise.all([client.query(papersAsked([id])), import("@/features/reader/pdf")])
    .then(([[paper], { beginPdf }]) => {
      if (paper?.status === "completed" && paper.media_type === "application/pdf") {
        beginPdf(id);
      }
    })
    .catch(() => undefined);
}
