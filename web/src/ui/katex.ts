/** KaTeX, fetched when a formula first needs it. */
import { render } from "katex";
import "katex/dist/katex.min.css";

/** What TeX commands stand for, by their names with the backslash, as KaTeX takes it. */
export type Macros = Readonly<Record<string, string>>;

// Bounds of what a hostile formula may take; KaTeX's own default for expansions, and a size that fits a page.
const LIMITS = { maxExpand: 1_000, maxSize: 50 };

// A command that a paper defines itself is written out among what KaTeX knows.
const LENIENT = { throwOnError: false, errorColor: "var(--warn)", strict: "ignore", trust: false } as const;

export function renderTex(tex: string, host: HTMLElement, display: boolean, commands: Macros): void {
  const draft = document.createElement("span");
  try {
    // A copy: formulas may define further ones.
    render(tex, draft, { displayMode: display, macros: { ...commands }, ...LENIENT, ...LIMITS });
  } catch {
    return; // what KaTeX stumbles over is shown as it is written
  }
  if (!draft.querySelector(".katex-error")) {
    host.replaceChildren(...draft.childNodes);
  }
}
