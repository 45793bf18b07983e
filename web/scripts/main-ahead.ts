/**
 * A plugin of Vite for the page's main script: it comes in one piece beside the small script that imports it.
 *
 * Without it, what lazy rooms need of the main script, too, would come in some ten files of a few kilobytes, and what several of them
 * need beside it in some thirty.
 */
import type { Plugin } from "vite";

const START = "src/start.ts";
const MAIN = "src/main.tsx";
const PARTS = "src/app/parts.ts";
// Browsers that know it compile the script while it comes in, instead of each function when it is first called.
// https://v8.dev/blog/explicit-compile-hints
const COMPILE_AHEAD = "//# allFunctionsCalledOnLoad\n";

export function mainAhead(): Plugin {
  const chunkOf = new Map<string, string>();
  return {
    name: "main-ahead",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: (id: string) => chunkOf.get(id) ?? null }],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const idOf = (name: string) => ids.find((id) => id.endsWith(name))!;
      const start = reached(idOf(START), importsOf);
      const seen = new Set<string>();
      for (const part of this.getModuleInfo(idOf(PARTS))?.dynamicallyImportedIds ?? []) {
        for (const id of reached(part, importsOf)) {
          if (seen.has(id)) {
            chunkOf.set(id, "shared");
          }
          seen.add(id);
        }
      }
      for (const id of reached(idOf(MAIN), importsOf)) {
        chunkOf.set(id, "main");
      }
      for (const id of start) {
        chunkOf.delete(id);
      }
    },
    generateBundle: {
      // It counts only before all else, and Vite itself writes a line at the top.
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && chunk.name === "main") {
            chunk.code = COMPILE_AHEAD + chunk.code;
          }
        }
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const entry = chunks.find((chunk) => chunk.isEntry);
        const main = chunks.find((chunk) => chunk.name === "main");
        if (!entry || !main) {
          throw new Error(`the build has no chunk of ${START} or ${MAIN}`);
        }
        const known = new Set([entry.fileName, ...entry.imports]);
        return [main.fileName, ...main.imports]
          .filter((name) => !known.has(name))
          .map((name) => ({
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` },
            injectTo: "head",
          }));
      },
    },
  };
}

/** Return a module and all that it imports, directly or not. */
function reached(from: string, importsOf: (id: string) => readonly string[]): Set<string> {
  const all = new Set([from]);
  for (const id of all) {
    for (const one of importsOf(id)) {
      all.add(one);
    }
  }
  return all;
}
