/** The PDF viewer: all pages in one scrolling column, of which only those near the viewport are mounted. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type Ref,
} from "react";
import type { NoteView, PdfSectionV1 } from "@/api/types";
import { frameBeside, placesOn, turnedSize, type Rotation, type Size } from "@/lib/boxes";
import { layOut, type Layout } from "@/lib/layout";
import type { Target } from "@/lib/target";
import { reader as texts } from "@/texts/reader";
import { DrawingOrder } from "./drawing-order";
import type { Hit } from "./find";
import { Marks, NoteMarks } from "./marks";
import type { Jumper, Position } from "./use-jumps";
import type { PDFDocumentProxy } from "./pdf";
import { PdfPage } from "./pdf-page";
import { JUMP_SHARE, PAGE_SHARE, pageSpot, spotOf, useJumpTo, useScrolling } from "./use-scrolling";
import { usePinchZoom, useWheelZoom } from "./use-zooming";
import { GAP, scaleOf, type Zoom } from "./zoom";

export interface ViewerHandle extends Jumper {
  goToPage: (pageNumber: number, share?: number) => void;
  /** Bring a place into the window. */
  show: (place: PdfSectionV1) => void;
}

/** A place that is marked because a jump led there; `wish` changes with every jump. */
export interface Landing {
  pages: PdfSectionV1[];
  wish: number;
}

export interface PdfViewerProps {
  ref?: Ref<ViewerHandle>;
  document: PDFDocumentProxy;
  /** The page to open at, unless there is a target. */
  startPage: number | null;
  /** Sizes of all pages in points as they are displayed; those after the list's end are like the last one. */
  sizes: readonly Size[];
  zoom: Zoom;
  /** Which panels are open beside the pages: opening or closing one changes no zoom, fitted ones neither. */
  panels: string;
  /** The CSS pixels that they took from the pages at first. */
  taken: number;
  /** Pages side by side, and whether they are shown dark. */
  abreast: 1 | 2;
  dark: boolean;
  notes: readonly NoteView[];
  rotation: Rotation;
  target: Target | null;
  /** Places marked at the edge of the window. */
  ticks: readonly Target[];
  /** Called with the tick that was clicked. */
  onTick: (index: number) => void;
  /** What a jump led to. */
  landing: Landing | null;
  hits: readonly Hit[];
  currentHit: Hit | null;
  /** Called with the page that is read, and the place at the upper edge of the window. */
  onPage: (pageNumber: number, top: Position) => void;
  /** Called after each page whose picture is finished. */
  onDrawn: () => void;
  onScale: (scale: number) => void;
  onZoom: (direction: 1 | -1) => void;
  /** Called with the scale that two fingers ask for. */
  onPinch: (scale: number) => void;
  /** Called with what was clicked on a page that is no link: shares of the page. */
  onPoint: (pageNumber: number, x: number, y: number) => void;
}

export function PdfViewer(props: PdfViewerProps) {
  const {
    ref,
    document,
    startPage,
    sizes,
    zoom,
    panels,
    taken,
    abreast,
    dark,
    notes,
    rotation,
    target,
    ticks,
    onTick,
    landing,
    hits,
    currentHit,
    onPage,
    onDrawn,
    onScale,
    onZoom,
    onPinch,
    onPoint,
  } = props;
  const desk = useRef<HTMLDivElement>(null);
  const size = useFittedSize(desk, zoom, panels, taken);
  const turned = useMemo(
    () =>
      Array.from({ length: document.numPages }, (_, index) =>
        turnedSize(sizes[Math.min(index, sizes.length - 1)]!, rotation),
      ),
    [document, sizes, rotation],
  );
  const scale = size ? scaleOf(zoom, widest(turned), size, abreast) : null;
  const layout = useMemo(() => (scale ? layOut(turned, scale, GAP, abreast) : null), [turned, scale, abreast]);
  const spot = useMemo(() => spotOf(target?.pages[0] ?? target?.region ?? undefined, rotation), [target, rotation]);
  const { range, resting, distance, onScroll, jump, position } = useScrolling(desk, layout, spot, onPage);
  const [order] = useState(() => new DrawingOrder());

  useEffect(() => {
    if (scale) {
      onScale(scale);
    }
  }, [scale, onScale]);
  useImperativeHandle(
    ref,
    () => ({
      goToPage: (pageNumber, share = 0) => jump(pageNumber - 1, share, PAGE_SHARE),
      show: (place) => {
        const spot = spotOf(place, rotation);
        if (spot) {
          jump(spot.index, spot.top, JUMP_SHARE, spot);
        }
      },
      position,
      restore: ({ pageNumber, share }) => jump(pageNumber - 1, share, 0),
    }),
    [jump, position, rotation],
  );
  const [start] = useState(() => (target ? null : pageSpot(startPage ?? 1)));
  useJumpTo(start, 0, layout, jump, PAGE_SHARE);
  useJumpTo(spot, target?.wish, layout, jump);
  const hitSpot = useMemo(() => spotOf(currentHit?.pages[0], rotation), [currentHit, rotation]);
  useJumpTo(hitSpot, currentHit?.id, layout, jump);
  useWheelZoom(desk, onZoom);
  usePinchZoom(desk, scale, onPinch);

  return (
    <>
      <div
        ref={desk}
        onScroll={onScroll}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          // Ctrl with + and - stays the browser's own zoom.
          if (!ctrlKey && !metaKey && (key === "+" || key === "-")) {
            onZoom(key === "+" ? 1 : -1);
          }
        }}
        tabIndex={0}
        role="group"
        aria-label={texts.tabs.pages}
        onClick={(event) => pointed(event, onPoint)}
        data-dark={dark || undefined}
        className="desk relative touch-pan-x touch-pan-y h-full overflow-auto bg-ground focus-visible:-outline-offset-2"
      >
        {layout && (
          <div className="relative mx-auto" style={{ height: layout.height, minWidth: layout.width + 2 * GAP }}>
            {layout.slots.slice(range[0], range[1] + 1).map((slot, offset) => {
              const pageNumber = range[0] + offset + 1;
              return (
                <PdfPage
                  key={pageNumber}
                  document={document}
                  pageNumber={pageNumber}
                  slot={slot}
                  {...{ rotation, order, distance, resting }}
                  onDrawn={onDrawn}
                >
                  <PageMarks {...{ pageNumber, notes, target, landing, hits, currentHit, rotation }} />
                </PdfPage>
              );
            })}
          </div>
        )}
      </div>
      {layout && <Ticks {...{ ticks, rotation, layout, target }} onTick={onTick} />}
    </>
  );
}

/** Where the citations of an answer stand in the paper, over the scroll bar; the keys for the next one are for everybody. */
function Ticks({
  ticks,
  rotation,
  layout,
  target,
  onTick,
}: Pick<PdfViewerProps, "ticks" | "rotation" | "target" | "onTick"> & { layout: Layout }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-0 z-10 w-4">
      {ticks.map((tick, index) => {
        const spot = spotOf(tick.pages[0] ?? tick.region ?? undefined, rotation);
        const slot = spot && layout.slots[spot.index];
        return (
          slot && (
            <div
              key={index}
              data-tick={tick.pages === target?.pages || undefined}
              title={tick.label}
              onClick={() => onTick(index)}
              className="tick pointer-events-auto absolute right-0 w-4 cursor-pointer"
              style={{ top: `${(100 * (slot.top + spot.top * slot.height)) / layout.height}%` }}
            />
          )
        );
      })}
    </div>
  );
}

function PageMarks({
  pageNumber,
  notes,
  target,
  landing,
  hits,
  currentHit,
  rotation,
}: Pick<PdfViewerProps, "notes" | "target" | "landing" | "hits" | "currentHit" | "rotation"> & { pageNumber: number }) {
  const placed = (pages: Target["pages"]) =>
    pages.filter((page) => page.page_number === pageNumber).flatMap((page) => placesOn(page, rotation));
  const quoted = target ? placed(target.pages) : [];
  const others = hits.filter((hit) => hit !== currentHit);
  return (
    <>
      <NoteMarks notes={notes} placesOf={(note) => placed(note.target?.pages ?? [])} />
      <Marks kind="hit" places={others.flatMap((hit) => placed(hit.pages))} />
      {currentHit && <Marks kind="current" places={placed(currentHit.pages)} />}
      {target && <Marks key={target.wish} kind="cite" places={quoted} />}
      {landing && <Marks key={`landing-${landing.wish}`} kind="landing" places={placed(landing.pages)} />}
      {target?.region && (
        <Marks kind="region" places={placed([target.region]).map((figure) => frameBeside(figure, quoted))} />
      )}
    </>
  );
}

/** Tell where on a page was clicked, unless words were selected or a link was meant. */
function pointed(event: MouseEvent, onPoint: PdfViewerProps["onPoint"]): void {
  const target = event.target as HTMLElement;
  const page = target.closest<HTMLElement>("[data-page]");
  if (page && !target.closest(".page-link") && document.getSelection()?.isCollapsed !== false) {
    const { left, top, width, height } = page.getBoundingClientRect();
    onPoint(Number(page.dataset.page), (event.clientX - left) / width, (event.clientY - top) / height);
  }
}

function widest(sizes: readonly Size[]): Size {
  return sizes.reduce((best, size) => (size.width > best.width ? size : best));
}

/**
 * Return the size that pages are fitted to, in CSS pixels: the desk's, as it would be with the panels that were open beside it
 * when the zoom was chosen.
 */
function useFittedSize(
  element: React.RefObject<HTMLElement | null>,
  zoom: Zoom,
  panels: string,
  taken: number,
): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  // What panels have taken from the desk's width since then.
  const lost = useRef(taken);
  const measured = useRef<number | null>(null);
  const measure = useCallback(() => {
    // Excludes the scrollbar, which appears and disappears with the zoom and would make it oscillate.
    const { clientWidth, clientHeight } = element.current!;
    measured.current = clientWidth;
    const [width, height] = [clientWidth + lost.current, clientHeight];
    setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
  }, [element]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(element.current!);
    measure();
    return () => observer.disconnect();
  }, [element, measure]);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (!first.current) {
      lost.current += (measured.current ?? 0) - element.current!.clientWidth;
      measure();
    }
  }, [element, measure, panels]);
  useLayoutEffect(() => {
    if (!first.current) {
      lost.current = 0;
      measure();
    }
    first.current = false;
  }, [measure, zoom]);
  return size;
}
