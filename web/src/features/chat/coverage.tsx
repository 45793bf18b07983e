/** What became of each paper that was asked: counts in one line, the papers by name below it. */
import { useId, useState } from "react";
import type { CoverageV1, CoveredPaperV1 } from "@/api/types";
import { counted } from "@/lib/text";
import { Icon } from "@/ui/icons";

const REASONS: Record<NonNullable<CoveredPaperV1["reason"]>, string> = {
  deleted: "deleted",
  not_ready: "not read yet",
  failed: "could not be read",
  no_file: "only a record, without its text",
  unreachable: "could not be reached",
  no_room: "searched, but other papers’ passages fit better",
};

const GROUPS: [CoveredPaperV1["outcome"], string][] = [
  ["left_out", "Left out"],
  ["not_cited", "Read, not quoted"],
  ["nothing_found", "Nothing found"],
];

export function Coverage({ coverage }: { coverage: CoverageV1 }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const groups = GROUPS.map(([outcome, name]) => ({ name, papers: of(coverage, outcome) })).filter(
    ({ papers }) => papers.length > 0,
  );
  return (
    <section aria-label="Papers that were asked" className="mb-2 text-sm text-soft">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        disabled={groups.length === 0}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center gap-1 rounded py-1 text-left enabled:hover:text-ink"
      >
        {coverageInWords(coverage)}
        {groups.length > 0 && (
          <Icon name="chevron" className={`size-4 shrink-0 transition-transform ${open ? "rotate-180" : ""}`} />
        )}
      </button>
      <div id={id} hidden={!open} className="my-1 space-y-2 rounded-lg bg-hover px-3 py-2.5">
        {groups.map(({ name, papers }) => (
          <div key={name}>
            <p className="font-medium">{name}</p>
            <ul className="mt-0.5 space-y-0.5">
              {papers.map((paper) => (
                <li key={paper.paper_id}>
                  <span className="text-ink">{paper.title || "A deleted paper"}</span>
                  {paper.reason && ` (${REASONS[paper.reason]})`}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** "8 of 20 papers quoted, nothing found in 12" */
export function coverageInWords(coverage: CoverageV1): string {
  const count = (outcome: CoveredPaperV1["outcome"]) => of(coverage, outcome).length;
  return [
    `${count("cited")} of ${counted(coverage.papers.length, "paper")} quoted`,
    count("not_cited") && `${count("not_cited")} read and not quoted`,
    count("nothing_found") && `nothing found in ${count("nothing_found")}`,
    count("left_out") && `${count("left_out")} left out`,
    coverage.beyond && `${coverage.beyond} more in the library not read`,
  ]
    .filter(Boolean)
    .join(", ");
}

function of(coverage: CoverageV1, outcome: CoveredPaperV1["outcome"]): CoveredPaperV1[] {
  return coverage.papers.filter((paper) => paper.outcome === outcome);
}
