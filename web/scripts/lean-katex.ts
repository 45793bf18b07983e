/**
 * KaTeX as this page needs it: nodes alone and no markup, no words of its command line, no commands that need trust,
 * styles that the policy allows.
 */
import type { Plugin } from "vite";

const FILE = /katex\/dist\/katex\.mjs$/;
// Methods that write HTML, which this page never takes, and fields of the table of options that only `katex --help` reads.
const METHOD = "toMarkup";
const FIELDS = new Set(["description", "cli", "cliDescription", "cliDefault", "cliProcessor"]);
const TABLE = "SETTINGS_SCHEMA";
// Commands that only a trusted source may use, which no paper is: links, pictures, attributes of HTML.
const DEFINE = /^defineFunction/;
const COMMANDS = new Set(["href", "html", "includegraphics"]);

// An attribute `style` is an inline style, which the policy forbids; set through its property it is none.
const ATTRIBUTE = /node\.setAttribute\(attr, ((?:this\.attributes\[attr\])|value)\)/g;
const PROPERTY = 'attr === "style" ? (node.style.cssText = $1) : node.setAttribute(attr, $1)';

interface Node {
  type: string;
  start: number;
  end: number;
  key?: { name?: string };
  id?: { name?: string };
  expression?: Node;
  callee?: { name?: string };
  arguments?: { properties?: { key?: { name?: string }; value?: { value?: unknown } }[] }[];
}

export function leanKatex(): Plugin {
  return {
    name: "lean-katex",
    apply: "build",
    transform(code, id) {
      if (!FILE.test(id)) {
        return null;
      }
      const kind = code.replace(ATTRIBUTE, PROPERTY);
      const spans = spansIn(this.parse(kind), false);
      if (!spans.length || kind === code) {
        this.error("KaTeX has changed: look at scripts/lean-katex.ts");
      }
      let lean = "";
      let place = 0;
      for (const { start, end } of spans) {
        lean += kind.slice(place, start);
        place = kind[end] === "," ? end + 1 : end;
      }
      return { code: lean + kind.slice(place), map: null };
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
    node.type === "MethodDefinition"
      ? name === METHOD
      : node.type === "Property"
        ? inTable && FIELDS.has(name)
        : isForTrusted(node);
  if (goes) {
    return [node];
  }
  const within = inTable || (node.type === "VariableDeclarator" && node.id?.name === TABLE);
  return Object.values(node).flatMap((child) => spansIn(child, within));
}

/** Tell whether a statement defines one of the commands that nobody may use here. */
function isForTrusted({ type, expression }: Node): boolean {
  const [definition] = expression?.arguments ?? [];
  const kind = definition?.properties?.find(({ key }) => key?.name === "type")?.value?.value;
  return type === "ExpressionStatement" && DEFINE.test(expression?.callee?.name ?? "") && COMMANDS.has(String(kind));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
