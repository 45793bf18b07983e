// Writes src/api/types.ts from docs/schemas and src/api/constants.ts from docs/constants.json; with --check it only says
// whether the files are as they would be written.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const SCHEMAS = new URL("../../docs/schemas/", import.meta.url);
const CONSTANTS = new URL("../../docs/constants.json", import.meta.url);
const TYPES_TARGET = new URL("../src/api/types.ts", import.meta.url);
const CONSTANTS_TARGET = new URL("../src/api/constants.ts", import.meta.url);
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

const constants = `// Made from docs/constants.json by \`npm run types\`. Do not edit.
export const CONSTANTS = ${readFileSync(CONSTANTS, "utf8").trim()} as const;
`;

for (const [target, expected] of [
  [TYPES_TARGET, written],
  [CONSTANTS_TARGET, await format(constants, { parser: "typescript", ...(await resolveConfig(CONSTANTS_TARGET)) })],
]) {
  if (!process.argv.includes("--check")) {
    writeFileSync(target, expected);
  } else if (!existsSync(target) || readFileSync(target, "utf8") !== expected) {
    console.error(`${target.pathname} differs from docs: run \`npm run types\`.`);
    process.exitCode = 1;
  }
}

/** Let json-schema-to-typescript see each definition once: titles would make a second copy. */
function closed(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, { title: _title, ...schema }]) => [name, schema]));
}
