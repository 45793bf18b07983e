// What every browser test has: servers and papers made by Python (tests/web/fixtures.py), and a page whose console stays silent.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test as base, expect, type PlaywrightTestOptions } from "@playwright/test";

export { expect };

export const SAMPLE = "sample-paper";
export const SAMPLE_TITLE = "How Likely Is a Shared Birthday";
export const SAMPLE_QUESTION = "How many people make a shared birthday more likely than not?";
/** The answer of every generated paper on boiling water, and a question that leads to it. */
export const QUESTION = "How many minutes did the kettle take to boil on every day of the week?";
export const ANSWER =
  "The kettle took eleven minutes and forty seconds to boil on every day of the week that we observed it.";
export const COLUMNS_TITLE = "Boiling Water in Two Columns";

type Look = Partial<PlaywrightTestOptions>;
export const PHONE: Look = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const SMALL_PHONE: Look = { viewport: { width: 360, height: 720 }, isMobile: true, hasTouch: true };
export const LOOKS: readonly (readonly [string, Look])[] = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", PHONE],
  ["dark phone", { ...PHONE, colorScheme: "dark" }],
];

/** A rectangle in shares of its page. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A generated paper: its file, where its answer or figure is printed, and what else belongs to its kind. */
export interface GeneratedPaper {
  path: string;
  boxes: Box[];
  points: [number, number][];
  source: string;
  title: string;
}

/** What a scripted model says; of what is `held`, all but the first piece waits for `release`. */
export interface Reply {
  text: string;
  pieces?: number;
  held?: boolean;
}

/** Call an operation of tests/web/fixtures.py. */
export async function python<T>(operation: string, given: object): Promise<T> {
  const answer = await fetch(`${process.env["FIXTURES_URL"]!}/${operation}`, {
    method: "POST",
    body: JSON.stringify(given),
  });
  const value: unknown = await answer.json();
  if (!answer.ok) {
    throw new Error(`${operation}: ${String(value)}`);
  }
  return value as T;
}

/** Write a paper of a kind that tests/web/fixtures.py knows. */
export function generate(kind: string, options: object = {}): Promise<GeneratedPaper> {
  return python("paper", { kind, ...options });
}

/** Return the words of each page of a PDF. */
export function printedWords(path: string): Promise<string[]> {
  return python("printed", { path });
}

// What the API answers is read by path here, as a client without its types would.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** `scholarai serve` over a library of its own, and what a client does with it. */
export class Server {
  url = "";
  #number = 0;

  /** Start the server, with a scripted Gemini or beside a Zotero if wanted. */
  async start(options: { gemini?: boolean; zotero?: boolean } = {}): Promise<this> {
    ({ server: this.#number, url: this.url } = await python<{ server: number; url: string }>("start", options));
    return this;
  }

  /** Call an operation that concerns this server. */
  python<T>(operation: string, given: object = {}): Promise<T> {
    return python(operation, { server: this.#number, ...given });
  }

  script(...replies: Reply[]): Promise<void> {
    return this.python("script", { replies });
  }

  async call(method: string, path: string, body?: object): Promise<{ status: number; json: Json }> {
    const answer = await fetch(this.url + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, json: text ? JSON.parse(text) : null };
  }

  /** Call and return what is answered; a refusal is an error. */
  async ok(method: string, path: string, body?: object): Promise<Json> {
    const { status, json } = await this.call(method, path, body);
    expect(status, `${method} ${path}: ${JSON.stringify(json)}`).toBeLessThan(300);
    return json;
  }

  /** Announce a paper, send its bytes, and return its id. */
  async upload(bytes: string | Uint8Array, filename: string): Promise<string> {
    const { paper_id: id, upload } = await this.ok("POST", "/papers", { filename });
    const sent = await fetch(new URL(upload.url, this.url), {
      method: upload.method,
      headers: upload.headers,
      body: bytes as BodyInit,
    });
    expect(sent.status).toBe(200);
    return id;
  }

  /** Send a file, wait until it is read, and return its id. */
  async add(path: string, filename = basename(path)): Promise<string> {
    return this.completed(await this.upload(readFileSync(path), filename));
  }

  async extraction(id: string): Promise<Json> {
    return (await this.call("GET", `/papers/${id}/extraction`)).json;
  }

  /** Wait until a paper is read, and return its id. */
  async completed(id: string): Promise<string> {
    await expect.poll(async () => (await this.extraction(id)).status, { timeout: 120_000 }).toBe("completed");
    return id;
  }

  /** Wait until a review has ended well. */
  async reviewed(id: string): Promise<void> {
    await expect
      .poll(async () => (await this.ok("GET", `/reviews/${id}`)).review.state, { timeout: 120_000 })
      .toBe("completed");
  }
}

interface Fixtures {
  /** Whether errors and warnings on the console are no fault: calls that are meant to fail are none anyway. */
  noisy: boolean;
  silentConsole: null;
  /** Start a server of this test's own. */
  startServer: (options?: { gemini?: boolean; zotero?: boolean }) => Promise<Server>;
}

export const test = base.extend<Fixtures>({
  noisy: [false, { option: true }],
  silentConsole: [
    async ({ context, noisy }, provide) => {
      const said: string[] = [];
      context.on("console", (message) => {
        // Chromium itself logs this for refused requests.
        if (["error", "warning"].includes(message.type()) && !message.text().includes("Failed to load resource")) {
          said.push(message.text());
        }
      });
      context.on("weberror", (error) => said.push(String(error.error())));
      await provide(null);
      if (!noisy) {
        expect(said, "the console").toEqual([]);
      }
    },
    { auto: true },
  ],
  startServer: async ({}, provide) => {
    const started: Server[] = [];
    await provide(async (options) => {
      const server = await new Server().start(options);
      started.push(server);
      return server;
    });
    for (const server of started) {
      await server.python("end");
    }
  },
});

/** A server for all tests of a file, without any model's key. */
export function fileServer(): Server {
  const server = new Server();
  test.beforeAll(async () => void (await server.start()));
  test.afterAll(() => server.python("end"));
  return server;
}

/** A paper in a file's server, added before the file's tests; its id is there once they run. */
export function filePaper(server: Server, kind: string, options: object = {}): { id: string } {
  const paper = { id: "" };
  test.beforeAll(async () => {
    paper.id = await server.add((await generate(kind, options)).path);
  });
  return paper;
}
