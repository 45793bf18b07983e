/** The heading of the list: select all, how many there are, and the order. */
import { useEffect, useRef } from "react";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { ChoiceBox } from "@/ui/choice-box";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";
import { COLUMNS } from "./paper-row";
import { directionOf, SORTS, type Sort, type View } from "./view";

// Marked or deleted before anybody could read how many are left. A guess.
const FEW = 100;
const CARD_COLUMNS = "grid grid-cols-[auto_minmax(0,1fr)_auto]";

interface ListHeadingProps {
  view: View;
  /** Cards have no columns. */
  cards: boolean;
  onView: (changes: Partial<View>) => void;
  total: number;
  searched: boolean;
  /** While all papers are fetched that "all" means. */
  choosing: boolean;
  /** How many papers are still to be marked, and to be deleted. */
  marking: number;
  deleting: number;
  all: boolean;
  some: boolean;
  onAll: (all: boolean) => void;
}

export function ListHeading({
  view,
  cards,
  onView,
  total,
  choosing,
  marking,
  deleting,
  searched,
  all,
  some,
  onAll,
}: ListHeadingProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = some && !all;
  }, [some, all]);
  const sort = searched && view.sort === "added" ? "relevance" : view.sort;
  const choose = (to: Sort) => onView({ sort: to, reversed: to === sort ? !view.reversed : false });
  const hidden = cards ? "hidden!" : "max-lg:hidden";
  const column = (to: Sort, className: string) => (
    <button
      type="button"
      aria-pressed={sort === to}
      aria-description={texts.sortIt(texts.sorts[to])}
      data-tip={texts.sortIt(texts.sorts[to])}
      onClick={() => choose(to)}
      className={`inline-flex min-h-6 min-w-6 items-center gap-0.5 rounded text-left hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink ${className}`}
    >
      {texts.sorts[to]}
      {sort === to && <Icon name={directionOf(to, view.reversed) === "asc" ? "up" : "down"} className="size-3.5" />}
    </button>
  );
  const long: readonly (readonly [boolean, string])[] = [
    [choosing, texts.choosing],
    [deleting > FEW, texts.deleting(deleting)],
    [marking > FEW, texts.marking(marking)],
  ];
  const work = long.find(([is]) => is)?.[1];
  const offered = SORTS.filter((one) => one !== "relevance" || searched);
  return (
    <div
      role="group"
      aria-label={texts.order}
      className={`${cards ? CARD_COLUMNS : COLUMNS} min-h-9 items-center gap-x-3 border-b border-line px-3 text-sm text-soft sm:px-4`}
    >
      <span className="flex items-center sm:w-12">
        <ChoiceBox
          ref={box}
          aria-label={texts.chooseAll}
          checked={all || choosing}
          disabled={!total}
          onChange={(event) => choosing || onAll(event.target.checked)}
        />
      </span>
      <span className="flex min-w-0 items-center gap-3">
        {column("title", hidden)}
        {column("author", hidden)}
        {column("venue", hidden)}
        <span role="status" className="truncate tabular-nums lg:ml-3">
          {work ?? common.papers(total)}
        </span>
      </span>
      {column("year", hidden)}
      {column("added", hidden)}
      <Menu
        label={texts.sorted(texts.sorts[sort])}
        groups={[
          {
            name: texts.sortBy,
            items: offered.map((one) => ({
              label: texts.sorts[one],
              checked: one === sort,
              onSelect: () => choose(one),
            })),
          },
        ]}
        className="-mr-2 inline-flex min-h-8 min-w-9 items-center justify-center gap-1 rounded-lg px-1.5 hover:bg-hover hover:text-ink lg:ml-9"
      >
        <Icon name="down" className="size-4" />
        <span className={cards ? "" : "lg:sr-only"}>{texts.sorts[sort]}</span>
      </Menu>
    </div>
  );
}
