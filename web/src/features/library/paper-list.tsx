/** The rows or cards in sight of however many papers; the others are only as high as they would be. */
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import type { ListedPaper } from "@/api/types";
import { library as texts } from "@/texts/library";
import { oneStop } from "@/ui/one-stop";
import { useFarKeys } from "./use-far-keys";
import { pageOf, type Row } from "./use-library";
import { isUnderWay } from "./use-papers";

// As rows are laid out; each is measured when it is seen.
const ROW_PX = 61;
const TALL_PX = 85;
const AHEAD = 12;
// Rows around the drawn ones whose papers are fetched as well, so that scrolling meets no empty rows. A guess.
const FETCHED_AROUND = 40;
// A drag of the scroll bar passes pages that nobody looks at; those where it rests are fetched. A guess.
const REST_MS = 80;
// A card is as high as its picture and four lines, and as wide as there is room, but no less.
const CARD_PX = 284;
const CARD_LEAST_PX = 180;

export interface PaperListProps {
  rows: readonly Row[];
  scroller: RefObject<HTMLElement | null>;
  /** How far down a new list stands, in CSS pixels: the virtualizer scrolls there once it has the scroller. */
  startAt?: () => number;
  /** Several beside each other, all of one height, instead of one below the other. */
  cards?: boolean;
  render: (paper: ListedPaper) => ReactNode;
  /** Called with the pages of the rows in sight, whether these are here or not. */
  onSight: (pages: readonly number[]) => void;
}

export function PaperList({ rows, scroller, startAt, cards = false, render, onSight }: PaperListProps) {
  const [start, setStart] = useState(0);
  const [list, setList] = useState<HTMLElement | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    setList(element);
    return oneStop(element);
  }, []);
  const [width, setWidth] = useState(0);
  const abreast = cards ? Math.max(1, Math.floor(width / CARD_LEAST_PX)) : 1;
  useLayoutEffect(() => {
    // What stands above the list changes with uploads and results.
    const above = () => {
      if (list && scroller.current) {
        setStart(offsetIn(list, scroller.current));
        setWidth(list.clientWidth);
      }
    };
    above();
    const observer = new ResizeObserver(above);
    for (const child of list?.parentElement?.parentElement?.children ?? []) {
      observer.observe(child);
    }
    return () => observer.disconnect();
  }, [list, scroller]);
  const usual = useMemo(() => usualHeight(rows), [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (cards ? CARD_PX : heightOf(rows[index]?.paper, usual)),
    lanes: abreast,
    getItemKey: (index) => rows[index]?.paper?.paper_id ?? index,
    overscan: AHEAD,
    scrollMargin: start,
    ...(startAt && { initialOffset: startAt }),
  });
  const items = virtual.getVirtualItems();
  const around = rows.slice(
    Math.max(0, (items[0]?.index ?? 0) - FETCHED_AROUND),
    (items.at(-1)?.index ?? 0) + 1 + FETCHED_AROUND,
  );
  const pages = [...new Set(around.map(pageOf))].sort((one, other) => one - other).join(" ");
  useEffect(() => {
    const timer = setTimeout(() => onSight(pages ? pages.split(" ").map(Number) : []), REST_MS);
    return () => clearTimeout(timer);
  }, [pages, onSight]);
  const perPage = useCallback(
    () => abreast * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / (cards ? CARD_PX : usual)) - 1),
    [abreast, scroller, cards, usual],
  );
  const scrollTo = useCallback((index: number) => virtual.scrollToIndex(index), [virtual]);
  useFarKeys({ list, scroller, count: rows.length, perPage, scrollTo });
  return (
    <ul
      ref={ref}
      aria-label={texts.papers}
      className={`relative ${cards ? "m-1.5" : ""}`}
      style={{ height: virtual.getTotalSize() }}
    >
      {items.map(({ index, key, start: top, lane }) => (
        <li
          key={key}
          ref={cards ? undefined : virtual.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          tabIndex={-1}
          className={`absolute top-0 ${cards ? "p-1.5" : "inset-x-0 border-b border-hover last:border-b-0"}`}
          style={{ transform: `translateY(${top - start}px)`, ...(cards && placeOf(lane, abreast)) }}
        >
          {rows[index]?.paper ? (
            <Drawn paper={rows[index].paper} render={render} />
          ) : (
            <Coming {...{ cards }} height={usual} />
          )}
        </li>
      ))}
    </ul>
  );
}

// Scrolling draws the list again, but no row that stays in sight.
const Drawn = memo(function Drawn({
  paper,
  render,
}: {
  paper: ListedPaper;
  render: (paper: ListedPaper) => ReactNode;
}) {
  return render(paper);
});

function Coming({ cards, height }: { cards: boolean; height: number }) {
  return (
    <>
      <span className="sr-only">{texts.coming}</span>
      {cards ? (
        <div className="h-full rounded-xl border border-line bg-hover" />
      ) : (
        <div className="px-3 py-2" style={{ height: height - 1 }}>
          <div className="mt-1 h-3.5 w-1/2 rounded bg-hover" />
          <div className="mt-2.5 h-3 w-1/4 rounded bg-hover" />
        </div>
      )}
    </>
  );
}

function placeOf(lane: number, abreast: number) {
  return { left: `${(lane * 100) / abreast}%`, width: `${100 / abreast}%`, height: CARD_PX };
}

/** Return the height that most rows have, so that those that are not here yet change theirs as little as possible. */
function usualHeight(rows: readonly Row[]): number {
  const known = rows.flatMap(({ paper }) => paper ?? []);
  return 2 * known.filter(isTall).length > known.length ? TALL_PX : ROW_PX;
}

function heightOf(paper: ListedPaper | undefined, usual: number): number {
  return paper ? (isTall(paper) ? TALL_PX : ROW_PX) : usual;
}

function isTall(paper: ListedPaper): boolean {
  return isUnderWay(paper) || paper.status === "failed";
}

function offsetIn(list: HTMLElement, scroller: HTMLElement): number {
  return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
