/** A paper in the list: two lines of what is known of it, its marks, and its state while it is not read. */
import { Fragment, type DragEvent, type MouseEvent } from "react";
import type { ListedPaper } from "@/api/types";
import { warningOf } from "@/lib/notices";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { told } from "@/texts/problems";
import { language } from "@/texts/language";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { ChoiceBox } from "@/ui/choice-box";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";
import { Menu, type MenuGroup } from "@/ui/menu";
import { Progress } from "@/ui/progress";
import { stageWords, timeLeft } from "./stages";
import { isUnderWay } from "./use-papers";

/** What a drag of papers carries: their ids with spaces between them. */
export const DRAGGED = "application/x-scholarai-papers";
/** The columns that stand at the right of the title on wide windows; the list's heading has the same. */
export const COLUMNS = "grid grid-cols-[auto_minmax(0,1fr)_auto] lg:grid-cols-[auto_minmax(0,1fr)_4rem_8rem_auto]";

export interface PaperRowProps {
  paper: ListedPaper;
  chosen: boolean;
  onChoose: (range: boolean) => void;
  onRetry: () => void;
  onFavourite: () => void;
  onDelete: () => void;
  /** The row's menu. */
  groups: MenuGroup[];
  onDrag: (transfer: DataTransfer) => void;
}

export function PaperRow({ paper, chosen, onChoose, onRetry, onFavourite, onDelete, groups, onDrag }: PaperRowProps) {
  const title = titleOf(paper);
  const { favourite, read_state: state } = paper.marks;
  return (
    <div
      className={`group ${COLUMNS} items-center gap-x-3 px-3 py-2 sm:px-4 ${chosen ? "bg-accent-tint" : "hover:bg-hover"}`}
      data-paper={paper.paper_id}
      data-status={paper.status}
      data-file={paper.filename}
      draggable
      onDragStart={(event: DragEvent) => onDrag(event.dataTransfer)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => chooseByClick(event, onChoose)}
    >
      <span className="flex items-center gap-1">
        <ChoiceBox
          aria-label={common.choose(title)}
          checked={chosen}
          onChange={(event) => onChoose((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        />
        <IconButton
          icon="star"
          label={favourite ? texts.isFavourite(title) : texts.makeFavourite(title)}
          tip={texts.favourite}
          aria-pressed={favourite}
          onClick={onFavourite}
          className={`size-7! aria-pressed:bg-transparent aria-pressed:text-warn max-sm:hidden ${favourite ? "[&_path]:fill-current" : "opacity-0 group-hover:opacity-100 focus-visible:opacity-100"}`}
        />
      </span>
      <div className="min-w-0">
        <h2 className="text-left font-serif text-lg leading-snug" dir="auto">
          <Link
            href={`/papers/${paper.paper_id}`}
            draggable={false}
            className={`-my-0.5 block w-fit max-w-full py-0.5 max-sm:line-clamp-2 sm:truncate hover:text-accent hover:underline ${state === "read" ? "text-soft" : "font-medium"}`}
          >
            <MathText text={title} />
          </Link>
        </h2>
        <p className="flex items-baseline gap-1.5 truncate text-sm text-soft">
          <span className="truncate">{bylineOf(paper)}</span>
          <Marks paper={paper} />
        </p>
        <State paper={paper} title={title} onRetry={onRetry} />
      </div>
      <span className="text-sm text-soft tabular-nums max-lg:hidden">{paper.year}</span>
      <span
        className="truncate text-sm text-soft max-lg:hidden"
        // The whole moment when it is asked for: the first one that a browser writes takes some milliseconds.
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = new Date(paper.created_at).toLocaleString(language);
        }}
      >
        {ago(paper.created_at)}
      </span>
      <span className="-my-2 -mr-2 flex">
        <IconButton
          icon="trash"
          label={common.deleteIt(title)}
          tip={common.delete}
          onClick={onDelete}
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 max-sm:hidden"
        />
        <Menu
          label={texts.moreAbout(title)}
          tip={common.more}
          groups={groups}
          className="inline-flex size-9 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink"
        >
          <Icon name="more" />
        </Menu>
      </span>
    </div>
  );
}

/** A click with a held key chooses the paper, or all up to it; one on something to click does what that does. */
export function chooseByClick(event: MouseEvent<HTMLElement>, onChoose: (range: boolean) => void): void {
  const part = event.target as HTMLElement;
  if (!part.closest("a, button, label") && (event.shiftKey || event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    onChoose(event.shiftKey);
  }
}

export function titleOf({ title, filename }: Pick<ListedPaper, "title" | "filename">): string {
  return title ?? filename;
}

export function Marks({ paper }: { paper: ListedPaper }) {
  const { marks, notes, same_as: same, status, supplement_of: of } = paper;
  const warning = warningOf(paper.notices);
  return (
    <>
      {warning && (
        <span title={warning.says} className="shrink-0 rounded bg-danger-tint px-1 font-semibold text-danger">
          {warning.label}
        </span>
      )}
      {marks.read_state === "reading" && <span className="shrink-0 text-soft">· {texts.beingRead}</span>}
      {status === "record" && (
        <span className="shrink-0 text-soft" title={texts.recordHint}>
          · {texts.record}
        </span>
      )}
      {notes > 0 && <span className="shrink-0 text-soft">· {texts.notes(notes)}</span>}
      {same !== null && (
        <Link href={`/papers/${same}`} className="shrink-0 text-warn underline" title={texts.openFirst}>
          {texts.twice}
        </Link>
      )}
      {of !== null && (
        <Link href={`/papers/${of}`} className="shrink-0 text-accent underline" title={texts.openPaper}>
          {texts.supplement}
        </Link>
      )}
      {marks.tags.slice(0, 3).map((tag) => (
        <span key={tag} className="max-w-32 shrink-0 truncate rounded border border-line px-1 text-soft">
          <bdi>{tag}</bdi>
        </span>
      ))}
      {marks.tags.length > 3 && <span className="shrink-0 text-soft">+{marks.tags.length - 3}</span>}
    </>
  );
}

function State({ paper, title, onRetry }: { paper: ListedPaper; title: string; onRetry: () => void }) {
  const { progress, status } = paper;
  const error = paper.error && told(paper.error);
  if (isUnderWay(paper)) {
    return (
      <div className="mt-1 flex items-center gap-3 text-sm text-soft tabular-nums">
        <span className="w-32 min-w-8">
          <Progress share={progress.stage === "waiting" ? 0 : progress.percent / 100} label={texts.reading(title)} />
        </span>
        <span className="shrink-0">{stageWords(progress)}</span>
        <span className="shrink-0">{timeLeft(progress)}</span>
        {error && (
          <span className="truncate text-warn">
            {error.message} {texts.again}
          </span>
        )}
      </div>
    );
  }
  if (status === "failed") {
    return (
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p
          className="min-w-52 md:line-clamp-2 flex-1 text-danger"
          title={error ? `${error.message} ${error.action}` : undefined}
        >
          <span className="font-semibold">
            {error?.code === "needs_attention" ? texts.needsAttention : texts.notRead}
          </span>{" "}
          {error?.message} {error?.action}
        </p>
        {error?.retryable !== false && (
          <Button icon="retry" onClick={onRetry}>
            {texts.readAgain}
          </Button>
        )}
      </div>
    );
  }
  return null;
}

/** On narrow windows, the year stands here, and in a column elsewhere: a screen reader reads it once. */
function bylineOf({ authors, year, venue, filename, title }: ListedPaper) {
  const names =
    authors.length > 4 ? common.andOthers(authors.slice(0, 3).join(", "), authors.length - 3) : authors.join(", ");
  const said = [names || (title === null ? "" : filename), venue].filter(Boolean);
  return (
    <>
      {said.map((part, place) => (
        <Fragment key={place}>
          {place > 0 && " · "}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
      {year !== null && <span className="lg:hidden">{said.length ? ` · ${year}` : year}</span>}
    </>
  );
}
