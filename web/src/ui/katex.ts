/** KaTeX, fetched when a formula first needs it. */
import katex from "katex";
import "katex/dist/katex.min.css";

// Bounds of what a hostile formula may take; KaTeX's own default for expansions, and a size that fits a page.
const LIMITS = { maxExpand: 1_000, maxSize: 50 };

export function renderTex(tex: string, host: HTMLElement, display: boolean): void {
  const draft = document.createElement("span");
  try {
    katex.render(tex, draft, { displayMode: display, throwOnError: true, strict: "ignore", trust: false, ...LIMITS });
  } catch {
    return; // what KaTeX cannot read is shown as it is written
  }
  host.replaceChildren(...draft.childNodes);
}
