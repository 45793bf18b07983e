/** A found publication: what it is, who named it, whether the library has it, and choosing it. */
import { useId, useState } from "react";
import { serviceName } from "@/api/discover";
import type { AddedWorkView, DiscoveredWorkView } from "@/api/types";
import { isFault } from "@/lib/adding";
import { warningOf } from "@/lib/notices";
import { common } from "@/texts/common";
import { discover as texts } from "@/texts/discover";
import { ChoiceBox } from "@/ui/choice-box";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";

// As in the list of the library.
const FEW_AUTHORS = 4;

export interface WorkRowProps {
  work: DiscoveredWorkView;
  /** What became of adding it. */
  added: AddedWorkView | undefined;
  /** Whether it is to be added, or was. */
  waiting: boolean;
  chosen: boolean;
  onChoose: (is: boolean) => void;
}

export function WorkRow({ work, added, waiting, chosen, onChoose }: WorkRowProps) {
  const title = work.title ?? texts.untitled;
  const warning = warningOf(work.notices);
  const address = landingOf(work);
  const paperId = added && !isFault(added) ? added.paper_id : work.paper_id;
  const closed = work.add === null || (paperId !== null && !isRecordWithFile(work, added)) || (waiting && !added);
  const box = useId();
  return (
    <li data-work={work.add ?? ""} className={`flex gap-3 py-3 ${chosen ? "bg-accent-tint" : ""}`}>
      <span className="flex h-6 w-4 shrink-0 items-center">
        {!closed && (
          <ChoiceBox
            id={box}
            aria-label={common.choose(title)}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        )}
        {paperId !== null && closed && <Icon name="check" className="size-4 text-good" />}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-left text-base leading-snug font-semibold text-pretty" dir="auto">
          {address === null ? (
            <MathText text={title} />
          ) : (
            <a href={address} target="_blank" rel="noreferrer noopener" className="hover:text-accent hover:underline">
              <MathText text={title} />
            </a>
          )}
        </h2>
        <p className="mt-0.5 text-sm text-soft">
          <bdi>{byline(work.authors)}</bdi>
          {[work.year, work.venue].filter(Boolean).map((one) => (
            <span key={one}>
              {" · "}
              <bdi>{one}</bdi>
            </span>
          ))}
        </p>
        <Abstract text={work.abstract} title={title} />
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {warning && (
            <span title={warning.says} className="rounded bg-danger-tint px-1.5 py-0.5 font-semibold text-danger">
              {warning.label}
            </span>
          )}
          <Where {...{ work, added, waiting, paperId }} />
          {work.pdfs[0] && (
            <a
              href={work.pdfs[0]}
              target="_blank"
              rel="noreferrer noopener"
              className="inline-flex min-h-6 items-center gap-1 text-accent hover:underline"
            >
              <Icon name="file" className="size-3.5" />
              {texts.openPdf}
            </a>
          )}
          {work.versions.length > 0 && (
            <span className="text-soft" title={work.versions.map(versionName).join("; ")}>
              {texts.alsoAs(work.versions.map(versionName).slice(0, 2))}
            </span>
          )}
          {work.cited_by !== null && work.cited_by > 0 && (
            <span className="text-soft" title={texts.citedHint}>
              {texts.citedBy(work.cited_by)}
            </span>
          )}
          <span className="text-soft">{work.services.map(serviceName).join(", ")}</span>
        </p>
      </div>
    </li>
  );
}

type WhereProps = Pick<WorkRowProps, "work" | "added" | "waiting"> & { paperId: string | null };

/** Where the work is: in the library, on its way there, or why not. */
function Where({ work, added, waiting, paperId }: WhereProps) {
  if (added && isFault(added)) {
    return (
      <span className="text-danger">{added.outcome === "unknown" ? texts.unknown : common.notAdded(added.detail)}</span>
    );
  }
  if (waiting && !added) {
    return <span className="animate-pulse text-accent">{common.adding}</span>;
  }
  if (paperId === null) {
    return null;
  }
  return (
    <Link
      href={`/papers/${paperId}`}
      className="inline-flex min-h-6 items-center font-medium text-good hover:underline"
    >
      {texts.open(added ? addedAs(added) : knownAs(work))}
    </Link>
  );
}

function addedAs({ outcome }: AddedWorkView): string {
  return outcome === "added" ? texts.added : outcome === "record" ? texts.addedRecord : texts.inLibrary;
}

function knownAs({ relation, paper_status: status }: DiscoveredWorkView): string {
  if (relation === "version") {
    return texts.versionInLibrary;
  }
  return status === "record" ? texts.recordInLibrary : texts.inLibrary;
}

function Abstract({ text, title }: { text: string | null; title: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!text) {
    return null;
  }
  return (
    <div className="mt-1 flex items-start gap-2 text-sm text-soft">
      <p id={id} dir="auto" className={`min-w-0 flex-1 ${open ? "" : "line-clamp-2"}`}>
        <MathText text={text} />
      </p>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={(open ? texts.shortenAbstract : texts.showAbstract)(title)}
        onClick={() => setOpen(!open)}
        className="-mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="chevron" className={`size-4 ${open ? "rotate-180" : ""}`} />
      </button>
    </div>
  );
}

/** Grey bars of a row's height. */
export function WorkSkeleton() {
  return (
    <li className="flex animate-pulse gap-3 py-4">
      <span className="size-4 rounded bg-hover" />
      <span className="flex-1 space-y-2.5">
        <span className="block h-4 w-3/4 rounded bg-hover" />
        <span className="block h-3 w-1/3 rounded bg-hover" />
        <span className="block h-3 w-full rounded bg-hover" />
      </span>
    </li>
  );
}

function isRecordWithFile(work: DiscoveredWorkView, added: AddedWorkView | undefined): boolean {
  return (added === undefined || isFault(added)) && work.paper_status === "record" && work.pdfs.length > 0;
}

function byline(authors: readonly string[]): string {
  const left = authors.length - 3;
  return authors.length > FEW_AUTHORS
    ? common.andOthers(authors.slice(0, 3).join(", "), left)
    : authors.join(", ") || texts.authorsUnknown;
}

function versionName({ arxiv_id: arxiv, venue, year, doi }: DiscoveredWorkView["versions"][number]): string {
  return [arxiv ? `arXiv:${arxiv}` : (venue ?? doi ?? texts.anotherVersion), year].filter(Boolean).join(", ");
}

function landingOf({ doi, arxiv_id: arxiv, pmcid, pmid }: DiscoveredWorkView): string | null {
  if (doi) {
    return `https://doi.org/${encodeURI(doi)}`;
  }
  if (arxiv) {
    return `https://arxiv.org/abs/${encodeURI(arxiv)}`;
  }
  const named = pmcid ?? pmid;
  return named ? `https://europepmc.org/abstract/${pmcid ? "PMC" : "MED"}/${encodeURIComponent(named)}` : null;
}
