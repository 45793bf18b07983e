/** The sidebar: outline, pages, figures, tables, references, one's notes, and the result of the extraction. */
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Icon, type IconName } from "@/ui/icons";
import { Skeleton } from "@/ui/states";
import { reader as texts } from "@/texts/reader";
import type { OutlineEntry } from "./outline";

const ICONS = {
  outline: "list",
  pages: "pages",
  figures: "figure",
  tables: "table",
  references: "quote",
  notes: "note",
  about: "info",
} as const satisfies Record<keyof typeof texts.tabs, IconName>;
export type Tab = keyof typeof ICONS;

/** Return the tab that was kept, or the first one. */
export function tabOf(before: unknown): Tab {
  return typeof before === "string" && Object.hasOwn(ICONS, before) ? (before as Tab) : "outline";
}

export function Sidebar({
  tab: wanted,
  onTab,
  panels,
}: {
  tab: Tab;
  onTab: (tab: Tab) => void;
  /** What each tab shows; a tab without a panel is left out. */
  panels: Partial<Record<Tab, ReactNode>>;
}) {
  const id = useId();
  const tabs = (Object.keys(ICONS) as Tab[]).filter((name) => Boolean(panels[name]));
  const tab = tabs.includes(wanted) ? wanted : "outline";
  function turn(event: KeyboardEvent) {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const by = event.key === "ArrowRight" ? 1 : -1;
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!;
      onTab(next);
      document.getElementById(`${id}-${next}`)?.focus();
    }
  }
  return (
    <div className="flex h-full flex-col">
      <div
        role="tablist"
        aria-label={texts.sidebar}
        className="flex gap-0.5 border-b border-hover p-1"
        onKeyDown={turn}
      >
        {tabs.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-label={texts.tabs[name]}
            data-tip={texts.tabs[name]}
            aria-selected={tab === name}
            aria-controls={id}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => onTab(name)}
            className="inline-flex h-9 flex-1 items-center justify-center rounded-lg text-soft hover:text-ink aria-selected:bg-hover aria-selected:text-ink"
          >
            <Icon name={ICONS[name]} className="size-[1.125rem]" />
          </button>
        ))}
      </div>
      <h2 className="px-4 pt-3 pb-1 text-sm font-semibold text-soft">{texts.tabs[tab]}</h2>
      <div id={id} role="tabpanel" aria-label={texts.tabs[tab]} className="min-h-0 flex-1">
        {panels[tab]}
      </div>
    </div>
  );
}

export function Outline({
  entries,
  current,
  failed,
  onEntry,
}: {
  /** Undefined until the paper's content is there. */
  entries: readonly OutlineEntry[] | undefined;
  /** The id of the section that is read. */
  current: string | undefined;
  failed: boolean;
  onEntry: (entry: OutlineEntry) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  if (!entries) {
    return (
      <div className="p-4">
        {failed ? (
          <p className="text-sm text-soft">{texts.comesWhenRead}</p>
        ) : (
          <Skeleton lines={8} label={texts.tabs.outline} />
        )}
      </div>
    );
  }
  if (!entries.length) {
    return <p className="p-4 text-sm text-soft">{texts.noSections}</p>;
  }
  return (
    <nav aria-label={texts.tabs.outline} className="h-full overflow-y-auto p-2">
      <ul ref={list}>
        {entries.map((entry) => (
          <li key={entry.id} style={{ paddingLeft: `${(entry.level - 1) * 0.875}rem` }}>
            <button
              type="button"
              aria-current={entry.id === current ? "location" : undefined}
              onClick={() => onEntry(entry)}
              className="flex w-full gap-2 rounded-lg px-2 py-1.5 text-left text-sm leading-snug hover:bg-hover aria-[current]:bg-accent-tint aria-[current]:font-medium"
            >
              {entry.number && <span className="text-soft tabular-nums">{entry.number}</span>}
              <span dir="auto" className="flex-1 text-left">
                {entry.title}
              </span>
              {entry.pageNumber && <span className="text-soft tabular-nums">{entry.pageNumber}</span>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
