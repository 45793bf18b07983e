/** Answers that begin and break off: each call fails as one that may be tried again. */
import { expect, test, vi } from "vitest";
import { getFile, getJson, sendForFile } from "@/api/http";

const CALLS = {
  "a payload": () => getJson("/papers/1"),
  "a file": () => getFile("/papers/1/file"),
  "a file for a body": () => sendForFile("/check/export", {}),
};
const BREAKS = {
  timeout: new DOMException("signal timed out", "TimeoutError"),
  unreachable: new TypeError("network error"),
};

for (const [what, call] of Object.entries(CALLS)) {
  for (const [code, error] of Object.entries(BREAKS)) {
    test(`${what} whose reading ends with ${error.name} may be asked for again`, async () => {
      const body = new ReadableStream({ start: (controller) => controller.error(error) });
      vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));

      await expect(call()).rejects.toMatchObject({ name: "Error", code, retryable: true });
    });
  }
}
