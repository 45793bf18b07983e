/**
 * Sign-in with accounts of Identity Platform over its REST API, without its SDK; a local server needs none.
 *
 * The ID token, valid for an hour, is kept in memory only. The refresh token is stored in the browser, as by Google's
 * own SDK, so that one sign-in serves all tabs; signing out removes it in all tabs. A foreign script could steal it
 * there, but the page's content security policy allows none.
 */
import { deployment } from "./deployment";
import { failure, secondFactors, tokens, toolkit } from "./identity-calls";
import { ApiError } from "./problem";
import { calls as texts } from "@/texts/calls";

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

/** A sign-in that the password began: a code of the account's authenticator app completes it. */
export interface Begun {
  email: string;
  pending: string;
  factor: string;
}

interface AskedForCode {
  email?: string;
  mfaPendingCredential: string;
  mfaInfo: { mfaEnrollmentId: string; totpInfo?: object }[];
}

/** What a sign-in is answered with: tokens, or the question for a code. */
export type Answered = Signed | AskedForCode;

/** What an account is given once its second factor was confirmed, added or removed. */
export interface Confirmed {
  idToken: string;
  refreshToken: string;
}

interface Renewed {
  id_token: string;
  refresh_token: string;
  expires_in: string;
}

const KEY = "scholarai:account";
// Renewed before it expires, so that a call does not arrive too late. A guess.
const EARLY_MS = 60_000;
// ID tokens are valid for an hour; the methods of second factors do not say it.
const HOUR_S = "3600";

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

/** Sign in, or return what a code has to complete. */
export async function signIn(email: string, password: string): Promise<Begun | null> {
  const body = { email, password, returnSecureToken: true };
  return finishWith({ email, ...(await toolkit<Answered>("signInWithPassword", body)) });
}

/** Go on with the answer to a sign-in, or return what a code has to complete. */
export function finishWith(answer: Answered): Begun | null {
  if (!("mfaPendingCredential" in answer)) {
    enter(answer);
    return null;
  }
  const factor = answer.mfaInfo.find(({ totpInfo }) => totpInfo)?.mfaEnrollmentId;
  if (factor === undefined) {
    throw failure(0, "second_factor_unknown", texts.noApp, false);
  }
  return { email: answer.email ?? "", pending: answer.mfaPendingCredential, factor };
}

/** Complete a sign-in with the code that the authenticator app shows. */
export async function confirmSignIn({ email, pending, factor }: Begun, code: string): Promise<void> {
  const confirmed = await secondFactors<Confirmed>("mfaSignIn:finalize", {
    mfaPendingCredential: pending,
    mfaEnrollmentId: factor,
    totpVerificationInfo: { verificationCode: code },
  });
  enter({ email, expiresIn: HOUR_S, ...confirmed });
}

/** Go on with the tokens that replace those of the signed-in account. */
export function replaceTokens(confirmed: Confirmed): void {
  if (kept) {
    enter({ email: kept.email, expiresIn: HOUR_S, ...confirmed });
  }
}

export async function signUp(email: string, password: string): Promise<null> {
  enter(await toolkit<Signed>("signUp", { email, password, returnSecureToken: true }));
  return null;
}

export async function sendReset(email: string): Promise<null> {
  await toolkit("sendOobCode", { email, requestType: "PASSWORD_RESET" });
  return null;
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
    signOut(texts.signedOut);
  }
}

async function renew({ email, refreshToken }: Kept): Promise<string> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  let renewed: Renewed;
  try {
    renewed = await tokens<Renewed>(form);
  } catch (error) {
    if (error instanceof ApiError && !error.retryable && kept?.refreshToken === refreshToken) {
      signOut(texts.signedOut);
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
