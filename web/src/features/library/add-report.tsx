/** What became of the works that were added: counts first, then each with the reason where it did not come in. */
import { ApiError } from "@/api/http";
import type { AddedWorkView } from "@/api/types";
import { listed } from "@/lib/text";
import { Icon, type IconName } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Progress } from "@/ui/progress";
import type { Adding } from "./use-adding";

type Outcome = AddedWorkView["outcome"];

const SAID: Record<Outcome, string> = {
  added: "added, its file is being read",
  record: "added as a record without a file",
  there: "in your library already",
  unknown: "unknown to the services",
  broken: "broken",
  failed: "not added",
};
const ICONS: Record<Outcome, IconName> = {
  added: "check",
  record: "check",
  there: "check",
  unknown: "warn",
  broken: "warn",
  failed: "warn",
};
// A page of thousands of lines would stand still; faults come first.
const MOST = 200;

export function AddReport({ adding, onOpen }: { adding: Adding; onOpen: () => void }) {
  const { busy, works, done, total, error } = adding;
  if (!busy && !works.length && !error) {
    return null;
  }
  const outcomes = Object.keys(SAID) as Outcome[];
  const counts = outcomes
    .map((outcome) => [works.filter((work) => work.outcome === outcome).length, SAID[outcome]] as const)
    .filter(([count]) => count > 0);
  const sorted = [...works].sort((one, other) => outcomes.indexOf(other.outcome) - outcomes.indexOf(one.outcome));
  return (
    <section aria-label="What came in" className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      {busy && <Progress share={total ? done / total : 0} label="Adding" />}
      <p role="status">
        {busy && (total ? `${done} of ${total} done. ` : "Reading the file. ")}
        {counts.length > 0 && `${listed(counts.map(([count, words]) => `${count} ${words}`))}.`}
      </p>
      {error && (
        <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-danger">
          {error.message} {error instanceof ApiError && error.action}
          {done > 0 && " What is listed below is in your library."}
        </p>
      )}
      <ul aria-label="Works" className="divide-y divide-line">
        {sorted.slice(0, MOST).map((work, n) => (
          <Line key={n} work={work} onOpen={onOpen} />
        ))}
      </ul>
      {sorted.length > MOST && <p className="text-xs text-soft">and {sorted.length - MOST} more</p>}
    </section>
  );
}

function Line({ work, onOpen }: { work: AddedWorkView; onOpen: () => void }) {
  const { outcome, paper_id: id, title, asked, line, detail } = work;
  const bad = ICONS[outcome] === "warn";
  return (
    <li className="flex gap-2 py-1.5" data-outcome={outcome}>
      <Icon name={ICONS[outcome]} className={`mt-0.5 size-4 ${bad ? "text-danger" : "text-good"}`} />
      <div className="min-w-0 flex-1">
        <p className="truncate" dir="auto">
          {title ?? asked}
        </p>
        <p className={`text-xs ${bad ? "text-danger" : "text-soft"}`}>
          {line !== null && `Line ${line}: `}
          {SAID[outcome]}
          {detail && `. ${detail}`}
        </p>
      </div>
      {id !== null && (
        <Link href={`/papers/${id}`} onClick={onOpen} className="shrink-0 self-start text-accent hover:underline">
          Open
        </Link>
      )}
    </li>
  );
}
