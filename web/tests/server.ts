/** A server made from docs/openapi.json: every path answers with a value of its schema, unless a test says another. */
import { readFileSync } from "node:fs";
import { vi } from "vitest";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: Json[];
  const?: Json;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: boolean | Schema;
  default?: Json;
}

interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const API = JSON.parse(readFileSync(new URL("../../docs/openapi.json", `file://${__filename}`), "utf8")) as Document;

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export type Handler = (call: Call) => Response | Promise<Response> | object | undefined;

/** Answer the page's calls; `handlers` are named as in `GET /papers/{paper_id}`. */
export function serve(handlers: Record<string, Handler> = {}): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://page.test");
    const call: Call = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
    };
    calls.push(call);
    const [pattern, operation] = find(call);
    checkBody(call, operation);
    const said = await handlers[`${call.method} ${pattern}`]?.(call);
    if (said instanceof Response) {
      return said;
    }
    const [status, response] = Object.entries(operation.responses)[0]!;
    const schema = response.content?.["application/json"]?.schema;
    return schema
      ? Response.json(said ?? sample(schema), { status: Number(status) })
      : new Response(null, { status: 204 });
  });
  return calls;
}

export function problem(status: number, code: string, detail: string, more: object = {}): Response {
  return Response.json({ ...(sampleOf("ProblemDetails") as object), status, code, detail, ...more }, { status });
}

/** Answer with server-sent events, each as soon as the one before was read; `hold` keeps the stream open. */
export function stream(events: readonly [string, unknown][], { hold }: { hold?: AbortSignal } = {}): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const [event, data] of events) {
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        await Promise.resolve();
      }
      if (hold) {
        hold.addEventListener("abort", () => controller.error(new DOMException("stopped", "AbortError")));
      } else {
        controller.close();
      }
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** Return a value of a named schema, with some of its fields changed. */
export function sampleOf<T = Json>(name: string, changes: Partial<T> = {}): T {
  return { ...(sample({ $ref: `#/components/schemas/${name}` }) as object), ...changes } as T;
}

function sample(schema: Schema): Json {
  if (schema.$ref) {
    return sample(API.components.schemas[schema.$ref.split("/").at(-1)!]!);
  }
  const [first] = schema.allOf ?? [];
  if (first) {
    return sample(first);
  }
  if (schema.anyOf) {
    return schema.anyOf.some(({ type }) => type === "null") ? null : sample(schema.anyOf[0]!);
  }
  if (schema.const !== undefined || schema.enum) {
    return schema.const ?? schema.enum![0]!;
  }
  switch (schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, sample(value)]));
    case "array":
      return schema.prefixItems?.map(sample) ?? [];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "text";
  }
}

function find({ method, path }: Call): [string, Operation] {
  for (const [pattern, operations] of Object.entries(API.paths)) {
    const expression = new RegExp(`^${pattern.replace(/\{\w+\}/g, "[\\w-]+")}$`);
    const operation = operations[method.toLowerCase()];
    if (expression.test(path) && operation) {
      return [pattern, operation];
    }
  }
  throw new Error(`the API has no ${method} ${path}`);
}

/** A body that the API would refuse is a fault of the page. */
function checkBody({ body, method, path }: Call, { requestBody }: Operation): void {
  const schema = requestBody && resolved(requestBody.content["application/json"]!.schema);
  if (!schema) {
    return;
  }
  const names = Object.keys(body as object);
  const unknown = names.filter((name) => !schema.properties?.[name]);
  const missing = (schema.required ?? []).filter((name) => !names.includes(name));
  if (unknown.length || missing.length) {
    throw new Error(`${method} ${path}: unknown ${unknown.join()}, missing ${missing.join()}`);
  }
}

function resolved(schema: Schema): Schema {
  return schema.$ref ? API.components.schemas[schema.$ref.split("/").at(-1)!]! : schema;
}
