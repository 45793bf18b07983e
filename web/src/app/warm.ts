/** Reads what `start.ts` has asked for, so that the first picture has it already. */
import type { QueryClient } from "@tanstack/react-query";
import { account, hasAccounts } from "@/api/identity";
import { collectionsAsked } from "@/features/library/use-collections";
import { routeOf } from "@/lib/routes";
import { queryKept } from "@/features/library/kept-view";
import { pageAsked } from "@/features/library/use-library";
import { papersAsked } from "./papers-asked";
import { reader, rooms } from "./parts";

// The list is drawn without its papers when they are not here by then: a picture of nothing is dear, too. A guess.
const GRACE_MS = 60;
// The rooms are drawn without their files when they are not here by then. A guess.
const PARTS_GRACE_MS = 600;

/** Start what the address needs; the promise ends when the first picture would be whole, or will not be soon. */
export async function warm(client: QueryClient, path: string): Promise<void> {
  if (hasAccounts() && !account()) {
    return;
  }
  const route = routeOf(path);
  if (route?.room === "paper") {
    await settled([beginPaper(client, route.id), rooms.paper.load(), reader.load()], PARTS_GRACE_MS);
  } else if (route?.room === "library") {
    await settled([client.query(pageAsked(queryKept(), 0)), client.query(collectionsAsked)], GRACE_MS);
  } else if (route) {
    await settled([rooms[route.room].load()], PARTS_GRACE_MS);
  }
}

/** Wait until all has ended, well or not, or the time is over. */
async function settled(begun: Promise<unknown>[], limitMs: number): Promise<void> {
  await Promise.race([Promise.allSettled(begun), new Promise((resolve) => setTimeout(resolve, limitMs))]);
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
