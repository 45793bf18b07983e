/** Answers are checked where they come in, against what docs/openapi.json says of them (agreed.json, by scripts/types.mjs). */
import agreed from "./agreed.json";
import { ApiError } from "./problem";
import type { Begun, Delta, DepthEstimate, ProblemDetails, Answered, Step, TextSectionV1 } from "./types";
import { calls as texts } from "@/texts/calls";

/** A plain type, the name of a schema, or what it is made of, such as `["all", "string"]`. */
type Shape = string | [kind: string, ...parts: unknown[]];

/** The events of a chat's stream. */
interface Events {
  begun: Begun;
  delta: Delta;
  done: Answered;
  error: ProblemDetails;
  estimate: DepthEstimate;
  section: TextSectionV1;
  step: Step;
}

const SCHEMAS = agreed.schemas as unknown as Record<string, Shape>;
const CALLS = (agreed.calls as [string, string, Shape][]).map(([method, path, shape]) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  shape,
}));
const PLAIN: Record<string, (value: unknown) => boolean> = {
  any: () => true,
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  object: (value) => typeof value === "object" && value !== null,
};

/** Return the answer of a call, or fail if it is not what was agreed; fields that nobody agreed on are left alone. */
export function answerOf(method: string, path: string, answer: unknown): unknown {
  const plain = path.split("?", 1)[0]!;
  const call = CALLS.find((one) => one.method === method && one.pattern.test(plain));
  return call ? checked(call.shape, answer) : answer;
}

/** Return an event's data, read and checked. */
export function eventOf<Name extends keyof Events>(name: Name, data: string): Events[Name] {
  return checked(agreed.events[name], JSON.parse(data)) as Events[Name];
}

function checked(shape: Shape, value: unknown): unknown {
  const wrong = difference(shape, value);
  if (wrong !== null) {
    const detail = texts.notAgreed(wrong || String(shape));
    throw new ApiError({ status: 0, code: "not_agreed", detail, action: texts.reload, retryable: false });
  }
  return value;
}

/** Return where a value is not of a shape, such as ".papers.0.title", "" for the whole, or null where it is. */
function difference(shape: Shape, value: unknown): string | null {
  if (typeof shape === "string") {
    const is = PLAIN[shape];
    return is ? (is(value) ? null : "") : difference(SCHEMAS[shape]!, value);
  }
  const [kind, first, ...others] = shape as [string, Shape, ...Shape[]];
  switch (kind) {
    case "or": {
      const wrong = [first, ...others].map((one) => difference(one, value));
      return wrong.includes(null) ? null : wrong.reduce((far, one) => (one!.length > far!.length ? one : far), "");
    }
    case "is":
      return (shape as unknown[]).indexOf(value, 1) > 0 ? null : "";
    case "all":
      return Array.isArray(value) ? within(value.entries(), () => first) : "";
    case "row": {
      const parts = [first, ...others];
      return Array.isArray(value) && value.length === parts.length ? within(value.entries(), (at) => parts[at]!) : "";
    }
    case "map":
      return PLAIN["object"]!(value) ? within(Object.entries(value as object), () => first) : "";
    default:
      return PLAIN["object"]!(value) ? ofFields(first as unknown as Record<string, Shape>, value as object) : "";
  }
}

function ofFields(fields: Record<string, Shape>, value: object): string | null {
  for (const field in fields) {
    const name = field.replace("?", "");
    const part = (value as Record<string, unknown>)[name];
    const wrong = part === undefined && name !== field ? null : difference(fields[field]!, part);
    if (wrong !== null) {
      return `.${name}${wrong}`;
    }
  }
  return null;
}

function within<At extends number | string>(parts: Iterable<[At, unknown]>, shapeAt: (at: At) => Shape): string | null {
  for (const [at, part] of parts) {
    const wrong = difference(shapeAt(at), part);
    if (wrong !== null) {
      return `.${at}${wrong}`;
    }
  }
  return null;
}
