/** A paper without pages: its text, a toolbar and its sidebar. */
import { useRef, useState } from "react";
import { IconButton } from "@/ui/button";
import { Failed, Skeleton } from "@/ui/states";
import { FindBar } from "./find-bar";
import type { OutlineEntry } from "./outline";
import type { ReaderProps } from "./reader";
import { SidePanel, staysOpen } from "./side-panel";
import { Sidebar } from "./sidebar";
import { TextViewer, type TextViewerHandle } from "./text-viewer";
import { useContent } from "./use-content";
import { useFindShortcut } from "./use-find-shortcut";
import { useFinding } from "./use-finding";

export function TextReader({ paper, target, actions }: ReaderProps) {
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
              onPage={() => undefined}
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
