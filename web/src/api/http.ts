/** Calls of our API: JSON in and out; every failure is an ApiError with the problem document's text. */
import { answerOf } from "./agreement";
import { PATIENCE_MS, taken } from "./begun";
import { lost } from "./connection";
import { deployment } from "./deployment";
import { idToken, refused, sendVerification } from "./identity";
import { ApiError, fromProblem } from "./problem";
import type { ProblemDetails } from "./types";
import { calls as texts } from "@/texts/calls";

export { ApiError };

/** Return the URL of an API path, which is relative if the API's own server sent this page. */
export function apiUrl(path: string): string {
  return deployment().api + path;
}

export async function authorization(): Promise<Record<string, string>> {
  const token = await idToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export function getJson<T>(path: string, signal?: AbortSignal, patienceMs?: number): Promise<T> {
  return call<T>("GET", path, undefined, signal, patienceMs);
}

export function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  { signal, patienceMs, key }: { signal?: AbortSignal; patienceMs?: number; key?: string } = {},
): Promise<T> {
  return call<T>(method, path, body, signal, patienceMs, key);
}

async function call<T>(
  method: string,
  path: string,
  body: unknown,
  signal?: AbortSignal,
  patienceMs = PATIENCE_MS,
  key?: string,
): Promise<T> {
  const limit = AbortSignal.timeout(patienceMs);
  const response = await send(path, {
    method,
    headers: {
      Accept: "application/json",
      ...jsonHeaders(body),
      ...(key ? { "Idempotency-Key": key } : {}),
      ...(await authorization()),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // What was deleted or merged just before the page is left is so all the same.
    keepalive: method === "DELETE" || key !== undefined,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  // A limit, or a connection that breaks, can also end the reading of the answer.
  try {
    const answer: unknown = response.status === 204 ? undefined : answerOf(method, path, await response.json());
    return answer as T;
  } catch (error) {
    throw fromFailure(error);
  }
}

/** Return what a path of the API sends as a file; a plain link would send no ID token. */
export async function getFile(path: string, signal?: AbortSignal): Promise<Blob> {
  return fileOf(await send(path, { headers: await authorization(), signal }));
}

/** Send a body to a path of the API, and return the file that it answers with. */
export async function sendForFile(path: string, body: unknown): Promise<Blob> {
  const headers = { ...jsonHeaders(body), ...(await authorization()) };
  return fileOf(await send(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

function fileOf(response: Response): Promise<Blob> {
  return response.blob().catch((error: unknown) => {
    throw fromFailure(error);
  });
}

/** Fetch a path of the API; error responses and network failures are thrown as ApiError. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (taken(path, init.method) ?? fetch(apiUrl(path), init));
  } catch (error) {
    const failure = fromFailure(error);
    if (failure instanceof ApiError && failure.code === "unreachable") {
      lost();
    }
    throw failure;
  }
  if (!response.ok) {
    if (response.status === 401) {
      refused();
    }
    const error = await fromResponse(response);
    if (error.code === "email_not_verified") {
      await sendVerification();
    }
    throw error;
  }
  return response;
}

/** Convert any failure of a request to an ApiError; the caller's own abort passes through. */
export function fromFailure(error: unknown): Error {
  if (error instanceof ApiError || isAbort(error)) {
    return error as Error;
  }
  if (error instanceof SyntaxError) {
    // A proxy's page in place of the answer, for one.
    return new ApiError({ status: 0, code: "not_json", detail: texts.notJson, action: texts.reload, retryable: false });
  }
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return new ApiError({
    status: 0,
    code: late ? "timeout" : "unreachable",
    detail: late ? texts.late : texts.unreachable,
    action: texts.checkServer,
    retryable: true,
  });
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

async function fromResponse(response: Response): Promise<ApiError> {
  const after = Number(response.headers.get("Retry-After"));
  const retryAfterS = after > 0 ? after : null;
  const problem = (await response.json().catch(() => null)) as ProblemDetails | null;
  if (problem?.code) {
    return fromProblem(problem, retryAfterS);
  }
  const { status } = response;
  const detail = texts.status(status);
  return new ApiError({ status, code: "unexpected", detail, action: null, retryable: status >= 500 }, retryAfterS);
}

function jsonHeaders(body: unknown): Record<string, string> {
  return body === undefined ? {} : { "Content-Type": "application/json" };
}
