/** The rows or cards in sight of however many papers; the others are only as high as they would be. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useLayoutEffect, useState, type ReactNode, type RefObject } from "react";
import type { ListedPaper } from "@/api/types";
import { library as texts } from "@/texts/library";
import { oneStop } from "@/ui/one-stop";
import { isUnderWay } from "./use-papers";

// As rows are laid out; each is measured when it is seen.
const ROW_PX = 57;
const TALL_PX = 79;
const AHEAD = 12;
// A card is as high as its picture and four lines, and as wide as there is room, but no less.
const CARD_PX = 284;
const CARD_LEAST_PX = 180;

export interface PaperListProps {
  papers: readonly ListedPaper[];
  /** How many there are, more than `papers` until all pages are fetched. */
  total: number;
  scroller: RefObject<HTMLElement | null>;
  /** How far down a new list stands, in CSS pixels: the virtualizer scrolls there once it has the scroller. */
  startAt?: () => number;
  /** Several beside each other, all of one height, instead of one below the other. */
  cards?: boolean;
  render: (paper: ListedPaper) => ReactNode;
  /** Called while rows are in sight that are not here. */
  onMissing: () => void;
}

export function PaperList({ papers, total, scroller, startAt, cards = false, render, onMissing }: PaperListProps) {
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
  const rows = useVirtualizer({
    count: Math.max(total, papers.length),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (cards ? CARD_PX : heightOf(papers[index])),
    lanes: abreast,
    getItemKey: (index) => papers[index]?.paper_id ?? index,
    overscan: AHEAD,
    scrollMargin: start,
    ...(startAt && { initialOffset: startAt }),
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const missing = last >= papers.length - 1 && papers.length < total;
  useEffect(() => {
    if (missing) {
      onMissing();
    }
  }, [missing, onMissing, papers.length]);
  return (
    <ul
      ref={ref}
      aria-label={texts.papers}
      className={`relative ${cards ? "m-1.5" : ""}`}
      style={{ height: rows.getTotalSize() }}
    >
      {items.map(({ index, key, start: top, lane }) => (
        <li
          key={key}
          ref={cards ? undefined : rows.measureElement}
          data-index={index}
          aria-setsize={total}
          aria-posinset={index + 1}
          className={`absolute top-0 ${cards ? "p-1.5" : "inset-x-0 border-b border-line last:border-b-0"}`}
          style={{ transform: `translateY(${top - start}px)`, ...(cards && placeOf(lane, abreast)) }}
        >
          {papers[index] ? <Drawn paper={papers[index]} render={render} /> : cards ? <ComingCard /> : <Coming />}
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

function Coming() {
  return (
    <div className="px-3 py-2" style={{ height: ROW_PX - 1 }} aria-hidden="true">
      <div className="mt-1 h-3.5 w-1/2 rounded bg-hover" />
      <div className="mt-2.5 h-3 w-1/4 rounded bg-hover" />
    </div>
  );
}

function ComingCard() {
  return <div className="h-full rounded-xl border border-line bg-hover" aria-hidden="true" />;
}

function placeOf(lane: number, abreast: number) {
  return { left: `${(lane * 100) / abreast}%`, width: `${100 / abreast}%`, height: CARD_PX };
}

function heightOf(paper: ListedPaper | undefined): number {
  return paper && (isUnderWay(paper) || paper.status === "failed" || paper.status === "record") ? TALL_PX : ROW_PX;
}

function offsetIn(list: HTMLElement, scroller: HTMLElement): number {
  return list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
