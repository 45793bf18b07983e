/** The progress of a paper's extraction: the stage, a bar, the remaining time, or a temporary error. */
import type { Extraction } from "@/api/types";
import { library as texts } from "@/texts/library";
import { told } from "@/texts/problems";
import { Progress } from "@/ui/progress";
import { stageWords, timeLeft } from "./stages";

export function ExtractionLine({
  extraction,
  name,
}: {
  extraction: Pick<Extraction, "progress" | "error">;
  name: string;
}) {
  const { progress } = extraction;
  const error = extraction.error && told(extraction.error);
  return (
    <div className="mt-2">
      <Progress share={progress.stage === "waiting" ? 0 : progress.percent / 100} label={texts.reading(name)} />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-soft tabular-nums">
        <span>{stageWords(progress)}</span>
        <span>{timeLeft(progress)}</span>
      </p>
      {error && (
        <p className="mt-1 text-sm text-warn">
          {error.message} {texts.again}
        </p>
      )}
    </div>
  );
}
