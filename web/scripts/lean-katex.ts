/**
 * KaTeX as this page needs it: nodes alone and no markup, no words of its command line, no commands that need trust, no
 * words about what it cannot read, styles that the policy allows.
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
// What KaTeX cannot read is shown as it is written: nobody meets the words of its errors, and to be strict is off.
const PARSE_ERROR = "ParseError";
const ERRORS = new Set([PARSE_ERROR, "Error"]);
const STRICT = "reportNonstrict";

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
  callee?: { name?: string; property?: { name?: string } };
  arguments?: (Node & { properties?: { key?: { name?: string }; value?: { value?: unknown } }[] })[];
}

/** Something that goes, and what stands in its place. */
interface Span {
  start: number;
  end: number;
  instead: string;
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
      for (const { start, end, instead } of spans) {
        lean += kind.slice(place, start) + instead;
        place = !instead && kind[end] === "," ? end + 1 : end;
      }
      return { code: lean + kind.slice(place), map: null };
    },
  };
}

/** Return what can go, in the file's order. */
function spansIn(node: unknown, inTable: boolean): Span[] {
  if (Array.isArray(node)) {
    return node.flatMap((one) => spansIn(one, inTable));
  }
  if (!isNode(node)) {
    return [];
  }
  const instead = insteadOf(node, inTable);
  if (instead !== null) {
    return [{ ...placeOf(node), instead }];
  }
  const within = inTable || (node.type === "VariableDeclarator" && node.id?.name === TABLE);
  return Object.values(node).flatMap((child) => spansIn(child, within));
}

/** The words of an error are its first argument. */
function placeOf({ type, start, end, arguments: given }: Node): Omit<Span, "instead"> {
  return type === "NewExpression" ? { start: given![0]!.start, end: given![0]!.end } : { start, end };
}

/** Return what stands in the place of a node that goes, or null when it stays. */
function insteadOf(node: Node, inTable: boolean): string | null {
  const name = node.key?.name ?? "";
  switch (node.type) {
    case "ClassDeclaration":
      return node.id?.name === PARSE_ERROR ? `class ${PARSE_ERROR} extends Error {}` : null;
    case "MethodDefinition":
      return name === METHOD ? "" : null;
    case "Property":
      return inTable && FIELDS.has(name) ? "" : null;
    case "NewExpression":
      return ERRORS.has(node.callee?.name ?? "") && node.arguments?.length ? '""' : null;
    case "ExpressionStatement":
      return node.expression?.callee?.property?.name === STRICT ? ";" : isForTrusted(node) ? "" : null;
    default:
      return null;
  }
}

/** Tell whether a statement defines one of the commands that nobody may use here. */
function isForTrusted({ expression }: Node): boolean {
  const [definition] = expression?.arguments ?? [];
  const kind = definition?.properties?.find(({ key }) => key?.name === "type")?.value?.value;
  return DEFINE.test(expression?.callee?.name ?? "") && COMMANDS.has(String(kind));
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
