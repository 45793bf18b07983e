/** Who may not cause costs yet gets the letter that verifies the address. */
import { beforeEach, expect, test, vi } from "vitest";
import { IdentityDouble } from "../e2e/identity-double.ts";

const PROBLEM = { status: 403, code: "email_not_verified", detail: "not verified yet", action: null, retryable: false };
const platform = new IdentityDouble();
let letters: Record<string, unknown>[] = [];

beforeEach(async () => {
  letters = [];
  vi.resetModules();
  document.head.innerHTML = '<meta name="scholarai-identity-key" content="key" />';
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (url.startsWith("/")) {
      return Promise.resolve(Response.json(PROBLEM, { status: 403 }));
    }
    if (url.includes("sendOobCode")) {
      letters.push(JSON.parse(String(init.body)));
    }
    const { status, body } = platform.answer(url, String(init.body));
    return Promise.resolve(Response.json(body, { status }));
  });
  const identity = await import("@/api/identity");
  await identity.signUp(`ada-${crypto.randomUUID()}@example.org`, "secret-1");
});

test("a refused upload sends one letter, whatever is tried besides", async () => {
  const { sendJson } = await import("@/api/http");
  const { idToken } = await import("@/api/identity");

  for (let n = 0; n < 3; n++) {
    await expect(sendJson("POST", "/papers", {})).rejects.toThrow("Not verified yet.");
  }

  expect(letters).toEqual([{ idToken: await idToken(), requestType: "VERIFY_EMAIL" }]);
});
