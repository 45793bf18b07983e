// Writes src/api/types.ts from docs/schemas; with --check it only says whether the file is as it would be written.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const SCHEMAS = new URL("../../docs/schemas/", import.meta.url);
const TARGET = new URL("../src/api/types.ts", import.meta.url);
const BANNER = "// Made from docs/schemas by `npm run types`. Do not edit.";

const definitions = {};
for (const file of readdirSync(SCHEMAS)
  .filter((name) => name.endsWith(".json"))
  .sort()) {
  const {
    definitions: own,
    $schema: _schema,
    $id: _id,
    ...schema
  } = JSON.parse(readFileSync(new URL(file, SCHEMAS), "utf8"));
  Object.assign(definitions, own, { [schema.title]: schema });
}

const text = await compile({ title: "Api", type: "object", definitions: closed(definitions) }, "Api", {
  additionalProperties: false,
  bannerComment: BANNER,
  unreachableDefinitions: true,
  maxItems: 4,
  style: { printWidth: 110 },
});
const written = text
  .replace(/export interface Api \{\}\n/, "")
  .replace(
    /^\/\*\*\n \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/gm,
    "",
  )
  .replace(/^ \*\n \* This interface was referenced by `Api`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/gm, "");

if (process.argv.includes("--check")) {
  if (readFileSync(TARGET, "utf8") !== written) {
    console.error("src/api/types.ts differs from docs/schemas: run `npm run types`.");
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, written);
}

/** Let json-schema-to-typescript see each definition once: titles would make a second copy. */
function closed(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, { title: _title, ...schema }]) => [name, schema]));
}
