import type { PaperView } from "@/api/types";
import { counted } from "@/lib/text";
import { ago } from "@/lib/times";
import { Button, IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";
import { ExtractionLine } from "./extraction-line";
import { isUnderWay, useExtraction } from "./use-papers";

export interface PaperRowProps {
  paper: PaperView;
  chosen: boolean;
  /** Whether no further paper can be selected. */
  full: boolean;
  onChoose: (chosen: boolean) => void;
  onRetry: () => void;
  onDescribe: () => void;
  onDelete: () => void;
}

export function PaperRow({ paper, chosen, full, onChoose, onRetry, onDescribe, onDelete }: PaperRowProps) {
  const extraction = useExtraction(paper);
  const title = paper.metadata.title ?? paper.filename;
  return (
    <li className="group flex gap-3 px-4 py-4 sm:px-5" data-paper={paper.id} data-status={paper.status}>
      <input
        type="checkbox"
        aria-label={`Choose “${title}”`}
        checked={chosen}
        disabled={paper.status !== "completed" || (full && !chosen)}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-[var(--accent)] disabled:opacity-30"
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-pretty">
          <Link
            href={`/papers/${paper.id}`}
            className="font-serif text-[1.0625rem] leading-snug font-semibold hover:text-accent hover:underline"
          >
            <MathText text={title} />
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-soft">{bylineOf(paper)}</p>
        {isUnderWay(paper) && <ExtractionLine extraction={extraction ?? paper} name={title} />}
        {paper.status === "failed" && (
          <div className="mt-2 flex flex-wrap items-center gap-3 rounded-lg bg-danger-tint px-3 py-2 text-sm">
            <p className="min-w-52 flex-1 text-danger">
              <span className="font-semibold">
                {paper.error?.code === "needs_attention" ? "Needs attention." : "Could not be read."}
              </span>{" "}
              {paper.error?.message} {paper.error?.action}
            </p>
            <Button icon="retry" onClick={onRetry}>
              Read again
            </Button>
          </div>
        )}
        {paper.status === "completed" && <p className="mt-1 text-xs text-faint">{factsOf(paper)}</p>}
        {paper.status === "record" && (
          <p className="mt-1 text-xs text-faint">Record without a file. Upload its PDF to ask about it.</p>
        )}
        {warningOf(paper) !== null && <p className="mt-1 text-sm font-semibold text-danger">{warningOf(paper)}</p>}
      </div>
      <IconButton icon="edit" label={`Describe “${title}”`} className="-mt-1.5 -mr-3" onClick={onDescribe} />
      <IconButton icon="trash" label={`Delete “${title}”`} className="-mt-1.5 -mr-2" onClick={onDelete} />
    </li>
  );
}

const NOTICES = { retraction: "Retracted", withdrawal: "Withdrawn", concern: "Expression of concern" } as const;

/** What readers must know before they rely on the paper; corrections are no warning. */
function warningOf({ notices }: PaperView): string | null {
  for (const [kind, words] of Object.entries(NOTICES)) {
    const notice = notices.find((one) => one.kind === kind);
    if (notice !== undefined) {
      return [words, notice.on, notice.doi].filter(Boolean).join(" · ");
    }
  }
  return null;
}

function bylineOf({ metadata }: PaperView): string {
  const { authors, year, venue } = metadata;
  const names =
    authors.length > 4 ? `${authors.slice(0, 3).join(", ")} and ${authors.length - 3} others` : authors.join(", ");
  return [names, year, venue].filter(Boolean).join(" · ");
}

function factsOf({ counts, filename, created_at: created }: PaperView): string {
  const facts = [counts.pages > 0 ? counted(counts.pages, "page") : counted(counts.sections, "section")];
  return [...facts, counted(counts.references, "reference"), filename, `added ${ago(created)}`].join(" · ");
}
