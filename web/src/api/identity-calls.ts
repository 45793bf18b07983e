/** Calls of Identity Platform's REST API, without its SDK, and its errors in our words. */
import { deployment } from "./deployment";
import { ApiError } from "./problem";
import { calls as texts } from "@/texts/calls";

const PATIENCE_MS = 15_000;

// https://cloud.google.com/identity-platform/docs/error-codes; the texts are ours.
const REASONS: Partial<Record<string, keyof typeof texts.refused>> = {
  INVALID_LOGIN_CREDENTIALS: "credentials",
  EMAIL_NOT_FOUND: "credentials",
  INVALID_PASSWORD: "credentials",
  INVALID_EMAIL: "email",
  EMAIL_EXISTS: "emailExists",
  WEAK_PASSWORD: "weakPassword",
  USER_DISABLED: "disabled",
  ADMIN_ONLY_OPERATION: "noNewAccounts",
  TOO_MANY_ATTEMPTS_TRY_LATER: "tooMany",
  INVALID_CODE: "code",
  INVALID_MFA_PENDING_CREDENTIAL: "signInLate",
  INVALID_SESSION_INFO: "setUpLate",
  SESSION_EXPIRED: "setUpLate",
  UNVERIFIED_EMAIL: "unverified",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "tooOld",
  OPERATION_NOT_ALLOWED: "notOffered",
  UNAUTHORIZED_DOMAIN: "domain",
  INVALID_IDP_RESPONSE: "answer",
  INVALID_CREDENTIAL_OR_PROVIDER_ID: "provider",
  INVALID_PROVIDER_ID: "provider",
  CONFIGURATION_NOT_FOUND: "provider",
  MISSING_OR_INVALID_NONCE: "nonce",
  FEDERATED_USER_ID_ALREADY_LINKED: "linked",
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
    throw failure(0, "unreachable", texts.serviceUnreachable, true);
  }
  const answer = (await response.json().catch(() => null)) as (T & { error?: { message?: string } }) | null;
  if (!response.ok || !answer) {
    // "WEAK_PASSWORD : Password should be …"
    const code = /^\w+/.exec(answer?.error?.message ?? "")?.[0] ?? "unexpected";
    const passing = response.status >= 500 || response.status === 429;
    const reason = REASONS[code];
    throw failure(response.status, code, reason ? texts.refused[reason] : texts.signInFailed, passing);
  }
  return answer;
}

export function failure(status: number, code: string, detail: string, retryable: boolean): ApiError {
  return new ApiError({ status, code, detail, action: retryable ? texts.inAMoment : null, retryable });
}
