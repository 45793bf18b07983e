/** The steps of an answer that looks more than once: live while it is made, folded away below it afterwards. */
import type { DepthEstimate, Step } from "@/api/types";
import { Button } from "@/ui/button";
import { chat as texts } from "@/texts/chat";
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
      <summary className="cursor-pointer">{live ? texts.looking : texts.stepCount(steps.length)}</summary>
      {estimate && <p className="mt-1 text-sm">{boundsOf(estimate)}</p>}
      <ol className="mt-1 list-decimal space-y-0.5 pl-5" aria-label={texts.steps}>
        {steps.map((step, index) => (
          <li key={index}>{wordsOf(step)}</li>
        ))}
      </ol>
      {onEnough && (
        <div className="mt-2">
          <Button onClick={onEnough}>{texts.answerNow}</Button>
        </div>
      )}
    </details>
  );
}

function wordsOf(step: Step): string {
  return [doneIn(step), step.error && texts.step.failed(step.error)].filter(Boolean).join(" ");
}

function doneIn({ kind, texts: named, passages, useful, stopped }: Step): string {
  const words = named.join("; ") || texts.step.nothing;
  switch (kind) {
    case "plan":
    case "missing":
      return texts.step[kind](words);
    case "search":
    case "follow":
      return texts.step[kind](words, passages);
    case "weigh":
    case "check":
      return texts.step[kind](passages, useful);
    case "stop":
      return texts.step.stop(texts.stops[stopped ?? "asked"]);
  }
}
