/** Starts loading everything that the address needs in parallel, before its components render. */
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
  // The components that need these request them again, and show errors.
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
