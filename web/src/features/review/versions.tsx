/** A report's versions: choosing one, having an earlier one back, and taking one out as a file. */
import { exportReview, FORMATS, type Format } from "@/api/reviews";
import type { ReviewSummary } from "@/api/types";
import { fileNameOf } from "@/lib/saving";
import { reviews as texts } from "@/texts/reviews";
import { Button } from "@/ui/button";
import { ExportMenu } from "@/ui/export-menu";

export function OldVersion({
  version,
  newest,
  onNewest,
  onRestore,
}: {
  version: number;
  newest: number;
  onNewest: () => void;
  onRestore: () => void;
}) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 rounded-lg bg-hover py-2 pr-2 pl-4 text-sm">
      <p className="mr-auto">{texts.oldVersion(version, newest)}</p>
      <Button look="plain" onClick={onNewest}>
        {texts.showNewest}
      </Button>
      <Button icon="retry" onClick={onRestore}>
        {texts.restore}
      </Button>
    </div>
  );
}

export function Versions({
  review,
  version,
  onVersion,
}: {
  review: ReviewSummary;
  version: number | null;
  onVersion: (version: number | null) => void;
}) {
  return (
    <label className="text-sm text-soft">
      <span className="sr-only">{texts.version}</span>
      <select
        value={version ?? review.version}
        onChange={(event) => {
          const chosen = Number(event.target.value);
          onVersion(chosen === review.version ? null : chosen);
        }}
        className="h-9 rounded-lg border border-line bg-surface px-2 text-ink"
      >
        {Array.from({ length: review.version }, (_, index) => (
          <option key={index} value={index + 1}>
            {texts.versionNumber(index + 1)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Export({ reviewId, version, title }: { reviewId: string; version: number; title: string }) {
  const files = (Object.keys(FORMATS) as Format[]).map((format) => ({
    label: texts.exported(format, FORMATS[format].label),
    name: `${fileNameOf(title, "review")}${FORMATS[format].ending}`,
    make: () => exportReview(reviewId, format, version),
  }));
  return <ExportMenu groups={[{ heading: "", files }]} />;
}
