/** How far the papers are that were added together: "12 of 30 read, about 3 min left". */
import { lasting } from "@/lib/times";
import { library as texts } from "@/texts/library";
import { Progress } from "@/ui/progress";
import type { Batch } from "./use-library";

/** `sending`: how many files are still to arrive. */
export function BatchBar({ batch, sending }: { batch: Batch | null; sending: number }) {
  const total = (batch?.total ?? 0) + sending;
  if (!batch || total < 2) {
    return null;
  }
  const { read } = batch;
  // What is still to arrive takes a time that nobody knows.
  const etaS = sending ? null : batch.etaS;
  return (
    <div className="flex items-center gap-3 border-t border-hover px-3 py-2 sm:px-4 text-sm text-soft tabular-nums">
      <span className="w-40 shrink-0">
        <Progress share={read / total} label={texts.batch} />
      </span>
      <p role="status">
        {[texts.batchRead(read, total), etaS ? texts.left(lasting(etaS)) : ""].filter(Boolean).join(", ")}
      </p>
    </div>
  );
}
