/** A paper with pages: the viewer, its toolbar and its sidebar. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { NoteView, PdfSectionV1 } from "@/api/types";
import { placesOn, turn, type Rotation, type Size } from "@/lib/boxes";
import { useKept } from "@/lib/kept";
import { usePrinting } from "@/lib/printing";
import type { Target } from "@/lib/target";
import { Failed } from "@/ui/states";
import { reader as texts } from "@/texts/reader";
import { About } from "./about";
import { runningText, useCleanCopies, wordsOf } from "./copying";
import { CitingContext, useBibliography, type Citing } from "./citing";
import { FiguresTab, placeOfDrawing } from "./figures-tab";
import type { Hit } from "./find";
import { FindBar } from "./find-bar";
import { HitPanel } from "./hit-list";
import { NotesTab } from "./notes-tab";
import { setOpenPdf } from "./open-pdf";
import { PdfViewer, type Landing, type ViewerHandle } from "./pdf-viewer";
import type { ReaderProps } from "./reader";
import { outlineOf, sectionAt } from "./outline";
import { PrintPaper, ReaderMenu, useFileItems } from "./reader-menu";
import { ReferencesTab } from "./references-tab";
import { ReturnPill } from "./return-pill";
import { SelectionMenu } from "./selection-menu";
import { PANEL_PX, SidePanel, staysOpen } from "./side-panel";
import { Outline, Sidebar } from "./sidebar";
import { Supplements } from "./supplements";
import { TablesTab } from "./tables-tab";
import { TextViewer } from "./text-viewer";
import { Thumbnails } from "./thumbnails";
import { Toolbar } from "./toolbar";
import { useContent } from "./use-content";
import { useFindShortcut } from "./use-find-shortcut";
import { useFinding } from "./use-finding";
import { useJumps, type Jumps, type Position } from "./use-jumps";
import type { Notes } from "@/lib/noting";
import { useNotes } from "./use-notes";
import { usePanel } from "./use-panel";
import { usePdf } from "./use-pdf";
import { percentOf, pinched, stepFrom, zoomOf } from "./zoom";

export interface PdfReaderProps extends ReaderProps {
  /** The pages of the PDF in the paper's archive, null where the file is the PDF. */
  archivedPages: number | null;
  /** Show the text in one column instead. */
  onText: () => void;
}

const NONE: readonly Target[] = [];
const NO_HITS: readonly Hit[] = [];
const NOTHING = () => undefined;

export function PdfReader({
  paper,
  target,
  citations = NONE,
  onCitation,
  startPage,
  onPage,
  onAsk,
  onExplain,
  actions,
  narrow = false,
  named = false,
  chatOpen = false,
  archivedPages,
  onText,
}: PdfReaderProps) {
  const pdf = usePdf(paper.id, archivedPages);
  // The content of a long paper is large, and is not needed before the first page.
  const [drawn, setDrawn] = useState(false);
  const content = useContent(paper.id, drawn && paper.status === "completed");
  const printing = usePrinting();
  const root = useRef<HTMLElement>(null);
  const viewer = useRef<ViewerHandle>(null);
  const pages = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(startPage ?? 1);
  const [zoom, setZoom] = useKept(`zoom:${paper.id}`, zoomOf);
  const [look, setLook] = useKept("pages", lookOf);
  const [scale, setScale] = useState(1);
  const [rotation, setRotation] = useState<Rotation>(0);
  const panel = usePanel(narrow);
  const [findOpen, setFindOpen] = useFindShortcut(root);
  const finding = useFinding(content.data, findOpen);
  const bibliography = useBibliography(paper.id, content.data);
  const notes = useNotes(paper.id);
  const { landing, land, jumps } = useLanding(paper.id, viewer);
  const { jump } = jumps;
  const closePanel = panel.closeIfNarrow;
  const { entries, markers } = bibliography;
  const citing = useMemo<Citing>(() => {
    const go = (places: PdfSectionV1[]) => {
      land(places);
      closePanel();
    };
    return {
      paperId: paper.id,
      entries,
      markers,
      goTo: (place) => go([place]),
      goToEntry: (entry) => go(entry.pages),
      goToMarker: (marker) => go(marker.pages),
    };
  }, [paper.id, entries, markers, land, closePanel]);
  const document = pdf.status === "ready" ? pdf.document : null;
  useEffect(() => {
    // Who draws from it fetches the content, too.
    setOpenPdf(paper.id, drawn ? document : null);
    return () => setOpenPdf(paper.id, null);
  }, [paper.id, document, drawn]);
  const firstPage = pdf.status === "ready" ? pdf.firstPage : null;
  const sizes = useMemo<Size[]>(() => {
    const read = content.data?.pages.map((size) => ({ width: size.width_pt, height: size.height_pt }));
    return read?.length ? read : firstPage ? [firstPage] : [];
  }, [content.data, firstPage]);
  const outline = useMemo(() => content.data && outlineOf(content.data), [content.data]);
  const [section, setSection] = useState<string>();
  const setDrawnOnce = useCallback(() => setDrawn(true), []);
  const showPage = useCallback(
    (pageNumber: number, top: Position) => {
      setPage(pageNumber);
      setSection(outline && sectionAt(outline, top.pageNumber, top.share)?.id);
      onPage(pageNumber);
    },
    [onPage, outline],
  );
  const step = useCallback((direction: 1 | -1) => setZoom(stepFrom(percentOf(scale), direction)), [scale, setZoom]);
  const fileItems = useFileItems(paper);
  useCleanCopies(pages, content.data);

  if (pdf.status === "failed") {
    return <Failed title={texts.fileFailed} error={pdf.error} retry={pdf.retry} />;
  }
  const goToPage = (pageNumber: number) => viewer.current?.goToPage(pageNumber);
  const showDrawing = (drawing: Parameters<typeof placeOfDrawing>[0]) => {
    const place = placeOfDrawing(drawing, sizes);
    if (place) {
      citing.goTo(place);
    }
  };
  const found = content.data;
  const beside = (panel.open || finding.listed) && !narrow;
  return (
    <CitingContext value={citing}>
      <section ref={root} data-reader aria-label={texts.reader} className="flex h-full min-w-0 flex-col">
        <Toolbar
          {...{ page, zoom, findOpen }}
          title={named ? "" : (paper.metadata.title ?? paper.filename)}
          sidebarOpen={panel.open}
          pages={document?.numPages ?? (paper.counts.pages || 1)}
          percent={percentOf(scale)}
          onPage={goToPage}
          onStep={step}
          onZoom={setZoom}
          onSidebar={panel.toggle}
          onFind={() => setFindOpen(!findOpen)}
        >
          <PrintPaper {...paper} />
          <ReaderMenu
            groups={[
              [
                {
                  icon: "pages",
                  label: texts.twoPages,
                  checked: look.abreast === 2,
                  onSelect: () => setLook({ ...look, abreast: look.abreast === 2 ? 1 : 2 }),
                },
                ...(paper.status === "completed"
                  ? [{ icon: "file" as const, label: texts.textInstead, checked: false, onSelect: onText }]
                  : []),
                {
                  icon: "moon",
                  label: texts.darkPages,
                  checked: look.dark,
                  onSelect: () => setLook({ ...look, dark: !look.dark }),
                },
                {
                  icon: "rotate",
                  label: texts.rotate,
                  onSelect: () => setRotation((before) => turn(before, 90)),
                },
              ],
              fileItems,
            ]}
          />
          {actions}
        </Toolbar>
        {findOpen && <FindBar finding={finding} close={() => setFindOpen(false)} />}
        <div className="relative flex min-h-0 flex-1">
          {finding.listed && <HitPanel over={narrow} finding={finding} jump={jump} />}
          {panel.open && !finding.listed && (
            <SidePanel over={narrow} close={panel.toggle}>
              <Sidebar
                tab={panel.tab}
                onTab={panel.setTab}
                panels={{
                  outline: (
                    <Outline
                      entries={outline}
                      current={section}
                      failed={content.isError || paper.status !== "completed"}
                      onEntry={({ pageNumber, share }) => {
                        if (pageNumber) {
                          jump(() => viewer.current?.goToPage(pageNumber, share));
                          closePanel();
                        }
                      }}
                    />
                  ),
                  pages: document && <Thumbnails {...{ document, sizes, rotation, page }} onPage={goToPage} />,
                  figures: found && (
                    <FiguresTab figures={found.figures} {...{ document, sizes }} onShow={showDrawing} />
                  ),
                  tables: found && <TablesTab tables={found.tables} paperId={paper.id} onShow={showDrawing} />,
                  references: found && <ReferencesTab bibliography={bibliography} />,
                  notes: (
                    <NotesTab
                      notes={notes}
                      chosen={panel.note}
                      onChoose={panel.setNote}
                      onShow={({ target: at, citation }) => land((at ?? citation)?.pages ?? [])}
                    />
                  ),
                  about: found && (
                    <About content={found} goToPage={goToPage}>
                      <Supplements paper={paper} />
                    </About>
                  ),
                }}
              />
            </SidePanel>
          )}
          {/* Pages are drawn only where one looks: on paper stands the text. */}
          {printing && found && (
            <div className="hidden print:block">
              <TextViewer
                {...{ paperId: paper.id, content: found, notes: notes.notes }}
                target={null}
                landed={null}
                hits={NO_HITS}
                currentHit={null}
                onScroll={NOTHING}
              />
            </div>
          )}
          <div ref={pages} className={`relative min-w-0 flex-1 ${found ? "print:hidden" : ""}`}>
            <ReturnPill jumps={jumps} paged />
            {document ? (
              <PdfViewer
                ref={viewer}
                {...{ document, startPage, sizes, zoom, rotation, landing }}
                {...look}
                panels={`${beside} ${chatOpen}`}
                taken={beside && staysOpen(true) ? PANEL_PX : 0}
                notes={notes.notes}
                ticks={citations}
                onTick={(index) => onCitation?.(index)}
                target={target?.paperId === paper.id ? target : null}
                hits={finding.hits}
                currentHit={finding.current}
                onPage={showPage}
                onDrawn={setDrawnOnce}
                onScale={setScale}
                onZoom={step}
                onPinch={(to) => setZoom(pinched(to))}
                onPoint={(pageNumber, x, y) => {
                  const note = noteAt(notes, rotation, pageNumber, x, y);
                  if (note) {
                    panel.showNote(note.note_id);
                  }
                }}
              />
            ) : (
              <PageSkeleton />
            )}
            {paper.status === "completed" && (
              <SelectionMenu
                root={pages}
                {...{ paper, notes }}
                sizes={rotation === 0 ? sizes : null}
                asText={(words) => runningText(words, wordsOf(content.data))}
                onAsk={onAsk ?? null}
                onExplain={onExplain ?? null}
                onNote={panel.showNote}
              />
            )}
          </div>
        </div>
      </section>
    </CitingContext>
  );
}

interface Look {
  abreast: 1 | 2;
  dark: boolean;
}

function lookOf(before: unknown): Look {
  const { abreast, dark } = (before ?? {}) as Partial<Look>;
  return { abreast: abreast === 2 ? 2 : 1, dark: dark === true };
}

/** Jumps to places that are marked when one is there, until one goes back. */
function useLanding(
  paperId: string,
  viewer: React.RefObject<ViewerHandle | null>,
): { landing: Landing | null; land: (pages: PdfSectionV1[]) => void; jumps: Jumps } {
  const [landing, setLanding] = useState<Landing | null>(null);
  const forget = useCallback(() => setLanding(null), []);
  const jumps = useJumps(paperId, viewer, forget);
  const { jump } = jumps;
  const land = useCallback(
    (pages: PdfSectionV1[]) => {
      const [first] = pages;
      if (first) {
        jump(() => viewer.current?.show(first));
        setLanding((before) => ({ pages, wish: (before?.wish ?? 0) + 1 }));
      }
    },
    [viewer, jump],
  );
  return { landing, land, jumps };
}

/** Return the note whose mark stands at a point of a page, in shares of it. */
function noteAt({ notes }: Notes, rotation: Rotation, pageNumber: number, x: number, y: number): NoteView | undefined {
  return notes.find(({ target }) =>
    target?.pages
      .filter((page) => page.page_number === pageNumber)
      .flatMap((page) => placesOn(page, rotation))
      .some(({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height),
  );
}

function PageSkeleton() {
  return (
    <div role="status" aria-label={texts.loadingPage} className="h-full overflow-hidden bg-ground p-4">
      <div className="mx-auto aspect-[1/1.414] w-full max-w-[60rem] animate-pulse bg-white/70" />
    </div>
  );
}
