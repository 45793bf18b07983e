import type { ReviewSummary, StepRecord } from "@/api/types";
import { lasting } from "@/lib/times";
import { spentText } from "@/lib/money";
import { reviews as texts } from "@/texts/reviews";
import { number } from "@/texts/words";
import { Icon } from "@/ui/icons";
import { Progress } from "@/ui/progress";
import { isUnderWay, secondsLeft, shareDone, stateName, stepName } from "./steps";

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** The progress of a review: all steps with their actual or expected times. */
export function StepList({ review }: { review: ReviewSummary }) {
  const running = isUnderWay(review);
  const left = secondsLeft(review.steps);
  return (
    <details open={running} className="rounded-lg bg-ground px-4 py-2">
      <summary className="rounded">
        <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap justify-between gap-2 align-middle text-sm">
          <span className="font-semibold">{stateName(review)}</span>
          <span className="text-soft tabular-nums">{running ? texts.left(lasting(left)) : costOf(review)}</span>
        </span>
      </summary>
      {running && (
        <div className="mt-3">
          <Progress share={shareDone(review.steps)} label={texts.progress} />
        </div>
      )}
      <ol className="mt-3 space-y-1 text-sm" aria-label={texts.steps}>
        {review.steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
    </details>
  );
}

function Step({ step }: { step: StepRecord }) {
  const counts = Object.entries(step.counts).map(([name, count]) => texts.count(name, count));
  return (
    <li
      data-step={step.name}
      data-state={step.state}
      className={`flex items-start gap-2 ${step.state === "waiting" ? "text-soft" : ""}`}
    >
      <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center">
        {step.state === "done" && <Icon name="check" className="size-4 text-good" />}
        {step.state === "failed" && <Icon name="warn" className="size-4 text-danger" />}
        {step.state === "running" && <span className="size-2 animate-pulse rounded-full bg-accent" />}
        {step.state === "skipped" && <Icon name="minus" className="size-4 text-soft" />}
      </span>
      <span className="min-w-0 flex-1">
        {stepName(step)}
        <span className="sr-only">: {texts.stepStates[step.state]}</span>
        {step.error && <span className="block text-sm text-danger">{step.error}</span>}
        {step.texts.length > 0 && <span className="block text-sm text-soft">{step.texts.join("; ")}</span>}
        {counts.length > 0 && <span className="block text-sm text-soft">{counts.join(", ")}</span>}
      </span>
      <span className="shrink-0 text-sm leading-6 text-soft tabular-nums">{timeOf(step)}</span>
    </li>
  );
}

function timeOf({ started_at: begun, ended_at: ended, estimate_s: expected, state }: StepRecord): string {
  if (begun && ended) {
    return `${number((Date.parse(ended) - Date.parse(begun)) / 1000, TENTHS)} s`;
  }
  return state === "waiting" || state === "running" ? texts.takes(lasting(expected)) : "";
}

function costOf({ spent, model }: ReviewSummary): string {
  return model === "extractive" ? texts.costNothing : texts.cost(spentText(spent));
}
