/** KaTeX, fetched when a formula first needs it. */
import { render } from "katex";
import "katex/dist/katex.min.css";

/** Definitions of TeX commands by name with backslash, in KaTeX's format. */
export type Macros = Readonly<Record<string, string>>;

// Limits for hostile formulas: KaTeX's default of expansions, and a size that fits a page.
const LIMITS = { maxExpand: 1_000, maxSize: 50 };

// A paper's own commands are expanded among those that KaTeX knows.
const LENIENT = { throwOnError: false, errorColor: "var(--warn)", strict: "ignore", trust: false } as const;

export function renderTex(tex: string, host: HTMLElement, display: boolean, commands: Macros): void {
  const draft = document.createElement("span");
  try {
    // A copy: formulas may define further ones.
    render(tex, draft, { displayMode: display, macros: { ...commands }, ...LENIENT, ...LIMITS });
  } catch {
    return; // formulas that KaTeX cannot parse are shown as source
  }
  if (!draft.querySelector(".katex-error")) {
    host.replaceChildren(...draft.childNodes);
  }
}
