/** Sign-in at a provider, against the double of Identity Platform: leaving, coming back, and who is turned away. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { codeOf } from "../e2e/authenticator.ts";
import { IdentityDouble, PROVIDER } from "../e2e/identity-double.ts";

const OURS = { id: "oidc.ours", name: "Our University" };
const THEIRS = { id: "saml.theirs", name: "Their Library" };
const EMAIL = "ada@example.org";

let platform: IdentityDouble;
let left: string[];

/** Load the modules again, as a page that is opened does. */
async function opened() {
  vi.resetModules();
  return { ...(await import("@/api/identity")), ...(await import("@/api/federated")) };
}

/** Leave for a provider and come back with what it answers; `changed` may forge the answer. */
async function cameBack(provider = OURS, changed: (answer: Record<string, string>) => void = () => {}) {
  await (await opened()).leaveFor(provider);
  const sent = new URL(left.at(-1)!).searchParams;
  const answer: Record<string, string> =
    provider === OURS
      ? { id_token: `of ${EMAIL}`, state: sent.get("state")! }
      : { SAMLResponse: `of ${EMAIL}`, RelayState: sent.get("RelayState")! };
  changed(answer);
  history.replaceState(null, "", `/#${new URLSearchParams(answer).toString()}`);
  const page = await opened();
  return { page, returned: page.takeReturned()! };
}

beforeEach(() => {
  platform = new IdentityDouble();
  left = [];
  document.head.innerHTML = '<meta name="scholarai-identity-key" content="key" />';
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const { status, body } = platform.answer(url, init.body as string);
    return Promise.resolve(Response.json(body, { status }));
  });
  vi.spyOn(location, "assign").mockImplementation((address) => void left.push(String(address)));
  history.replaceState(null, "", "/papers/p1?page=2");
});

afterEach(() => {
  document.head.innerHTML = "";
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

test.each([OURS, THEIRS])("who comes back from $name is signed in where they left", async (provider) => {
  const { page, returned } = await cameBack(provider);

  expect(left[0]).toContain(`${PROVIDER}/${provider.id}?`);
  expect(location.pathname + location.search + location.hash).toBe("/papers/p1?page=2");
  expect(await page.finish(returned)).toBeNull();
  expect(page.account()?.email).toBe(EMAIL);
  expect(await page.idToken()).toBeTruthy();
});

test("an address without an answer is left alone", async () => {
  history.replaceState(null, "", "/#section");

  expect((await opened()).takeReturned()).toBeNull();
  expect(location.hash).toBe("#section");
});

test("an answer counts once", async () => {
  const { returned } = await cameBack();
  history.replaceState(null, "", new URL(returned.address));
  const page = await opened();

  await expect(page.finish(page.takeReturned()!)).rejects.toThrow("not begun in this tab");
  expect(page.account()).toBeNull();
});

test.each([
  ["another state", "forged"],
  ["no state", ""],
])("an answer with %s signs nobody in, and nobody is asked about it", async (_says, state) => {
  const { page, returned } = await cameBack(OURS, (answer) => (answer.state = state));
  const asked = vi.spyOn(platform, "answer");

  await expect(page.finish(returned)).rejects.toThrow("not begun in this tab");
  expect(page.account()).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test("an answer to a sign-in that somebody else began signs nobody in", async () => {
  const { returned } = await cameBack();
  sessionStorage.clear();
  history.replaceState(null, "", new URL(returned.address));
  const page = await opened();

  await expect(page.finish(page.takeReturned()!)).rejects.toThrow("Begin again");
});

test("a sign-in that was cancelled at the provider is told", async () => {
  const { page, returned } = await cameBack(OURS, (answer) => {
    delete answer.id_token;
    answer.error = "access_denied";
  });

  await expect(page.finish(returned)).rejects.toThrow("The sign-in was cancelled at Our University.");
});

test("a token that is not the provider's is refused", async () => {
  const { page, returned } = await cameBack(OURS, (answer) => (answer.id_token = "made up"));

  await expect(page.finish(returned)).rejects.toThrow("The answer of the provider cannot be used");
  expect(page.account()).toBeNull();
});

test("a provider that was closed is told before anybody leaves", async () => {
  platform.providers.delete(OURS.id);

  await expect((await opened()).leaveFor(OURS)).rejects.toThrow("does not offer this");
  expect(left).toEqual([]);
});

test("an address that belongs to an account with a password is not taken over", async () => {
  await (await opened()).signUp(EMAIL, "secret-1");
  localStorage.clear();

  const { page, returned } = await cameBack();

  await expect(page.finish(returned)).rejects.toThrow("already exists. Sign in with its password.");
  expect(page.account()).toBeNull();
});

test("a site that takes no new accounts takes none from providers", async () => {
  platform.open = false;
  const { page, returned } = await cameBack();

  await expect(page.finish(returned)).rejects.toThrow("no new accounts");
});

test("a second factor is asked for after the provider, too", async () => {
  const first = await cameBack();
  await first.page.finish(first.returned);
  const factors = await import("@/api/second-factor");
  const setup = await factors.startFactor(EMAIL);
  await factors.confirmFactor(setup, codeOf(setup.address));
  first.page.signOut();

  const { page, returned } = await cameBack();
  const begun = await page.finish(returned);

  expect(page.account()).toBeNull();
  expect(begun?.email).toBe(EMAIL);
  await page.confirmSignIn(begun!, codeOf(setup.address));
  expect(page.account()?.email).toBe(EMAIL);
});

test("nobody is sent to an address that is not encrypted", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(Response.json({ authUri: "javascript:alert(1)?state=s", sessionId: "s" })),
  );

  await expect((await opened()).leaveFor(OURS)).rejects.toThrow("not set up rightly");
  expect(left).toEqual([]);
});
