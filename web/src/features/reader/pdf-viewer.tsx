/** The desk: all pages of a PDF in one long column, of which only those near the window exist. */
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from "react";
import { frameBeside, placesOn, turnedSize, type Rotation, type Size } from "@/lib/boxes";
import { inWindow, layOut, pageAt, pageRead, type Layout } from "@/lib/layout";
import type { Target } from "@/lib/target";
import { DrawingOrder } from "./drawing-order";
import type { Hit } from "./find";
import { Marks } from "./marks";
import type { PDFDocumentProxy } from "./pdf";
import { PdfPage } from "./pdf-page";
import { GAP, scaleOf, type Zoom } from "./zoom";

export interface ViewerHandle {
  goToPage: (pageNumber: number, share?: number) => void;
}

export interface PdfViewerProps {
  ref?: Ref<ViewerHandle>;
  document: PDFDocumentProxy;
  /** Sizes of all pages in points as they are displayed; those after the list's end are like the last one. */
  sizes: readonly Size[];
  zoom: Zoom;
  rotation: Rotation;
  target: Target | null;
  hits: readonly Hit[];
  currentHit: Hit | null;
  onPage: (pageNumber: number) => void;
  /** Called after each page whose picture is finished. */
  onDrawn: () => void;
  onScale: (scale: number) => void;
  onZoom: (direction: 1 | -1) => void;
}

// Screens of pages kept drawn beyond the window where scrolling goes, and where it comes from. Guesses that keep at
// most five pages alive at the usual zoom.
const AHEAD = 1.5;
const BEHIND = 0.5;
// Scrolling has ended when nothing moved for so long. A guess.
const REST_MS = 120;
// A page that scrolling leaves behind is drawn after one that it comes to. A guess.
const BEHIND_COSTS = 1;
// Where in the window a place is put that one jumps to.
const JUMP_SHARE = 0.3;

export function PdfViewer(props: PdfViewerProps) {
  const { ref, document, sizes, zoom, rotation, target, hits, currentHit, onPage, onDrawn, onScale, onZoom } = props;
  const desk = useRef<HTMLDivElement>(null);
  const size = useSize(desk);
  const turned = useMemo(
    () =>
      Array.from({ length: document.numPages }, (_, index) =>
        turnedSize(sizes[Math.min(index, sizes.length - 1)]!, rotation),
      ),
    [document, sizes, rotation],
  );
  const scale = size ? scaleOf(zoom, widest(turned), size) : null;
  const layout = useMemo(() => (scale ? layOut(turned, scale, GAP) : null), [turned, scale]);
  const { range, resting, distance, onScroll, jump } = useScrolling(desk, layout, onPage);
  const [order] = useState(() => new DrawingOrder());

  useEffect(() => {
    if (scale) {
      onScale(scale);
    }
  }, [scale, onScale]);
  useImperativeHandle(ref, () => ({ goToPage: (pageNumber, share = 0) => jump(pageNumber - 1, share, 0.02) }), [jump]);
  useJumpTo(target?.pages[0], target?.wish, layout, rotation, jump);
  useJumpTo(currentHit?.pages[0], currentHit?.id, layout, rotation, jump);
  useWheelZoom(desk, onZoom);

  return (
    <div
      ref={desk}
      onScroll={onScroll}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        // With Ctrl the browser zooms everything, which stays its own.
        if (!ctrlKey && !metaKey && (key === "+" || key === "-")) {
          onZoom(key === "+" ? 1 : -1);
        }
      }}
      tabIndex={0}
      role="group"
      aria-label="Pages"
      className="desk relative h-full overflow-auto bg-desk focus-visible:-outline-offset-2"
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
                goToPage={(number) => jump(number - 1, 0, 0.02)}
              >
                <PageMarks {...{ pageNumber, target, hits, currentHit, rotation }} />
              </PdfPage>
            );
          })}
        </div>
      )}
    </div>
  );
}

function PageMarks({
  pageNumber,
  target,
  hits,
  currentHit,
  rotation,
}: Pick<PdfViewerProps, "target" | "hits" | "currentHit" | "rotation"> & { pageNumber: number }) {
  const placed = (pages: Target["pages"]) =>
    pages.filter((page) => page.page_number === pageNumber).flatMap((page) => placesOn(page, rotation));
  const quoted = target ? placed(target.pages) : [];
  const others = hits.filter((hit) => hit !== currentHit);
  return (
    <>
      <Marks kind="hit" places={others.flatMap((hit) => placed(hit.pages))} />
      {currentHit && <Marks kind="current" places={placed(currentHit.pages)} />}
      {target && <Marks key={target.wish} kind="cite" places={quoted} />}
      {target?.region && (
        <Marks kind="region" places={placed([target.region]).map((figure) => frameBeside(figure, quoted))} />
      )}
    </>
  );
}

function widest(sizes: readonly Size[]): Size {
  return sizes.reduce((best, size) => (size.width > best.width ? size : best));
}

/** Follow the window over the layout; a new layout (zoom, rotation) keeps the place that was read. */
function useScrolling(
  desk: React.RefObject<HTMLDivElement | null>,
  layout: Layout | null,
  onPage: (page: number) => void,
) {
  const [range, setRange] = useState<[number, number]>([0, -1]);
  const anchor = useRef({ index: 0, share: 0 });
  const lastTop = useRef(0);
  // The middle of the window in pages from the first one's top, and where it moves.
  const eyes = useRef({ at: 0, direction: 1 });
  const [resting, setResting] = useState(true);
  const timer = useRef(0);
  const distance = useCallback((pageNumber: number) => {
    const ahead = (pageNumber - 0.5 - eyes.current.at) * eyes.current.direction;
    return ahead < -0.5 ? -ahead + BEHIND_COSTS : Math.abs(ahead);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  const look = useCallback(() => {
    const element = desk.current;
    if (!element || !layout) {
      return;
    }
    const { scrollTop: top, clientHeight: height } = element;
    const upwards = top < lastTop.current;
    lastTop.current = top;
    const [first, last] = inWindow(layout, top - (upwards ? AHEAD : BEHIND) * height, (1 + AHEAD + BEHIND) * height);
    eyes.current = { at: pageAt(layout, top + height / 2), direction: upwards ? -1 : 1 };
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    const [index] = inWindow(layout, top, height);
    const slot = layout.slots[index];
    if (slot) {
      anchor.current = { index, share: (top - slot.top) / slot.height };
    }
    onPage(pageRead(layout, top, height) + 1);
  }, [desk, layout, onPage]);

  useLayoutEffect(() => {
    const slot = layout?.slots[anchor.current.index];
    if (desk.current && slot) {
      desk.current.scrollTop = slot.top + anchor.current.share * slot.height;
      look();
    }
  }, [desk, layout, look]);

  const jump = useCallback(
    (index: number, share: number, at: number) => {
      const slot = layout?.slots[index];
      const element = desk.current;
      if (slot && element) {
        element.scrollTo({ top: slot.top + share * slot.height - at * element.clientHeight });
        look();
      }
    },
    [desk, layout, look],
  );
  const onScroll = useCallback(() => {
    look();
    setResting(false);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setResting(true), REST_MS);
  }, [look]);
  return { range, resting, distance, onScroll, jump };
}

/** Bring a place into the window once for every wish, as soon as there is a layout. */
function useJumpTo(
  page: Target["pages"][number] | undefined,
  wish: number | undefined,
  layout: Layout | null,
  rotation: Rotation,
  jump: (index: number, share: number, at: number) => void,
): void {
  const done = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (page && layout && wish !== done.current) {
      done.current = wish;
      const tops = placesOn(page, rotation).map((place) => place.top);
      jump(page.page_number - 1, tops.length ? Math.min(...tops) : 0, JUMP_SHARE);
    }
  }, [page, wish, layout, rotation, jump]);
}

function useSize(element: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const observed = element.current!;
    // Without the scrollbar, which comes and goes with the zoom and would make it flutter.
    const measure = () => setSize({ width: observed.clientWidth, height: observed.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Zoom with Ctrl and the wheel, or by pinching a touchpad, which browsers report alike. */
function useWheelZoom(desk: React.RefObject<HTMLDivElement | null>, onZoom: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const element = desk.current!;
    let turned = 0;
    function zoom(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) {
        return;
      }
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) > 40) {
        onZoom(turned < 0 ? 1 : -1);
        turned = 0;
      }
    }
    element.addEventListener("wheel", zoom, { passive: false });
    return () => element.removeEventListener("wheel", zoom);
  }, [desk, onZoom]);
}
