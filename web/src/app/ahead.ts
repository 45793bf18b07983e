/** Loads the files of a paper's room before the paper is opened, so that it is drawn without a fallback. */
import { routeOf } from "@/lib/routes";
import { loadAhead, reader, rooms } from "./parts";

// The library is drawn and can be used by then also on slow machines. A guess.
const QUIET_MS = 2_500;

/** Load them some time after the page stands, and at once where somebody points at a link to a paper. */
export function readyPapers(): void {
  if (routeOf(location.pathname)?.room === "library" && !savesData()) {
    setTimeout(load, QUIET_MS);
  }
  for (const name of ["pointerover", "pointerdown", "focusin"] as const) {
    addEventListener(name, onPointed, { passive: true });
  }
}

function onPointed({ target }: Event): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
  if (link && link.origin === location.origin && routeOf(link.pathname)?.room === "paper") {
    load();
  }
}

function load(): void {
  loadAhead([rooms.paper, reader]);
}

/** Tell whether the browser asks pages to load little. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
