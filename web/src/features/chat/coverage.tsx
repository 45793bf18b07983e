/** What became of each paper that was asked: counts in one line, below it the papers by name or by the passage that comes closest. */
import { useId, useState } from "react";
import type { CoverageV1, CoveredPaperV1 } from "@/api/types";
import { Icon } from "@/ui/icons";
import { chat as texts } from "@/texts/chat";
import { Nearest, type NearestProps } from "./nearest";

const GROUPS = ["left_out", "not_cited", "nothing_found", "closest"] as const;

export function Coverage({ coverage, ...shown }: { coverage: CoverageV1 } & Pick<NearestProps, "titles" | "onShow">) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const groups = GROUPS.map((outcome) => ({ name: texts.outcomes[outcome], papers: of(coverage, outcome) })).filter(
    ({ papers }) => papers.length > 0,
  );
  return (
    <section aria-label={texts.asked} className="mb-2 text-sm text-soft">
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
              {papers
                .filter(({ closest }) => !closest)
                .map((paper) => (
                  <li key={paper.paper_id}>
                    <bdi className="text-ink">{paper.title || texts.deletedPaper}</bdi>
                    {paper.reason && ` (${texts.reasons[paper.reason]})`}
                  </li>
                ))}
            </ul>
            <Nearest
              passages={papers.flatMap(({ paper_id, closest }) =>
                closest ? [{ paper_id, ...closest, pages: [] }] : [],
              )}
              {...shown}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** "8 of 20 papers quoted, closest passage of 12 named" */
export function coverageInWords(coverage: CoverageV1): string {
  const count = (outcome: CoveredPaperV1["outcome"]) => of(coverage, outcome).length;
  return [
    texts.covered.cited(count("cited"), coverage.papers.length),
    count("not_cited") && texts.covered.notCited(count("not_cited")),
    count("nothing_found") && texts.covered.nothingFound(count("nothing_found")),
    count("closest") && texts.covered.closest(count("closest")),
    count("left_out") && texts.covered.leftOut(count("left_out")),
    coverage.beyond && texts.covered.beyond(coverage.beyond),
  ]
    .filter(Boolean)
    .join(", ");
}

function of(coverage: CoverageV1, outcome: CoveredPaperV1["outcome"]): CoveredPaperV1[] {
  return coverage.papers.filter((paper) => paper.outcome === outcome);
}
