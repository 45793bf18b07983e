/**
 * What the server's problems and failures say, by their code.
 *
 * English is the server's own, with the figures and names of the case, so nothing stands here in English.
 */
import { said } from "./language";

export interface Problem {
  detail: string;
  /** What to do about it. */
  action?: string;
}

export const problems = said<Record<string, Problem>>("problems", {});

/** Return a failure in the page's language; one that has no text there stays as the server says it. */
export function told<Failure extends { code: string; message: string; action?: string | null }>(
  failure: Failure,
): Failure {
  const known = problems[failure.code];
  return known ? { ...failure, message: known.detail, action: known.action ?? "" } : failure;
}
