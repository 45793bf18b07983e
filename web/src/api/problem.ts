import { problems } from "@/texts/problems";
import type { ProblemDetails } from "./types";

/** A failed call, with the text of the API's problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryable: boolean;
  readonly action: string | null;
  readonly retryAfterS: number | null;
  /** After a conflict, what was changed meanwhile as it stands. */
  readonly current: unknown;

  constructor(
    problem: Pick<ProblemDetails, "detail" | "status" | "code" | "retryable" | "action" | "current">,
    retryAfterS: number | null = null,
  ) {
    super(sentence(problem.detail));
    this.status = problem.status;
    this.code = problem.code;
    this.retryable = problem.retryable;
    this.action = problem.action ?? null;
    this.retryAfterS = retryAfterS;
    this.current = problem.current ?? null;
  }
}

/** Return the failure that a problem document tells, in the page's language where that has a text for its code. */
export function fromProblem(problem: ProblemDetails, retryAfterS: number | null = null): ApiError {
  const known = problems[problem.code];
  return new ApiError(
    known ? { ...problem, detail: known.detail, action: known.action ?? null } : problem,
    retryAfterS,
  );
}

/** Return a problem's detail as the page prints it: what is to be done often follows it. */
function sentence(detail: string): string {
  const said = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?…]$/.test(said) || !said ? said : `${said}.`;
}
