import { cpSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanKatex } from "./scripts/lean-katex.ts";

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
  plugins: [react(), tailwindcss(), leanKatex(), woff2Only(), pdfjsFiles()],
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  build: {
    target: ["es2023", "chrome123", "firefox120", "safari17.5"],
    // Fonts and pictures as files: a strict policy has no room for data URLs.
    assetsInlineLimit: 0,
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
