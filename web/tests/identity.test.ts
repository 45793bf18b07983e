/**
 * Signing in, against a double of Identity Platform and, where `IDENTITY_EMULATOR` names one (`firebase
 * emulators:start --only auth`), against Firebase's own emulator: both must answer the page alike.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { codeOf } from "../e2e/authenticator.ts";
import { IdentityDouble } from "../e2e/identity-double.ts";

const EMULATOR = process.env.IDENTITY_EMULATOR;
const WRONG = "The address or the password is wrong.";
const realFetch = globalThis.fetch;

interface Platform {
  answer: (url: string, body: string) => Promise<Response>;
}

function double(): Platform & { made: IdentityDouble } {
  const made = new IdentityDouble();
  return {
    made,
    answer: (url, body) => {
      const { status, body: said } = made.answer(url, body);
      return Promise.resolve(Response.json(said, { status }));
    },
  };
}

function emulator(): Platform {
  return {
    answer: (url, body) =>
      realFetch(url.replace("https://", `${EMULATOR}/`), {
        method: "POST",
        headers: { "Content-Type": body.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded" },
        body,
      }),
  };
}

let answers: Platform["answer"];
let calls: string[] = [];
// Our key works for calls that say which site they come from.
const policies = new Set<string | undefined>();

/** Load the module again, as a page that is opened does. */
async function opened() {
  vi.resetModules();
  return import("@/api/identity");
}

beforeEach(() => {
  calls = [];
  document.head.innerHTML = '<meta name="scholarai-identity-key" content="key" />';
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    calls.push(new URL(url).pathname);
    policies.add(init.referrerPolicy);
    return answers(url, String(init.body));
  });
});

afterEach(() => {
  expect([...policies].filter((policy) => policy !== "origin")).toEqual([]);
  document.head.innerHTML = "";
  vi.useRealTimers();
});

const PLATFORMS: [string, () => Platform][] = [["the double", double]];
if (EMULATOR) {
  PLATFORMS.push(["Firebase's emulator", emulator]);
}

describe.each(PLATFORMS)("with %s", (_name, platform) => {
  const email = `ada-${crypto.randomUUID()}@example.org`;

  beforeEach(() => {
    answers = platform().answer;
  });

  test("an account is made, left, and entered again, and each failure is said in plain words", async () => {
    const identity = await opened();
    await expect(identity.signUp("nobody", "secret-1")).rejects.toThrow("not a valid e-mail address");
    await expect(identity.signUp(email, "abc")).rejects.toThrow("at least six characters");
    await expect(identity.signIn(email, "secret-1")).rejects.toThrow(WRONG);
    await identity.signUp(email, "secret-1");
    expect(identity.account()?.email).toBe(email);
    await expect(identity.signUp(email, "secret-1")).rejects.toThrow("already");
    await identity.sendReset(email);

    identity.signOut();
    expect(identity.account()).toBeNull();
    expect(await identity.idToken()).toBeNull();
    await expect(identity.signIn(email, "wrong")).rejects.toThrow(WRONG);
    await identity.signIn(email, "secret-1");
    expect(await identity.idToken()).toBeTruthy();
  });

  test("a page that is opened again renews its token once for all calls, and keeps none in storage", async () => {
    const first = await opened();
    await first.signUp(`again-${email}`, "secret-1");
    const token = (await first.idToken())!;
    expect(JSON.stringify(localStorage)).not.toContain(token);
    calls = [];

    const second = await opened();
    const tokens = await Promise.all([second.idToken(), second.idToken(), second.idToken()]);

    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toBeTruthy();
    expect(calls).toEqual(["/v1/token"]);
  });

  test("a session that cannot be renewed ends, and says so", async () => {
    localStorage.setItem("scholarai:account", JSON.stringify({ email, refreshToken: "made up" }));
    const identity = await opened();

    await expect(identity.idToken()).rejects.toThrow();

    expect(identity.account()).toBeNull();
    expect(identity.whySignedOut()).toContain("Sign in again");
  });
});

describe("a session", () => {
  const email = "ada@example.org";

  test("is renewed before its hour is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answers = double().answer;
    const identity = await opened();
    await identity.signUp(email, "secret-1");
    const first = await identity.idToken();
    expect(await identity.idToken()).toBe(first);

    vi.setSystemTime(Date.now() + 3_580_000);

    expect(await identity.idToken()).not.toBe(first);
  });

  test("outlives a service that is away for a moment", async () => {
    const platform = double();
    answers = platform.answer;
    await (await opened()).signUp(email, "secret-1");
    const identity = await opened();
    answers = () => Promise.reject(new TypeError("network"));
    await expect(identity.idToken()).rejects.toThrow("cannot be reached");

    answers = platform.answer;

    expect(identity.account()?.email).toBe(email);
    expect(await identity.idToken()).toBeTruthy();
  });

  test("ends when its account was closed, and when the API refuses its token", async () => {
    const platform = double();
    answers = platform.answer;
    await (await opened()).signUp(email, "secret-1");
    platform.made.disable(email);
    const identity = await opened();
    await expect(identity.idToken()).rejects.toThrow("disabled");
    expect(identity.account()).toBeNull();
    await identity.signUp("bob@example.org", "secret-1");

    identity.refused();

    expect(identity.account()).toBeNull();
  });

  test("ends for good when the account is deleted", async () => {
    const platform = double();
    answers = platform.answer;
    const identity = await opened();
    await identity.signUp(email, "secret-1");

    await identity.closeAccount();
    identity.signOut();

    await expect(identity.signIn(email, "secret-1")).rejects.toThrow(WRONG);
  });

  test("ends in all tabs at once", async () => {
    answers = double().answer;
    const identity = await opened();
    await identity.signUp(email, "secret-1");
    let heard = 0;
    identity.onAccount(() => (heard += 1));

    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: "scholarai:account" }));

    expect(identity.account()).toBeNull();
    expect(heard).toBe(1);
  });

  test("cannot be made where the site takes no new accounts", async () => {
    const platform = double();
    platform.made.open = false;
    answers = platform.answer;

    await expect((await opened()).signUp(email, "secret-1")).rejects.toThrow("no new accounts");
  });
});

describe("a second factor", () => {
  const email = "ada@example.org";

  async function withApp() {
    const platform = double();
    answers = platform.answer;
    const identity = await opened();
    const factors = await import("@/api/second-factor");
    await identity.signUp(email, "secret-1");
    const setup = await factors.startFactor(email);
    return { platform, identity, factors, setup };
  }

  test("is added by a code of the app, asked for at sign-in, and removed", async () => {
    const { identity, factors, setup } = await withApp();
    await expect(factors.confirmFactor(setup, "000000")).rejects.toThrow("The code is wrong");
    expect(await factors.getFactors()).toEqual([]);
    const before = await identity.idToken();
    await factors.confirmFactor(setup, codeOf(setup.address));
    expect(await identity.idToken()).not.toBe(before);
    identity.signOut();

    const begun = await identity.signIn(email, "secret-1");
    expect(identity.account()).toBeNull();
    await expect(identity.confirmSignIn(begun!, "000000")).rejects.toThrow("The code is wrong");
    expect(identity.account()).toBeNull();
    await identity.confirmSignIn(begun!, codeOf(setup.address));
    expect(identity.account()?.email).toBe(email);
    await expect(identity.confirmSignIn(begun!, codeOf(setup.address))).rejects.toThrow("took too long");

    const [factor] = await factors.getFactors();
    expect(factor?.name).toBe("Authenticator app");
    await factors.removeFactor(factor!.id);
    identity.signOut();
    expect(await identity.signIn(email, "secret-1")).toBeNull();
  });

  test("waits until the address is confirmed", async () => {
    const { platform, factors } = await withApp();
    platform.made.confirmed = false;

    await expect(factors.startFactor(email)).rejects.toThrow("Confirm your e-mail address first");
  });

  test("that is no app is named where it is met", async () => {
    answers = () =>
      Promise.resolve(
        Response.json({ mfaPendingCredential: "p", mfaInfo: [{ mfaEnrollmentId: "f", phoneInfo: "+1" }] }),
      );

    await expect((await opened()).signIn(email, "secret-1")).rejects.toThrow("not an authenticator app");
  });
});

// RFC 6238, appendix B, for SHA-1.
test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [20_000_000_000, "65353130"],
])("the double's app shows at second %d what the standard says", (second, code) => {
  const address = "otpauth://totp/a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=8";

  expect(codeOf(address, second * 1000)).toBe(code);
});

test("on one machine nobody has to sign in", async () => {
  document.head.innerHTML = '<meta name="scholarai-identity-key" content="" />';
  const identity = await opened();

  expect(identity.hasAccounts()).toBe(false);
  expect(await identity.idToken()).toBeNull();
});
