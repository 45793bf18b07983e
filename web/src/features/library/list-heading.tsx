/** The heading of the list: select all, how many there are, and the order. */
import { useEffect, useRef } from "react";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";
import { COLUMNS } from "./paper-row";
import { directionOf, SORTS, type Sort, type View } from "./view";

interface ListHeadingProps {
  view: View;
  onView: (changes: Partial<View>) => void;
  total: number;
  searched: boolean;
  all: boolean;
  some: boolean;
  onAll: (all: boolean) => void;
}

export function ListHeading({ view, onView, total, searched, all, some, onAll }: ListHeadingProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = some && !all;
  }, [some, all]);
  const sort = searched && view.sort === "added" ? "relevance" : view.sort;
  const choose = (to: Sort) => onView({ sort: to, reversed: to === sort ? !view.reversed : false });
  const column = (to: Sort, className: string) => (
    <button
      type="button"
      aria-pressed={sort === to}
      aria-description={texts.sortIt(texts.sorts[to])}
      data-tip={texts.sortIt(texts.sorts[to])}
      onClick={() => choose(to)}
      className={`inline-flex items-center gap-0.5 rounded text-left hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink ${className}`}
    >
      {texts.sorts[to]}
      {sort === to && <Icon name={directionOf(to, view.reversed) === "asc" ? "up" : "down"} className="size-3.5" />}
    </button>
  );
  const offered = SORTS.filter((one) => one !== "relevance" || searched);
  return (
    <div
      role="group"
      aria-label={texts.order}
      className={`${COLUMNS} min-h-9 items-center gap-x-3 border-y border-line bg-ground px-3 text-xs text-soft`}
    >
      <span className="flex items-center gap-1 sm:w-14">
        <input
          ref={box}
          type="checkbox"
          aria-label={texts.chooseAll}
          checked={all}
          disabled={!total}
          onChange={(event) => onAll(event.target.checked)}
          className="size-4 accent-[var(--accent)]"
        />
      </span>
      <span className="flex min-w-0 items-center gap-3">
        {column("title", "max-md:hidden")}
        {column("author", "max-md:hidden")}
        <span role="status" className="truncate text-faint tabular-nums">
          {common.papers(total)}
        </span>
      </span>
      {column("year", "max-md:hidden")}
      {column("venue", "max-md:hidden")}
      {column("added", "max-md:hidden")}
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
        className="-mr-2 inline-flex min-h-8 min-w-9 items-center justify-center gap-1 rounded-lg px-1.5 hover:bg-hover hover:text-ink md:ml-9"
      >
        <Icon name="down" className="size-4" />
        <span className="md:sr-only">{texts.sorts[sort]}</span>
      </Menu>
    </div>
  );
}
