import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
// Writes the types and constants that the page and its tests import.
import "./scripts/types.mjs";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("src", import.meta.url)) } },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/setup.ts"],
    // Two cores, shared.
    maxWorkers: 2,
    // A limit for what hangs, not for what is slow.
    testTimeout: 60_000,
  },
});
