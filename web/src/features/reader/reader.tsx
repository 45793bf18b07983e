/** The reader: a paper's pages or text, with outline, find and a citation's highlights. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { PaperView } from "@/api/types";
import { turn, type Rotation, type Size } from "@/lib/boxes";
import { useKept } from "@/lib/kept";
import type { Target } from "@/lib/target";
import { IconButton } from "@/ui/button";
import { Failed, Skeleton } from "@/ui/states";
import { FindBar } from "./find-bar";
import type { OutlineEntry } from "./outline";
import { PdfViewer, type ViewerHandle } from "./pdf-viewer";
import { Sidebar } from "./sidebar";
import { TextViewer, type TextViewerHandle } from "./text-viewer";
import { Thumbnails } from "./thumbnails";
import { Toolbar } from "./toolbar";
import { useContent } from "./use-content";
import { useFinding } from "./use-finding";
import { usePdf } from "./use-pdf";
import { percentOf, stepFrom, zoomOf } from "./zoom";

export interface ReaderProps {
  paper: PaperView;
  target: Target | null;
  /** The page to open at. */
  startPage: number | null;
  onPage: (pageNumber: number) => void;
  /** Further buttons at the end of the toolbar. */
  actions?: ReactNode;
}

const PDF = "application/pdf";

export default function Reader(props: ReaderProps) {
  const { media_type, counts } = props.paper;
  return media_type === PDF || counts.pages > 0 ? <PdfReader {...props} /> : <TextReader {...props} />;
}

function PdfReader({ paper, target, startPage, onPage, actions }: ReaderProps) {
  const pdf = usePdf(paper.id, paper.media_type === PDF ? null : paper.counts.pages);
  // The content of a long paper is large, and is not needed before the first page.
  const [drawn, setDrawn] = useState(false);
  const content = useContent(paper.id, drawn && paper.status === "completed");
  const viewer = useRef<ViewerHandle>(null);
  const [page, setPage] = useState(startPage ?? 1);
  const [zoom, setZoom] = useKept(`zoom:${paper.id}`, zoomOf);
  const [scale, setScale] = useState(1);
  const [rotation, setRotation] = useState<Rotation>(0);
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const [findOpen, setFindOpen] = useFindShortcut();
  const finding = useFinding(content.data, findOpen);

  const firstPage = pdf.status === "ready" ? pdf.firstPage : null;
  const sizes = useMemo<Size[]>(() => {
    const read = content.data?.pages.map((size) => ({ width: size.width_pt, height: size.height_pt }));
    return read?.length ? read : firstPage ? [firstPage] : [];
  }, [content.data, firstPage]);
  const setDrawnOnce = useCallback(() => setDrawn(true), []);
  const showPage = useCallback(
    (pageNumber: number) => {
      setPage(pageNumber);
      onPage(pageNumber);
    },
    [onPage],
  );
  const step = useCallback((direction: 1 | -1) => setZoom(stepFrom(percentOf(scale), direction)), [scale, setZoom]);

  if (pdf.status === "failed") {
    return <Failed title="The file cannot be shown." error={pdf.error} retry={pdf.retry} />;
  }
  const goToPage = (pageNumber: number) => viewer.current?.goToPage(pageNumber);
  return (
    <section aria-label="Reader" className="flex h-full min-w-0 flex-col">
      <Toolbar
        {...{ page, zoom, sidebarOpen, findOpen }}
        pages={pdf.status === "ready" ? pdf.document.numPages : paper.counts.pages || 1}
        percent={percentOf(scale)}
        onPage={goToPage}
        onStep={step}
        onZoom={setZoom}
        onRotate={() => setRotation((before) => turn(before, 90))}
        onSidebar={() => setSidebarOpen((open) => !open)}
        onFind={() => setFindOpen(!findOpen)}
      >
        {actions}
      </Toolbar>
      {findOpen && <FindBar finding={finding} close={() => setFindOpen(false)} />}
      <div className="relative flex min-h-0 flex-1">
        {sidebarOpen && (
          <SidePanel close={() => setSidebarOpen(false)}>
            <Sidebar
              content={content.data}
              contentFailed={content.isError || paper.status !== "completed"}
              onEntry={(entry) => {
                if (entry.pageNumber) {
                  viewer.current?.goToPage(entry.pageNumber, entry.share);
                  setSidebarOpen(staysOpen);
                }
              }}
              onPage={goToPage}
              thumbnails={
                pdf.status === "ready" && (
                  <Thumbnails document={pdf.document} sizes={sizes} rotation={rotation} page={page} onPage={goToPage} />
                )
              }
            />
          </SidePanel>
        )}
        <div className="min-w-0 flex-1">
          {pdf.status === "ready" ? (
            <PdfViewer
              ref={viewer}
              document={pdf.document}
              startPage={startPage}
              sizes={sizes}
              zoom={zoom}
              rotation={rotation}
              target={target?.paperId === paper.id ? target : null}
              hits={finding.hits}
              currentHit={finding.current}
              onPage={showPage}
              onDrawn={setDrawnOnce}
              onScale={setScale}
              onZoom={step}
            />
          ) : (
            <PageSkeleton />
          )}
        </div>
      </div>
    </section>
  );
}

function TextReader({ paper, target, actions }: ReaderProps) {
  const content = useContent(paper.id, paper.status === "completed");
  const viewer = useRef<TextViewerHandle>(null);
  const [sidebarOpen, setSidebarOpen] = useState(false);
  const [findOpen, setFindOpen] = useFindShortcut();
  const finding = useFinding(content.data, findOpen);
  const goTo = (entry: OutlineEntry) => {
    if (entry.blockId) {
      viewer.current?.goToBlock(entry.blockId);
      setSidebarOpen(staysOpen);
    }
  };
  return (
    <section aria-label="Reader" className="flex h-full min-w-0 flex-col">
      <div
        role="toolbar"
        aria-label="Reader"
        className="flex h-12 items-center gap-0.5 border-b border-line bg-surface px-2"
      >
        <IconButton
          icon="list"
          label="Outline"
          aria-expanded={sidebarOpen}
          onClick={() => setSidebarOpen((open) => !open)}
        />
        <span className="mx-auto" />
        <IconButton
          icon="search"
          label="Find in this paper"
          aria-expanded={findOpen}
          onClick={() => setFindOpen(!findOpen)}
        />
        {actions}
      </div>
      {findOpen && <FindBar finding={finding} close={() => setFindOpen(false)} />}
      <div className="relative flex min-h-0 flex-1">
        {sidebarOpen && (
          <SidePanel close={() => setSidebarOpen(false)}>
            <Sidebar
              content={content.data}
              contentFailed={content.isError}
              onEntry={goTo}
              onPage={ignore}
              thumbnails={null}
            />
          </SidePanel>
        )}
        <div className="min-w-0 flex-1">
          {content.isError ? (
            <Failed title="The text cannot be shown." error={content.error} retry={() => void content.refetch()} />
          ) : content.data ? (
            <TextViewer
              ref={viewer}
              paperId={paper.id}
              content={content.data}
              target={target?.paperId === paper.id ? target : null}
              hits={finding.hits}
              currentHit={finding.current}
            />
          ) : (
            <div className="mx-auto max-w-[44rem] p-8">
              {paper.status === "completed" ? (
                <Skeleton lines={12} label="The paper's text" />
              ) : (
                <p className="text-center text-soft">The text is shown here as soon as the paper is read.</p>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function ignore(): void {
  // A text has no pages to go to.
}

/** On small screens the panel covers the requested page, so it closes. */
function staysOpen(open: boolean): boolean {
  return open && matchMedia("(min-width: 56rem)").matches;
}

function SidePanel({ close, children }: { close: () => void; children: ReactNode }) {
  return (
    <aside
      aria-label="Outline and thumbnails"
      onKeyDown={(event) => event.key === "Escape" && close()}
      className="z-20 h-full w-64 shrink-0 border-r border-line bg-surface max-wide:absolute max-wide:shadow-xl"
    >
      {children}
    </aside>
  );
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading the first page" className="h-full overflow-hidden bg-desk p-4">
      <div className="mx-auto aspect-[1/1.414] w-full max-w-[60rem] animate-pulse bg-white/70" />
    </div>
  );
}

/** Ctrl-F finds in the whole paper: the browser would only see the pages that are drawn. */
function useFindShortcut(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
        event.preventDefault();
        setOpen(true);
      }
    }
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return [open, setOpen];
}
