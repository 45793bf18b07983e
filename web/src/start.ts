/**
 * The first script of the page, small so that it runs at once: asks for what the address needs while the rest loads.
 *
 * What is begun here is taken over by `send` (api/http.ts) and by the imports of the components, which show errors.
 */
import { begin } from "@/api/begun";
import { libraryPath } from "@/api/library-path";
import { queryKept } from "@/features/library/kept-view";
import { pdfWorker } from "@/features/reader/worker";
import { relativeTimes } from "@/lib/relative-times";
import { routeOf } from "@/lib/routes";
import "./styles.css";

const route = routeOf(location.pathname);
if (route?.room === "library") {
  begin(libraryPath(queryKept(), 0));
  begin("/collections");
  // The rows need it; after the first frame, the page waits for its own code anyway.
  requestAnimationFrame(() => setTimeout(relativeTimes));
} else if (route?.room === "paper") {
  begin(`/papers/${route.id}`);
  pdfWorker();
  for (const part of [import("@/app/workspace"), import("@/features/reader/reader"), import("@/features/reader/pdf")]) {
    part.catch(() => undefined);
  }
}
void import("./main");
