/** Turns the signs in a parsed answer (marking.ts) into elements, which its renderer gives their looks. */
import type { Element, ElementContent, Root, RootContent } from "hast";
import { signsIn, type Marked, type Sign } from "./marking";

interface Open {
  doubts: Set<number>;
  uncited: number | null;
}

/**
 * Walk a tree in the order of reading and cut its texts at signs.
 *
 * `cite`, `data` (a formula), `mark` (doubted words) and `u` (words that nothing supports) name what they show by `data-index`.
 */
export function signsToNodes({ formulas }: Pick<Marked, "formulas">) {
  return () => (tree: Root) => {
    const open: Open = { doubts: new Set(), uncited: null };
    walk(tree, open, formulas, false);
  };
}

function walk(node: Root | Element, open: Open, formulas: Marked["formulas"], code: boolean): void {
  const children = node.children.flatMap((child): RootContent[] => {
    if (child.type === "element") {
      walk(child, open, formulas, code || child.tagName === "code");
    }
    // Raw HTML stays text.
    return child.type === "text" || child.type === "raw" ? textOf(child.value, open, formulas, code) : [child];
  });
  // A document type stands in a root alone, and no Markdown has one.
  node.children = children;
}

function textOf(value: string, open: Open, formulas: Marked["formulas"], code: boolean): ElementContent[] {
  return signsIn(value).flatMap((piece): ElementContent[] => {
    if (typeof piece === "string") {
      return [wrapped({ type: "text", value: piece }, open)];
    }
    change(open, piece);
    if (piece.kind === "cite") {
      return [element("cite", piece.index)];
    }
    if (piece.kind === "math") {
      const shown: ElementContent = code
        ? { type: "text", value: formulas[piece.index]?.source ?? "" }
        : element("data", piece.index);
      return [wrapped(shown, open)];
    }
    return [];
  });
}

function change(open: Open, { kind, index }: Sign): void {
  if (kind === "doubt") {
    open.doubts.add(index);
  } else if (kind === "sure") {
    open.doubts.delete(index);
  } else if (kind === "uncited") {
    open.uncited = index;
  } else if (kind === "cited") {
    open.uncited = null;
  }
}

function wrapped(node: ElementContent, { doubts, uncited }: Open): ElementContent {
  if (node.type === "text" && !node.value.trim()) {
    return node;
  }
  const doubted = doubts.size ? element("mark", [...doubts].join(), [node]) : node;
  return uncited === null ? doubted : element("u", uncited, [doubted]);
}

function element(tagName: string, index: number | string, children: ElementContent[] = []): Element {
  return { type: "element", tagName, properties: { dataIndex: String(index) }, children };
}
