/**
 * Sign-in with accounts of Identity Platform over its REST API, without its SDK; a local server needs none.
 *
 * The ID token, valid for an hour, is kept in memory only. The refresh token is stored in the browser, as by Google's
 * own SDK, so that one sign-in serves all tabs; signing out removes it in all tabs. A foreign script could steal it
 * there, but the page's content security policy allows none.
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
// Renewed before it expires, so that a call does not arrive too late. A guess.
const EARLY_MS = 60_000;
const PATIENCE_MS = 15_000;

// https://cloud.google.com/identity-platform/docs/error-codes; the messages are ours.
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

/** Tell whether this page has sign-in. */
export function hasAccounts(): boolean {
  return deployment().identityKey !== "";
}

export function account(): Account | null {
  return kept;
}

/** Why the session ended, unless the user signed out. */
export function whySignedOut(): string | null {
  return notice;
}

export function onAccount(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Return a valid token, renewed if necessary, or null if nobody is signed in. */
export function idToken(): Promise<string | null> {
  if (!kept || !hasAccounts()) {
    return Promise.resolve(null);
  }
  if (token && token.endsAt - EARLY_MS > Date.now()) {
    return Promise.resolve(token.text);
  }
  // Concurrent calls share one renewal.
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

/** Request the verification e-mail, once per page load. */
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

/** Delete the signed-in account; Identity Platform refuses an old sign-in. */
export async function closeAccount(): Promise<void> {
  await toolkit("delete", { idToken: await idToken() });
}

export function signOut(why: string | null = null): void {
  token = null;
  notice = why;
  keep(null);
}

/** Handle a 401 of our API: the account was disabled or deleted. */
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
      // The key works from our site only; the page's own policy would send no referrer.
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
