/** The progress of an extraction in words. */
import type { Progress } from "@/api/types";
import { lasting } from "@/lib/times";

// Partial, since a newer server may know more stages than this page.
const STAGES: Partial<Record<Progress["stage"], string>> = {
  waiting: "Waiting to be read",
  reading: "Reading",
  structuring: "Finding sections",
  embedding: "Indexing",
  finishing: "Finishing",
  done: "Done",
};

export function stageWords({ stage, page, pages }: Progress): string {
  const where =
    pages && stage !== "waiting" && stage !== "done" ? `, page ${Math.min(Math.max(page, 1), pages)} of ${pages}` : "";
  return (STAGES[stage] ?? "Working") + where;
}

export function timeLeft({ eta_s, stage }: Progress): string {
  return eta_s !== null && eta_s > 0 && stage !== "done" ? `about ${lasting(eta_s)} left` : "";
}
