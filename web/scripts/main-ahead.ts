/**
 * A plugin of Vite for the page's main script: it comes in one piece beside the small script that imports it.
 *
 * Without it, what lazy rooms need of the main script, too, would come in some ten files of a few kilobytes.
 */
import type { Plugin } from "vite";

const START = "src/start.ts";
const MAIN = "src/main.tsx";
// Browsers that know it compile the script while it comes in, instead of each function when it is first called.
// https://v8.dev/blog/explicit-compile-hints
const COMPILE_AHEAD = "//# allFunctionsCalledOnLoad\n";

export function mainAhead(): Plugin {
  let inMain = new Set<string>();
  return {
    name: "main-ahead",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [{ name: (id: string) => (inMain.has(id) ? "main" : null) }],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const [start, main] = [START, MAIN].map((name) =>
        reached(
          ids.find((id) => id.endsWith(name))!,
          importsOf,
        ),
      );
      inMain = new Set([...main!].filter((id) => !start!.has(id)));
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
