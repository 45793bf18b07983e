import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanKatex } from "./scripts/lean-katex.ts";
import { mainAhead } from "./scripts/main-ahead.ts";
// Writes the types and constants that the page and its tests import.
import "./scripts/types.mjs";

const API = process.env["SCHOLARAI_API"] ?? "http://127.0.0.1:8080";
const { paths } = JSON.parse(readFileSync(new URL("../docs/openapi.json", import.meta.url), "utf8")) as {
  paths: Record<string, unknown>;
};
// What the API answers, and the addresses to which a local server has files sent.
const ANSWERED = new Set([...Object.keys(paths).map((path) => path.split("/")[1]!), "local"]);

/** Copies what is fetched or passed on beside the code: from `node_modules` to a place of the built page. */
function copied(copies: Record<string, string>): Plugin {
  let outDir = "";
  return {
    name: "copied",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle() {
      for (const [from, to] of Object.entries(copies)) {
        cpSync(fileURLToPath(new URL(`node_modules/${from}`, import.meta.url)), `${outDir}/${to}`, { recursive: true });
      }
    },
  };
}

const PDFJS = ["cmaps", "standard_fonts", "wasm", "iccs"];
const FONTS = ["inter", "source-serif-4"];
const COPIES: Record<string, string> = {
  // What pdf.js needs for some papers: character maps, the fonts of every reader, picture decoders.
  ...Object.fromEntries(PDFJS.map((name): [string, string] => [`pdfjs-dist/${name}`, `pdfjs/${name}`])),
  // The fonts may be passed on only with these.
  ...Object.fromEntries(
    FONTS.map((font): [string, string] => [`@fontsource-variable/${font}/LICENSE`, `assets/${font}-LICENSE.txt`]),
  ),
};

/** Every browser that this page runs in reads WOFF2; the older forms of KaTeX's fonts would only be named. */
function woff2Only(): Plugin {
  return {
    name: "woff2-only",
    enforce: "pre",
    transform: (code, id) =>
      id.includes("katex.min.css")
        ? { code: code.replace(/,url\([^)]+\.(?:woff|ttf)\) ?format\("\w+"\)/g, ""), map: null }
        : null,
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), leanKatex(), woff2Only(), copied(COPIES), mainAhead()],
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  build: {
    target: ["es2023", "chrome123", "firefox120", "safari17.5"],
    // Fonts and pictures as files: a strict policy has no room for data URLs.
    assetsInlineLimit: 0,
    // What the page is made of, with its licences; those of its fonts stand beside them.
    license: { fileName: "licenses.md" },
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      [`^/(${[...ANSWERED].join("|")})(/|\\?|$)`]: {
        target: API,
        // Some addresses are the page's, too: a browser that opens one asks for HTML.
        bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
      },
    },
  },
});
