/** The sidebar: outline, page thumbnails, and the result of the extraction. */
import { useState, type KeyboardEvent } from "react";
import type { ContentView } from "@/api/types";
import { Skeleton } from "@/ui/states";
import { About } from "./about";
import { outlineOf, type OutlineEntry } from "./outline";

const TABS = { outline: "Outline", pages: "Pages", about: "About" } as const;
type Tab = keyof typeof TABS;

export function Sidebar({
  content,
  contentFailed,
  onEntry,
  onPage,
  thumbnails,
}: {
  content: ContentView | undefined;
  contentFailed: boolean;
  onEntry: (entry: OutlineEntry) => void;
  onPage: (pageNumber: number) => void;
  /** Absent for a paper without pages. */
  thumbnails: React.ReactNode | null;
}) {
  const [tab, setTab] = useState<Tab>("outline");
  const tabs: Tab[] = thumbnails ? ["outline", "pages", "about"] : ["outline", "about"];
  function turn(event: KeyboardEvent) {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const by = event.key === "ArrowRight" ? 1 : -1;
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!;
      setTab(next);
      document.getElementById(`tab-${next}`)?.focus();
    }
  }
  return (
    <div className="flex h-full flex-col">
      <div role="tablist" aria-label="Sidebar" className="flex gap-1 border-b border-line p-1.5" onKeyDown={turn}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls="sidebar-panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
            className="flex-1 rounded-md py-1 text-sm text-soft aria-selected:bg-hover aria-selected:font-medium aria-selected:text-ink"
          >
            {TABS[name]}
          </button>
        ))}
      </div>
      <div id="sidebar-panel" role="tabpanel" aria-label={TABS[tab]} className="min-h-0 flex-1">
        {tab === "pages" && thumbnails ? (
          thumbnails
        ) : tab === "about" && content ? (
          <About content={content} goToPage={onPage} />
        ) : (
          <Outline content={content} failed={contentFailed} onEntry={onEntry} />
        )}
      </div>
    </div>
  );
}

function Outline({
  content,
  failed,
  onEntry,
}: {
  content: ContentView | undefined;
  failed: boolean;
  onEntry: (entry: OutlineEntry) => void;
}) {
  if (!content) {
    return (
      <div className="p-4">
        {failed ? (
          <p className="text-sm text-soft">This comes when the paper is read.</p>
        ) : (
          <Skeleton lines={8} label="Outline" />
        )}
      </div>
    );
  }
  const entries = outlineOf(content);
  if (!entries.length) {
    return <p className="p-4 text-sm text-soft">No sections were found in this paper.</p>;
  }
  return (
    <nav aria-label="Outline" className="h-full overflow-y-auto p-2">
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} style={{ paddingLeft: `${(entry.level - 1) * 0.875}rem` }}>
            <button
              type="button"
              onClick={() => onEntry(entry)}
              className="flex w-full gap-2 rounded-md px-2 py-1.5 text-left text-sm leading-snug hover:bg-hover"
            >
              {entry.number && <span className="text-soft tabular-nums">{entry.number}</span>}
              <span className="flex-1">{entry.title}</span>
              {entry.pageNumber && <span className="text-faint tabular-nums">{entry.pageNumber}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
