/** Text with mathematics in it, as React text and KaTeX nodes; nothing is ever parsed as HTML. */
import type { FormulaCommand } from "@/api/types";
import { createContext, useContext, useEffect, useRef } from "react";
import type { Macros } from "./katex";

/** The commands of the paper whose formulas are rendered below. */
export const Commands = createContext<Macros>({});

/** Return a paper's own commands for KaTeX, which counts arguments by their signs and knows no labels. */
export function macrosOf(commands: readonly FormulaCommand[]): Macros {
  const macros: Record<string, string> = { "\\ensuremath": "#1" };
  for (const { name, arity, body } of commands) {
    let shown = body.replace(/\\label\s*\{[^{}]*\}/g, "");
    for (let n = 1; n <= arity; n++) {
      shown += shown.includes(`#${n}`) ? "" : `\\@secondoftwo{#${n}}{}`;
    }
    macros[`\\${name}`] = shown;
  }
  return macros;
}

export interface Piece {
  kind: "text" | "math";
  /** The piece's offset in its text, in UTF-16 units. */
  start: number;
  end: number;
  /** The words themselves, or the TeX without its delimiters. */
  value: string;
  display: boolean;
}

// A dollar opens maths only before a character and closes it only after one and before no digit, as in Pandoc:
// "$5 and $10" stays money. What holds a command or an index is no money, so that "$\sim$100" is maths all the same.
const MATH =
  /\$\$([\s\S]+?)\$\$|\\\[([\s\S]+?)\\\]|\\\(([\s\S]+?)\\\)|(?<!\\)\$(?!\s)((?=[^$]*[\\^_])(?:\\.|[^$\\])+?(?<!\s)(?=\$)|(?:\\.|[^$\\])+?(?<!\s)(?=\$(?!\d)))\$|(\\begin\{(equation|align|gather|multline|eqnarray|displaymath|math)\*?\}[\s\S]+?\\end\{\6\*?\})/g;

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  const put = (kind: Piece["kind"], start: number, end: number, value: string, display: boolean) => {
    if (end > start) {
      pieces.push({ kind, start, end, value, display });
    }
  };
  for (const match of text.matchAll(MATH)) {
    const [whole, dollars, brackets, parentheses, dollar, environment] = match;
    const tex = dollars ?? brackets ?? parentheses ?? dollar ?? environment ?? "";
    put("text", place, match.index, text.slice(place, match.index), false);
    put("math", match.index, match.index + whole.length, tex, Boolean(dollars ?? brackets ?? environment));
    place = match.index + whole.length;
  }
  put("text", place, text.length, text.slice(place), false);
  return pieces;
}

export function MathText({ text }: { text: string }) {
  return piecesOf(text).map(({ kind, start, value, display }) =>
    kind === "math" ? <Tex key={start} tex={value} display={display} /> : value,
  );
}

/** TeX, shown as source until KaTeX is loaded, and permanently if KaTeX cannot parse it. */
export function Tex({ tex, display = false }: { tex: string; display?: boolean }) {
  const host = useRef<HTMLSpanElement>(null);
  const commands = useContext(Commands);
  useEffect(() => {
    let left = false;
    import("./katex").then(
      ({ renderTex }) => {
        if (!left && host.current) {
          renderTex(tex, host.current, display, commands);
          // A formula that is wider than its column is scrolled with the arrow keys, too.
          if (display && host.current.scrollWidth > host.current.clientWidth) {
            host.current.tabIndex = 0;
          }
        }
      },
      () => undefined, // the TeX stays
    );
    return () => {
      left = true;
    };
  }, [tex, display, commands]);
  // The key gives KaTeX's nodes a new host when the formula changes: React never manages them.
  return (
    <span key={tex} ref={host} className={display ? "math-display" : "math-inline"} data-tex={tex}>
      {tex}
    </span>
  );
}
