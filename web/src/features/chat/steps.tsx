/** The steps of an answer that looks more than once: live while it is made, folded away below it afterwards. */
import type { DepthEstimate, Step } from "@/api/types";
import { Button } from "@/ui/button";
import { boundsOf } from "./details";

export function Steps({
  estimate,
  steps,
  live,
  onEnough,
}: {
  estimate: DepthEstimate | null;
  steps: readonly Step[];
  /** The answer is still being made. */
  live: boolean;
  /** Have the answer written from what was found; null where it is too late for that. */
  onEnough: (() => void) | null;
}) {
  if (!estimate && steps.length === 0) {
    return null;
  }
  return (
    <details open={live} className="mb-3 rounded-lg bg-hover px-3 py-2 text-sm text-soft">
      <summary className="cursor-pointer">{live ? "Looking more than once" : `${steps.length} steps`}</summary>
      {estimate && <p className="mt-1 text-xs">{boundsOf(estimate)}</p>}
      <ol className="mt-1 list-decimal space-y-0.5 pl-5" aria-label="Steps">
        {steps.map((step, index) => (
          <li key={index}>{wordsOf(step)}</li>
        ))}
      </ol>
      {onEnough && (
        <div className="mt-2">
          <Button onClick={onEnough}>Answer now</Button>
        </div>
      )}
    </details>
  );
}

const REASONS: Record<NonNullable<Step["stopped"]>, string> = {
  calls: "the calls were used up",
  tokens: "the tokens were used up",
  money: "the budget was used up",
  time: "the time was up",
  asked: "you asked for the answer",
};

function wordsOf(step: Step): string {
  const failed = step.error ? ` (the model failed: ${step.error})` : "";
  return `${doneIn(step)}${failed}`;
}

function doneIn({ kind, texts, passages, useful, stopped }: Step): string {
  const named = texts.join("; ") || "nothing";
  switch (kind) {
    case "plan":
      return `Planned searches: ${named}`;
    case "search":
      return `Searched for: ${named} (${passages} new passages)`;
    case "weigh":
      return `Weighed ${passages} passages: ${useful} bear on the question`;
    case "missing":
      return `Still missing: ${named}`;
    case "follow":
      return `Followed references to: ${named} (${passages} new passages)`;
    case "check":
      return `Read ${passages} sentences a second time: quotes support ${useful}`;
    case "stop":
      return `Looked no further: ${REASONS[stopped ?? "asked"]}`;
  }
}
