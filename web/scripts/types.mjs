// Writes types.ts and agreed.json of src/api from docs/openapi.json and constants.ts there from docs/constants.json, before the page
// is served, built, checked or tested (vite.config.ts, vitest.config.ts, package.json).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

// The events of a chat's stream with the schemas of their data.
const EVENTS = {
  begun: "Begun",
  delta: "Delta",
  done: "Answered",
  error: "ProblemDetails",
  estimate: "DepthEstimate",
  section: "TextSectionV1",
  step: "Step",
};
const DOCS = new URL("../../docs/", import.meta.url);
const API = new URL("../src/api/", import.meta.url);

const { paths, components } = JSON.parse(readFileSync(new URL("openapi.json", DOCS), "utf8"));
const { schemas } = components;
const text = await compile({ title: "Api", type: "object", definitions: closed(draft07(schemas)) }, "Api", {
  additionalProperties: false,
  bannerComment: "// Made from docs/openapi.json by scripts/types.mjs. Do not edit.",
  unreachableDefinitions: true,
  maxItems: 4,
  style: { printWidth: 110 },
});
const types = text
  .replace(/export interface Api \{\}\n/, "")
  .replace(
    /^\/\*\*\n \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/gm,
    "",
  )
  .replace(/^ \*\n \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm, "");
write("types.ts", types);

write("agreed.json", JSON.stringify(agreed()));

const constants = `// Made from docs/constants.json by scripts/types.mjs. Do not edit.
export const CONSTANTS = ${readFileSync(new URL("constants.json", DOCS), "utf8").trim()} as const;
`;
const style = await resolveConfig(new URL("constants.ts", API));
write("constants.ts", await format(constants, { parser: "typescript", ...style }));

/** Write a file unless it is so already: what watches it should not notice. */
function write(name, content) {
  const target = new URL(name, API);
  if (!existsSync(target) || readFileSync(target, "utf8") !== content) {
    writeFileSync(target, content);
  }
}

/** Return schemas of JSON Schema 2020-12, as OpenAPI has them, as those of Draft-07, which json-schema-to-typescript reads. */
function draft07(node) {
  if (Array.isArray(node)) {
    return node.map(draft07);
  }
  if (node === null || typeof node !== "object") {
    return typeof node === "string" ? node.replace(/^#\/components\/schemas\//, "#/definitions/") : node;
  }
  const { prefixItems, $ref, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, child]) => [name, draft07(child)]),
  );
  const reference = Object.keys(rest).length ? { allOf: [{ $ref }] } : { $ref };
  return {
    ...($ref ? reference : {}),
    ...rest,
    ...(prefixItems ? { items: prefixItems, additionalItems: false } : {}),
  };
}

/** Let json-schema-to-typescript see each definition once: titles would make a second copy. */
function closed(definitions) {
  return Object.fromEntries(Object.entries(definitions).map(([name, { title: _title, ...schema }]) => [name, schema]));
}

/** Return what agreement.ts of src/api reads: each call and event with its schema, and the schemas in short. */
function agreed() {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) => {
      const answers = Object.entries(responses).flatMap(([status, { content }]) =>
        status.startsWith("2") && content?.["application/json"] ? [content["application/json"].schema] : [],
      );
      return answers.length ? [[method.toUpperCase(), path, shape(answers[0])]] : [];
    }),
  );
  const needed = new Set([...calls.map(([, , answer]) => answer), ...Object.values(EVENTS)]);
  // A set that grows while it is walked: what a schema names is walked, too.
  for (const name of needed) {
    JSON.stringify(schemas[name] ?? {}, (key, value) => {
      if (key === "$ref") {
        needed.add(nameOf(value));
      }
      return value;
    });
  }
  const names = [...needed].filter((name) => schemas[name]);
  return { calls, events: EVENTS, schemas: Object.fromEntries(names.map((name) => [name, shape(schemas[name])])) };
}

/** Return a schema as agreement.ts reads it: a word for a plain type or a named schema, else a list. */
function shape({
  $ref,
  anyOf,
  enum: values,
  const: value,
  type,
  properties,
  required = [],
  prefixItems,
  items,
  ...rest
}) {
  if ($ref) {
    return nameOf($ref);
  }
  if (anyOf) {
    return ["or", ...anyOf.map(shape)];
  }
  if (values || value !== undefined) {
    return ["is", ...(values ?? [value])];
  }
  if (properties) {
    const fields = Object.entries(properties).map(([name, field]) => [
      name + (required.includes(name) ? "" : "?"),
      shape(field),
    ]);
    return ["of", Object.fromEntries(fields)];
  }
  if (prefixItems) {
    return ["row", ...prefixItems.map(shape)];
  }
  if (type === "array") {
    return ["all", shape(items)];
  }
  if (type === "object" && typeof rest.additionalProperties === "object") {
    return ["map", shape(rest.additionalProperties)];
  }
  return type ?? "any";
}

function nameOf(reference) {
  return reference.split("/").at(-1);
}
