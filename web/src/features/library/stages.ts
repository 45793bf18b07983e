/** The progress of an extraction in words. */
import type { Progress } from "@/api/types";
import { lasting } from "@/lib/times";
import { library as texts } from "@/texts/library";

export function stageWords({ stage, page, pages }: Progress): string {
  const name = texts.stages[stage] ?? texts.someStage;
  // Reading alone goes page by page: a count that is at its end would stand beside a bar that is not.
  return pages && stage === "reading" ? texts.page(name, Math.min(Math.max(page, 1), pages), pages) : name;
}

export function timeLeft({ eta_s, stage }: Progress): string {
  return eta_s !== null && eta_s > 0 && stage !== "done" ? texts.left(lasting(eta_s)) : "";
}
