/** What became of the works that were added: counts first, then each with the reason where it did not come in. */
import { ApiError } from "@/api/http";
import type { AddedWorkView } from "@/api/types";
import { adding as said } from "@/texts/adding";
import { common } from "@/texts/common";
import { libraryAdding as texts } from "@/texts/library-adding";
import { listed } from "@/texts/words";
import { Icon, type IconName } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Progress } from "@/ui/progress";
import type { Adding } from "./use-adding";

type Outcome = AddedWorkView["outcome"];

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
  const outcomes = Object.keys(ICONS) as Outcome[];
  const counts = outcomes
    .map((outcome) => [works.filter((work) => work.outcome === outcome).length, texts.outcomes[outcome]] as const)
    .filter(([count]) => count > 0);
  const sorted = [...works].sort((one, other) => outcomes.indexOf(other.outcome) - outcomes.indexOf(one.outcome));
  return (
    <section aria-label={texts.report} className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      {busy && <Progress share={total ? done / total : 0} label={said.title} />}
      <p role="status">
        {busy && `${total ? said.progress(done, total) : texts.readingFile} `}
        {counts.length > 0 && `${listed(counts.map(([count, words]) => `${count} ${words}`))}.`}
      </p>
      {error && (
        <p role="alert" className="rounded-lg bg-danger-tint px-3 py-2 text-danger">
          {error.message} {error instanceof ApiError && error.action}
          {done > 0 && ` ${texts.kept}`}
        </p>
      )}
      <ul aria-label={texts.works} className="divide-y divide-line">
        {sorted.slice(0, MOST).map((work, n) => (
          <Line key={n} work={work} onOpen={onOpen} />
        ))}
      </ul>
      {sorted.length > MOST && <p className="text-sm text-soft">{texts.more(sorted.length - MOST)}</p>}
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
        <p className="truncate text-left" dir="auto">
          {title ?? asked}
        </p>
        <p className={`text-sm ${bad ? "text-danger" : "text-soft"}`}>
          {line !== null && `${texts.line(line)} `}
          {texts.outcomes[outcome]}
          {detail && `. ${detail}`}
        </p>
      </div>
      {id !== null && (
        <Link href={`/papers/${id}`} onClick={onOpen} className="shrink-0 self-start text-accent hover:underline">
          {common.open}
        </Link>
      )}
    </li>
  );
}
