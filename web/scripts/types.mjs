// Writes types.ts of src/api from docs/openapi.json and constants.ts there from docs/constants.json, before the page is served,
// built, checked or tested (vite.config.ts, vitest.config.ts, package.json).
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const DOCS = new URL("../../docs/", import.meta.url);
const API = new URL("../src/api/", import.meta.url);

const { schemas } = JSON.parse(readFileSync(new URL("openapi.json", DOCS), "utf8")).components;
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
