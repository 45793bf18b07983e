/**
 * Who is signed in: accounts of Identity Platform over its REST API, without its SDK; on one machine nobody has to.
 *
 * The ID token, good for an hour, lives in memory alone. The token that renews it is kept in the browser, as Google's
 * own SDK does, so that one signs in once and not with every tab; signing out takes it away in all tabs. What could
 * steal it there is a foreign script, which the page's policy keeps out.
 */
import { deployment } from "./deployment";
import { ApiError } from "./problem";

export interface Account {
  email: string;
}

interface Kept extends Account {
  refreshToken: string;
}

interface Signed {
  email: string;
  idToken: string;
  refreshToken: string;
  expiresIn: string;
}

interface Renewed {
  id_token: string;
  refresh_token: string;
  expires_in: string;
}

const KEY = "scholarai:account";
// Renewed before it ends, so that a call on its way does not come too late. A guess.
const EARLY_MS = 60_000;
const PATIENCE_MS = 15_000;

// https://cloud.google.com/identity-platform/docs/error-codes; the words are ours.
const WORDS: Record<string, string> = {
  INVALID_LOGIN_CREDENTIALS: "The address or the password is wrong.",
  EMAIL_NOT_FOUND: "The address or the password is wrong.",
  INVALID_PASSWORD: "The address or the password is wrong.",
  INVALID_EMAIL: "This is not a valid e-mail address.",
  EMAIL_EXISTS: "An account with this address already exists. Sign in.",
  WEAK_PASSWORD: "The password needs at least six characters.",
  USER_DISABLED: "This account is disabled. Contact the operator of this site.",
  ADMIN_ONLY_OPERATION: "This site takes no new accounts by itself. Contact its operator.",
  TOO_MANY_ATTEMPTS_TRY_LATER: "Too many attempts. Wait a few minutes.",
};
const ENDED = "You were signed out. Sign in again.";

let kept: Kept | null = read();
let token: { text: string; endsAt: number } | null = null;
let renewing: Promise<string> | null = null;
let letter: Promise<void> | null = null;
let notice: string | null = null;
const listeners = new Set<() => void>();

/** Tell whether this page is one where people sign in. */
export function hasAccounts(): boolean {
  return deployment().identityKey !== "";
}

export function account(): Account | null {
  return kept;
}

/** Why nobody is signed in any more, if that was not one's own wish. */
export function whySignedOut(): string | null {
  return notice;
}

export function onAccount(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return a token that is good for a while, renewed if need be, and null where nobody is signed in. */
export function idToken(): Promise<string | null> {
  if (!kept || !hasAccounts()) {
    return Promise.resolve(null);
  }
  if (token && token.endsAt - EARLY_MS > Date.now()) {
    return Promise.resolve(token.text);
  }
  // Many calls of one moment share one renewal.
  renewing ??= renew(kept).finally(() => {
    renewing = null;
  });
  return renewing;
}

export async function signIn(email: string, password: string): Promise<void> {
  enter(await toolkit<Signed>("signInWithPassword", { email, password, returnSecureToken: true }));
}

export async function signUp(email: string, password: string): Promise<void> {
  enter(await toolkit<Signed>("signUp", { email, password, returnSecureToken: true }));
}

export async function sendReset(email: string): Promise<void> {
  await toolkit("sendOobCode", { email, requestType: "PASSWORD_RESET" });
}

/** Have the letter sent whose link verifies the address, once until the page is loaded again. */
export function sendVerification(): Promise<void> {
  letter ??= idToken()
    .then(async (text) => {
      await toolkit("sendOobCode", { idToken: text, requestType: "VERIFY_EMAIL" });
    })
    .catch((error: unknown) => {
      letter = null;
      throw error;
    });
  return letter;
}

/** Delete the account that is signed in; an old sign-in is refused. */
export async function closeAccount(): Promise<void> {
  await toolkit("delete", { idToken: await idToken() });
}

export function signOut(why: string | null = null): void {
  token = null;
  notice = why;
  keep(null);
}

/** Take a refusal of our API for what it is: the account has ended elsewhere. */
export function refused(): void {
  if (kept) {
    signOut(ENDED);
  }
}

async function renew({ email, refreshToken }: Kept): Promise<string> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  let renewed: Renewed;
  try {
    renewed = await post<Renewed>("securetoken", "token", form);
  } catch (error) {
    if (error instanceof ApiError && !error.retryable && kept?.refreshToken === refreshToken) {
      signOut(ENDED);
    }
    throw error;
  }
  if (kept?.refreshToken === refreshToken) {
    hold(renewed.id_token, renewed.expires_in);
    keep({ email, refreshToken: renewed.refresh_token });
  }
  return renewed.id_token;
}

function enter({ email, idToken: text, refreshToken, expiresIn }: Signed): void {
  notice = null;
  hold(text, expiresIn);
  keep({ email, refreshToken });
}

function hold(text: string, seconds: string): void {
  token = { text, endsAt: Date.now() + 1000 * Number(seconds) };
}

function toolkit<T>(call: string, body: object): Promise<T> {
  return post<T>("identitytoolkit", `accounts:${call}`, JSON.stringify(body));
}

async function post<T>(service: string, path: string, body: string | URLSearchParams): Promise<T> {
  const url = `https://${service}.googleapis.com/v1/${path}?key=${encodeURIComponent(deployment().identityKey)}`;
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: typeof body === "string" ? { "Content-Type": "application/json" } : {},
      body,
      // The key works from our site alone, and the page's own policy names it to nobody.
      referrerPolicy: "origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw failure(0, "unreachable", "The sign-in service cannot be reached.", true);
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: { message?: string } }) | null;
  if (!response.ok || !answer) {
    // "WEAK_PASSWORD : Password should be …"
    const code = /^\w+/.exec(answer?.error?.message ?? "")?.[0] ?? "unexpected";
    const passing = response.status >= 500 || response.status === 429;
    throw failure(response.status, code, WORDS[code] ?? "Sign-in failed.", passing);
  }
  return answer;
}

function failure(status: number, code: string, detail: string, retryable: boolean): ApiError {
  return new ApiError({ status, code, detail, action: retryable ? "Try again in a moment." : null, retryable });
}

function keep(next: Kept | null): void {
  const changed = kept?.email !== next?.email;
  kept = next;
  if (next) {
    localStorage.setItem(KEY, JSON.stringify(next));
  } else {
    localStorage.removeItem(KEY);
  }
  if (changed) {
    listeners.forEach((listener) => listener());
  }
}

function read(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

// Another tab signed in or out.
addEventListener("storage", ({ key }) => {
  if (key === KEY) {
    const before = kept;
    kept = read();
    token = kept?.email === before?.email ? token : null;
    listeners.forEach((listener) => listener());
  }
});
