/** Names of a review's steps and states, and its progress. */
import type { ReviewSummary, StepRecord } from "@/api/types";

const NAMES: Record<string, string> = {
  validate: "Check the question",
  seek: "Look for open papers beyond the library",
  fetch: "Add open papers",
  arrive: "Wait until they are read",
  decompose: "Split it into queries",
  retrieve: "Search the library",
  rerank: "Choose the best passages",
  weigh: "Weigh the passages",
  missing: "Search for what is missing",
  quotes: "Pick quotes from each paper",
  plan: "Plan the sections",
  section: "Write section",
  tables: "Compare in tables",
  check: "Check each sentence",
  result: "Assemble the report",
  edit: "Change the report",
};

export function stepName({ name }: Pick<StepRecord, "name">): string {
  const [kind = "", number] = name.split("-", 2);
  const words = NAMES[kind] ?? name;
  return kind === "section" && number ? `${words} ${number}` : words;
}

/** Return the finished share, by the steps' expected times. */
export function shareDone(steps: readonly StepRecord[]): number {
  const all = steps.reduce((sum, step) => sum + step.estimate_s, 0);
  const done = steps
    .filter(({ state }) => state === "done" || state === "skipped")
    .reduce((sum, step) => sum + step.estimate_s, 0);
  return all > 0 ? done / all : 0;
}

export function secondsLeft(steps: readonly StepRecord[]): number {
  return steps
    .filter(({ state }) => state === "waiting" || state === "running")
    .reduce((sum, step) => sum + step.estimate_s, 0);
}

export function isUnderWay(review: ReviewSummary): boolean {
  return review.state === "running" || review.edit !== null;
}

const STATES: Record<ReviewSummary["state"], string> = {
  running: "Running",
  completed: "Finished",
  partial: "Partly finished",
  refused: "Refused",
  failed: "Failed",
  cancelled: "Stopped",
};

export function stateName({ state }: Pick<ReviewSummary, "state">): string {
  return STATES[state];
}
