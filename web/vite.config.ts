import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanKatex } from "./scripts/lean-katex.ts";

const FONTS = ["inter", "source-serif-4"];
const PDFJS = fileURLToPath(new URL("node_modules/pdfjs-dist/", import.meta.url));
const API = "http://127.0.0.1:8080";

/** What pdf.js fetches when a paper needs it: character maps, the fonts of every reader, picture decoders. */
function pdfjsFiles(): Plugin {
  let outDir = "";
  return {
    name: "pdfjs-files",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
        cpSync(`${PDFJS}${folder}`, `${outDir}/pdfjs/${folder}`, { recursive: true });
      }
    },
  };
}

/** The licences that the fonts must be passed on with. */
function fontLicences(): Plugin {
  let outDir = "";
  return {
    name: "font-licences",
    apply: "build",
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle() {
      for (const font of FONTS) {
        const packed = fileURLToPath(new URL(`node_modules/@fontsource-variable/${font}/LICENSE`, import.meta.url));
        cpSync(packed, `${outDir}/assets/${font}-LICENSE.txt`);
      }
    },
  };
}

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
  plugins: [react(), tailwindcss(), leanKatex(), woff2Only(), pdfjsFiles(), fontLicences()],
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  build: {
    target: ["es2023", "chrome123", "firefox120", "safari17.5"],
    // Fonts and pictures as files: a strict policy has no room for data URLs.
    assetsInlineLimit: 0,
    // What the page is made of, with its licences; those of its fonts are beside them.
    license: { fileName: "licenses.md" },
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ["/papers", "/chat", "/reviews", "/tables", "/search", "/local"].map((path) => [
        path,
        {
          target: API,
          bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
        },
      ]),
    ),
  },
});
