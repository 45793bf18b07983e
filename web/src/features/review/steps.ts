/** Names of a review's steps and states, and its progress. */
import type { ReviewSummary, StepRecord } from "@/api/types";
import { reviews as texts } from "@/texts/reviews";

export function stepName({ name }: Pick<StepRecord, "name">): string {
  const [kind = "", number] = name.split("-", 2);
  return kind === "section" && number ? texts.writeSection(number) : (texts.stepNames[kind] ?? name);
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

export function stateName({ state }: Pick<ReviewSummary, "state">): string {
  return texts.states[state];
}
