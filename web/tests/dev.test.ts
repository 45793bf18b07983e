/** `npm run dev`: the page from its sources, and the API of another server. */
import { createServer as createApi, get as call, type Server } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { paths } = JSON.parse(readFileSync(`${root}/../docs/openapi.json`, "utf8")) as {
  paths: Record<string, Record<string, unknown>>;
};
let api: Server;
let dev: ViteDevServer;
let url = "";

beforeAll(async () => {
  api = createApi((request, response) => response.end(`the API: ${request.url}`));
  await new Promise<void>((listening) => api.listen(0, "127.0.0.1", listening));
  process.env["SCHOLARAI_API"] = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  dev = await createServer({ root, logLevel: "silent", server: { host: "127.0.0.1", port: 0 } });
  await dev.listen();
  url = `http://127.0.0.1:${(dev.httpServer!.address() as AddressInfo).port}`;
}, 60_000);

afterAll(async () => {
  delete process.env["SCHOLARAI_API"];
  await dev.close();
  api.close();
});

/** Return what the server sends; the page's `fetch` would be stopped by the browser's rules on origins. */
function get(path: string, accept: string): Promise<string> {
  return new Promise((resolve, reject) => {
    call(url + path, { headers: { accept } }, (response) => {
      let body = "";
      response.on("data", (part: Buffer) => (body += part.toString()));
      response.on("end", () => resolve(body));
    }).on("error", reject);
  });
}

test("passes every call of the page on to the API", async () => {
  const read = Object.entries(paths).flatMap(([path, methods]) => ("get" in methods ? [path] : []));
  expect(read.length).toBeGreaterThan(20);
  for (const path of read) {
    const call = `${path.replace(/\{\w+\}/g, "x1")}?limit=1`;
    expect(await get(call, "application/json")).toBe(`the API: ${call}`);
  }
});

test.each(["/", "/library", "/papers/x1", "/check"])("gives a browser that opens %s the page", async (path) => {
  expect(await get(path, "text/html,*/*")).toContain("/src/start.ts");
});
