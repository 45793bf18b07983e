/** Reads what `start.ts` has asked for, so that the first picture has it already. */
import type { QueryClient } from "@tanstack/react-query";
import { account, hasAccounts } from "@/api/identity";
import { collectionsAsked } from "@/features/library/use-collections";
import { queryKept } from "@/features/library/kept-view";
import { libraryAsked } from "@/features/library/use-library";
import { isLibrary, paperIn } from "./addresses";
import { papersAsked } from "./papers-asked";

// The list is drawn without its papers when they are not here by then: a picture of nothing is dear, too. A guess.
const GRACE_MS = 60;

/** Start what the address needs; the promise ends when the first picture would be whole, or will not be soon. */
export async function warm(client: QueryClient, path: string): Promise<void> {
  if (hasAccounts() && !account()) {
    return;
  }
  const paper = paperIn(path);
  if (paper) {
    void beginPaper(client, paper);
  } else if (isLibrary(path)) {
    const asked = [client.infiniteQuery(libraryAsked(queryKept())), client.query(collectionsAsked)];
    await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
  }
}

async function beginPaper(client: QueryClient, id: string): Promise<void> {
  try {
    const [[paper], { beginPdf }] = await Promise.all([
      client.query(papersAsked([id])),
      import("@/features/reader/pdf"),
    ]);
    if (paper?.status === "completed" && paper.media_type === "application/pdf") {
      beginPdf(id);
    }
  } catch {
    // The components that need these request them again, and show errors.
  }
}
