/** KaTeX without its second way out, markup as a string, and without the words of its command line. */
import type { Plugin } from "vite";

const FILE = /katex\/dist\/katex\.mjs$/;
// Methods that write HTML, which this page never takes, and fields of the table of options that only `katex --help` reads.
const METHOD = "toMarkup";
const FIELDS = new Set(["description", "cli", "cliDescription", "cliDefault", "cliProcessor"]);
const TABLE = "SETTINGS_SCHEMA";

interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  id?: { name?: string };
}

export function leanKatex(): Plugin {
  return {
    name: "lean-katex",
    apply: "build",
    transform(code, id) {
      if (!FILE.test(id)) {
        return null;
      }
      const spans = spansIn(this.parse(code), false);
      if (!spans.length) {
        this.error("KaTeX has changed: look at scripts/lean-katex.ts");
      }
      let lean = "";
      let place = 0;
      for (const { start, end } of spans) {
        lean += code.slice(place, start);
        place = code[end] === "," ? end + 1 : end;
      }
      return { code: lean + code.slice(place), map: null };
    },
  };
}

/** Return what can go, in the file's order. */
function spansIn(node: unknown, inTable: boolean): Node[] {
  if (Array.isArray(node)) {
    return node.flatMap((one) => spansIn(one, inTable));
  }
  if (!isNode(node)) {
    return [];
  }
  const name = node.key?.name ?? "";
  const goes =
    node.type === "MethodDefinition" ? name === METHOD : node.type === "Property" && inTable && FIELDS.has(name);
  if (goes) {
    return [node];
  }
  const within = inTable || (node.type === "VariableDeclarator" && node.id?.name === TABLE);
  return Object.values(node).flatMap((child) => spansIn(child, within));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
