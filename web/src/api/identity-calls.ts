/** Calls of Identity Platform's REST API, without its SDK, and its errors in our words. */
import { deployment } from "./deployment";
import { ApiError } from "./problem";

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
  INVALID_CODE: "The code is wrong, or it is no longer valid. Enter the one that the app shows now.",
  INVALID_MFA_PENDING_CREDENTIAL: "The sign-in took too long. Begin again.",
  INVALID_SESSION_INFO: "The set-up took too long. Begin again.",
  SESSION_EXPIRED: "The set-up took too long. Begin again.",
  UNVERIFIED_EMAIL: "Confirm your e-mail address first: open the link in the e-mail that this site sends.",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "Sign out and in again, then repeat this: it needs a recent sign-in.",
  OPERATION_NOT_ALLOWED: "This site does not offer this.",
  UNAUTHORIZED_DOMAIN: "Providers may not send anybody back to this address. Contact the operator of this site.",
  INVALID_IDP_RESPONSE: "The answer of the provider cannot be used. Begin again, or contact the operator of this site.",
  INVALID_CREDENTIAL_OR_PROVIDER_ID: "This provider is closed or not set up. Contact the operator of this site.",
  INVALID_PROVIDER_ID: "This provider is closed or not set up. Contact the operator of this site.",
  CONFIGURATION_NOT_FOUND: "This provider is closed or not set up. Contact the operator of this site.",
  MISSING_OR_INVALID_NONCE: "The answer of the provider belongs to another sign-in. Begin again.",
  FEDERATED_USER_ID_ALREADY_LINKED: "This sign-in belongs to another account. Contact the operator of this site.",
};

/** Call a method of accounts, such as `accounts:signUp`. */
export function toolkit<T>(method: string, body: object): Promise<T> {
  return post<T>("identitytoolkit", `v1/accounts:${method}`, JSON.stringify(body));
}

/** Call a method of second factors, such as `mfaSignIn:finalize`. */
export function secondFactors<T>(method: string, body: object): Promise<T> {
  return post<T>("identitytoolkit", `v2/accounts/${method}`, JSON.stringify(body));
}

/** Exchange a refresh token. */
export function tokens<T>(form: URLSearchParams): Promise<T> {
  return post<T>("securetoken", "v1/token", form);
}

async function post<T>(service: string, path: string, body: string | URLSearchParams): Promise<T> {
  const url = `https://${service}.googleapis.com/${path}?key=${encodeURIComponent(deployment().identityKey)}`;
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

export function failure(status: number, code: string, detail: string, retryable: boolean): ApiError {
  return new ApiError({ status, code, detail, action: retryable ? "Try again in a moment." : null, retryable });
}
