/** A paper as a card: its first page in small, and below it what a row says. */
import type { ReactNode } from "react";
import type { ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { told } from "@/texts/problems";
import { library as texts } from "@/texts/library";
import { IconButton } from "@/ui/button";
import { ChoiceBox } from "@/ui/choice-box";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";
import { Menu } from "@/ui/menu";
import { Progress } from "@/ui/progress";
import { chooseByClick, Marks, titleOf, type PaperRowProps } from "./paper-row";
import { stageWords } from "./stages";
import { isUnderWay } from "./use-papers";

export interface PaperCardProps extends Omit<PaperRowProps, "onDelete"> {
  /** The first page in small; null where the paper has no pages. */
  picture: ReactNode;
}

export function PaperCard({ paper, chosen, picture, onChoose, onRetry, onFavourite, groups, onDrag }: PaperCardProps) {
  const title = titleOf(paper);
  const { favourite, read_state: state } = paper.marks;
  const href = `/papers/${paper.paper_id}` as const;
  const shownOver = "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100";
  return (
    <div
      className={`group relative flex h-full flex-col overflow-hidden rounded-xl border ${chosen ? "border-accent bg-accent-tint" : "border-line bg-surface hover:border-soft"}`}
      data-paper={paper.paper_id}
      data-status={paper.status}
      data-file={paper.filename}
      draggable
      onDragStart={(event) => onDrag(event.dataTransfer)}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => chooseByClick(event, onChoose)}
    >
      <Link
        href={href}
        draggable={false}
        tabIndex={-1}
        aria-hidden="true"
        className="flex h-44 shrink-0 items-start justify-center overflow-hidden border-b border-line bg-ground px-4 pt-3"
      >
        {picture ?? <Icon name={paper.status === "record" ? "quote" : "file"} className="mt-12 size-8 text-soft" />}
      </Link>
      <span className="absolute top-2 left-2 flex rounded-lg bg-surface p-1.5 shadow-sm">
        <ChoiceBox
          aria-label={common.choose(title)}
          checked={chosen}
          onChange={(event) => onChoose((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        />
      </span>
      <div className="flex min-h-0 flex-1 flex-col px-3 pt-2">
        <h2 className="line-clamp-2 text-left text-sm leading-snug" dir="auto" title={title}>
          <Link
            href={href}
            draggable={false}
            className={`hover:text-accent hover:underline ${state === "read" ? "text-soft" : "font-medium"}`}
          >
            <MathText text={title} />
          </Link>
        </h2>
        <p className="mt-0.5 flex gap-1.5 truncate text-sm text-soft">
          <span className="truncate">{shortByline(paper)}</span>
          <Marks paper={paper} />
        </p>
        <CardState paper={paper} title={title} onRetry={onRetry} />
      </div>
      <span className="absolute right-1 bottom-0.5 flex">
        <IconButton
          icon="star"
          label={favourite ? texts.isFavourite(title) : texts.makeFavourite(title)}
          tip={texts.favourite}
          aria-pressed={favourite}
          onClick={onFavourite}
          className={`size-8 aria-pressed:bg-transparent aria-pressed:text-warn [&_svg]:size-4 ${favourite ? "[&_path]:fill-current" : shownOver}`}
        />
        <Menu
          label={texts.moreAbout(title)}
          tip={common.more}
          groups={groups}
          className="inline-flex size-8 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink"
        >
          <Icon name="more" />
        </Menu>
      </span>
    </div>
  );
}

function CardState({ paper, title, onRetry }: { paper: ListedPaper; title: string; onRetry: () => void }) {
  const { progress, status } = paper;
  const error = paper.error && told(paper.error);
  if (isUnderWay(paper)) {
    return (
      <div className="mt-1.5 max-w-[calc(100%-4rem)] text-sm text-soft tabular-nums">
        <Progress share={progress.stage === "waiting" ? 0 : progress.percent / 100} label={texts.reading(title)} />
        <span className="block truncate">{stageWords(progress)}</span>
      </div>
    );
  }
  if (status === "failed") {
    return (
      <p className="flex max-w-[calc(100%-4rem)] items-center text-sm text-danger">
        <span className="truncate" title={error ? `${error.message} ${error.action}` : undefined}>
          {texts.notRead}
        </span>
        {error?.retryable !== false && (
          <IconButton
            icon="retry"
            label={texts.readItAgain(title)}
            onClick={onRetry}
            className="size-7 [&_svg]:size-4"
          />
        )}
      </p>
    );
  }
  return null;
}

function shortByline({ authors, year }: ListedPaper): ReactNode {
  const [first, second] = authors;
  const names = first && authors.length > 2 ? texts.etAl(first) : first && second ? texts.two(first, second) : first;
  return (
    <>
      <bdi>{names}</bdi>
      {year !== null && (names ? ` · ${year}` : year)}
    </>
  );
}
