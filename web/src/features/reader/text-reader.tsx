/** A paper without pages: its text, a toolbar and its sidebar. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { NoteView } from "@/api/types";
import { kept } from "@/lib/kept";
import { IconButton } from "@/ui/button";
import { Failed, Skeleton } from "@/ui/states";
import { reader as texts } from "@/texts/reader";
import { About } from "./about";
import { CitingContext, useBibliography, type Citing } from "./citing";
import { FiguresTab } from "./figures-tab";
import { FindBar } from "./find-bar";
import { HitPanel } from "./hit-list";
import { NotesTab } from "./notes-tab";
import type { ReaderProps } from "./reader";
import { useOpenPdf } from "./open-pdf";
import { outlineOf } from "./outline";
import { PrintPaper, ReaderMenu, useFileItems } from "./reader-menu";
import { ReferencesTab } from "./references-tab";
import { ReturnPill } from "./return-pill";
import { SelectionMenu } from "./selection-menu";
import { SidePanel } from "./side-panel";
import { Outline, Sidebar } from "./sidebar";
import { Supplements } from "./supplements";
import { TablesTab } from "./tables-tab";
import { TextViewer, type TextViewerHandle } from "./text-viewer";
import { useContent } from "./use-content";
import { useFindShortcut } from "./use-find-shortcut";
import { useFinding } from "./use-finding";
import { useJumps } from "./use-jumps";
import { useNotes } from "./use-notes";
import { usePanel } from "./use-panel";

export function TextReader({
  paper,
  target,
  onAsk,
  onExplain,
  actions,
  narrow = false,
  named = false,
  onPages,
}: ReaderProps & { onPages?: () => void }) {
  const content = useContent(paper.id, paper.status === "completed");
  const root = useRef<HTMLElement>(null);
  const viewer = useRef<TextViewerHandle>(null);
  const column = useRef<HTMLDivElement>(null);
  const panel = usePanel(narrow);
  const [findOpen, setFindOpen] = useFindShortcut(root);
  const finding = useFinding(content.data, findOpen);
  const bibliography = useBibliography(paper.id, content.data);
  const notes = useNotes(paper.id);
  const [landed, setLanded] = useState<string | null>(null);
  const forget = useCallback(() => setLanded(null), []);
  const jumps = useJumps(paper.id, viewer, forget);
  const { jump } = jumps;
  const closePanel = panel.closeIfNarrow;
  const land = useCallback(
    (blockId: string | null | undefined, mark = true) => {
      if (blockId) {
        jump(() => viewer.current?.goToBlock(blockId));
        setLanded(mark ? blockId : null);
        closePanel();
      }
    },
    [jump, closePanel],
  );
  const { entries, markers } = bibliography;
  const citing = useMemo<Citing>(
    () => ({
      paperId: paper.id,
      entries,
      markers,
      goTo: () => undefined,
      goToEntry: ({ block }) => land(block?.id),
      goToMarker: ({ blockId }) => land(blockId),
    }),
    [paper.id, entries, markers, land],
  );
  const fileItems = useFileItems(paper);
  const found = content.data;
  const document = useOpenPdf(paper.id);
  const outline = useMemo(() => found && outlineOf(found), [found]);
  const [section, setSection] = useState<string>();
  const reflowed = onPages !== undefined;
  useEffect(() => {
    // Go on where the pages were left.
    const page = Number(kept(`page:${paper.id}`));
    const block = reflowed && page > 1 && found?.blocks.find(({ page_number: at }) => at !== null && at >= page);
    if (block) {
      viewer.current?.goToBlock(block.id);
    }
  }, [paper.id, reflowed, found]);
  const showNote = ({ target: at }: NoteView) => {
    const start = at?.positions[0]?.start;
    land(found?.blocks.find((block) => start !== undefined && start >= block.start && start < block.end)?.id, false);
  };
  return (
    <CitingContext value={citing}>
      <section ref={root} data-reader aria-label={texts.reader} className="flex h-full min-w-0 flex-col">
        <div
          role="toolbar"
          aria-label={texts.reader}
          className="flex h-12 items-center gap-0.5 border-b border-hover px-2"
        >
          <IconButton icon="list" label={texts.tabs.outline} aria-expanded={panel.open} onClick={panel.toggle} />
          <p aria-hidden="true" dir="auto" className="mx-3 min-w-0 flex-1 truncate text-left font-medium max-sm:mx-1">
            {!named && (paper.metadata.title ?? paper.filename)}
          </p>
          <IconButton
            icon="search"
            label={texts.find}
            aria-expanded={findOpen}
            onClick={() => setFindOpen(!findOpen)}
          />
          <PrintPaper {...paper} />
          <ReaderMenu
            groups={[
              onPages ? [{ icon: "file", label: texts.textInstead, checked: true, onSelect: onPages }] : [],
              fileItems,
            ]}
          />
          {actions}
        </div>
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
                      failed={content.isError}
                      onEntry={({ blockId }) => land(blockId, false)}
                    />
                  ),
                  figures: found && (
                    <FiguresTab
                      figures={found.figures}
                      document={document}
                      sizes={found.pages.map((page) => ({ width: page.width_pt, height: page.height_pt }))}
                      onShow={({ block_id: id }) => land(id)}
                    />
                  ),
                  tables: found && (
                    <TablesTab tables={found.tables} paperId={paper.id} onShow={({ block_id: id }) => land(id)} />
                  ),
                  references: found && <ReferencesTab bibliography={bibliography} />,
                  notes: <NotesTab notes={notes} chosen={panel.note} onChoose={panel.setNote} onShow={showNote} />,
                  about: found && (
                    <About content={found} goToPage={() => undefined}>
                      <Supplements paper={paper} />
                    </About>
                  ),
                }}
              />
            </SidePanel>
          )}
          <div ref={column} className="relative min-w-0 flex-1">
            <ReturnPill jumps={jumps} paged={false} />
            {content.isError ? (
              <Failed title={texts.textFailed} error={content.error} retry={() => void content.refetch()} />
            ) : found ? (
              <>
                <TextViewer
                  ref={viewer}
                  onScroll={(isAbove) =>
                    setSection(outline?.findLast(({ blockId }) => blockId !== null && isAbove(blockId))?.id)
                  }
                  paperId={paper.id}
                  content={found}
                  landed={landed}
                  notes={notes.notes}
                  target={target?.paperId === paper.id ? target : null}
                  hits={finding.hits}
                  currentHit={finding.current}
                />
                <SelectionMenu
                  root={column}
                  {...{ paper, notes }}
                  sizes={null}
                  asText={(words) => words}
                  onAsk={onAsk ?? null}
                  onExplain={onExplain ?? null}
                  onNote={panel.showNote}
                />
              </>
            ) : (
              <div className="mx-auto max-w-[44rem] p-8">
                {paper.status === "completed" ? (
                  <Skeleton lines={12} label={texts.text} />
                ) : (
                  <p className="text-center text-soft">{texts.textComes}</p>
                )}
              </div>
            )}
          </div>
        </div>
      </section>
    </CitingContext>
  );
}
