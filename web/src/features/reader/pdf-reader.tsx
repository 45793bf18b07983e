/** A paper with pages: the viewer, its toolbar and its sidebar. */
import { useCallback, useMemo, useRef, useState } from "react";
import type { PdfSectionV1 } from "@/api/types";
import { turn, type Rotation, type Size } from "@/lib/boxes";
import { useKept } from "@/lib/kept";
import { Failed } from "@/ui/states";
import { CitingContext, useBibliography, type Citing } from "./citing";
import { FindBar } from "./find-bar";
import { PdfViewer, type Landing, type ViewerHandle } from "./pdf-viewer";
import type { ReaderProps } from "./reader";
import { ReturnPill } from "./return-pill";
import { SidePanel, staysOpen } from "./side-panel";
import { Sidebar } from "./sidebar";
import { Thumbnails } from "./thumbnails";
import { Toolbar } from "./toolbar";
import { useContent } from "./use-content";
import { useFindShortcut } from "./use-find-shortcut";
import { useFinding } from "./use-finding";
import { useJumps } from "./use-jumps";
import { usePdf } from "./use-pdf";
import { percentOf, stepFrom, zoomOf } from "./zoom";

export interface PdfReaderProps extends ReaderProps {
  /** The pages of the PDF in the paper's archive, null where the file is the PDF. */
  archivedPages: number | null;
}

export function PdfReader({ paper, target, startPage, onPage, actions, archivedPages }: PdfReaderProps) {
  const pdf = usePdf(paper.id, archivedPages);
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
  const bibliography = useBibliography(paper.id, content.data);
  const [landing, setLanding] = useState<Landing | null>(null);
  const jumps = useJumps(
    paper.id,
    viewer,
    useCallback(() => setLanding(null), []),
  );
  const { jump } = jumps;
  const land = useCallback(
    (pages: PdfSectionV1[]) => {
      const [first] = pages;
      if (first) {
        jump(() => viewer.current?.show(first));
        setLanding((before) => ({ pages, wish: (before?.wish ?? 0) + 1 }));
        setSidebarOpen(staysOpen);
      }
    },
    [jump],
  );
  const { entries, markers } = bibliography;
  const citing = useMemo<Citing>(
    () => ({
      paperId: paper.id,
      entries,
      markers,
      goTo: (place) => land([place]),
      goToEntry: ({ pages }) => land(pages),
      goToMarker: ({ pages }) => land(pages),
    }),
    [paper.id, entries, markers, land],
  );

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
    <CitingContext value={citing}>
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
                  const { pageNumber, share } = entry;
                  if (pageNumber) {
                    jump(() => viewer.current?.goToPage(pageNumber, share));
                    setSidebarOpen(staysOpen);
                  }
                }}
                onPage={goToPage}
                thumbnails={
                  pdf.status === "ready" && (
                    <Thumbnails
                      document={pdf.document}
                      sizes={sizes}
                      rotation={rotation}
                      page={page}
                      onPage={goToPage}
                    />
                  )
                }
              />
            </SidePanel>
          )}
          <div className="relative min-w-0 flex-1">
            <ReturnPill jumps={jumps} paged />
            {pdf.status === "ready" ? (
              <PdfViewer
                ref={viewer}
                document={pdf.document}
                startPage={startPage}
                sizes={sizes}
                zoom={zoom}
                rotation={rotation}
                target={target?.paperId === paper.id ? target : null}
                landing={landing}
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
    </CitingContext>
  );
}

function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading the first page" className="h-full overflow-hidden bg-desk p-4">
      <div className="mx-auto aspect-[1/1.414] w-full max-w-[60rem] animate-pulse bg-white/70" />
    </div>
  );
}
