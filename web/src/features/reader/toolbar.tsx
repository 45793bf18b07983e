/** The toolbar above the pages: page number, zoom, rotation, sidebar and find. */
import { useState, type ReactNode } from "react";
import { IconButton } from "@/ui/button";
import { reader as texts } from "@/texts/reader";
import { shell } from "@/texts/shell";
import type { Zoom } from "./zoom";

export interface ToolbarProps {
  /** The paper's. */
  title: string;
  page: number;
  pages: number;
  percent: number;
  zoom: Zoom;
  onPage: (pageNumber: number) => void;
  onStep: (direction: 1 | -1) => void;
  onZoom: (zoom: Zoom) => void;
  onRotate: () => void;
  sidebarOpen: boolean;
  onSidebar: () => void;
  findOpen: boolean;
  onFind: () => void;
  children?: ReactNode;
}

export function Toolbar(props: ToolbarProps) {
  const {
    title,
    page,
    pages,
    percent,
    zoom,
    onPage,
    onStep,
    onZoom,
    onRotate,
    sidebarOpen,
    onSidebar,
    findOpen,
    onFind,
  } = props;
  return (
    <div
      role="toolbar"
      aria-label={texts.reader}
      className="flex h-12 items-center gap-0.5 border-b border-line bg-surface px-2"
    >
      <IconButton icon="list" label={texts.sidePanel} aria-expanded={sidebarOpen} onClick={onSidebar} />
      <PageBox page={page} pages={pages} onPage={onPage} />
      {/* The room's heading says it to screen readers. */}
      <p
        aria-hidden="true"
        dir="auto"
        title={title}
        className="mx-3 min-w-0 flex-1 truncate text-left text-sm text-soft max-sm:invisible"
      >
        {title}
      </p>
      <IconButton icon="minus" label={texts.zoomOut} keys="−" onClick={() => onStep(-1)} />
      <span
        className="hidden w-12 text-center text-sm text-soft tabular-nums sm:inline"
        aria-live="polite"
        aria-label={texts.zoom}
      >
        {percent}%
      </span>
      <IconButton icon="plus" label={texts.zoomIn} keys="+" onClick={() => onStep(1)} />
      <IconButton
        icon="fit"
        label={zoom.kind === "width" ? texts.fitPage : texts.fitWidth}
        onClick={() => onZoom({ kind: zoom.kind === "width" ? "page" : "width" })}
      />
      <IconButton icon="rotate" label={texts.rotate} className="max-sm:hidden" onClick={onRotate} />
      <IconButton icon="search" label={texts.find} keys={`${shell.ctrl} F`} aria-expanded={findOpen} onClick={onFind} />
      {props.children}
    </div>
  );
}

function PageBox({ page, pages, onPage }: Pick<ToolbarProps, "page" | "pages" | "onPage">) {
  const [typed, setTyped] = useState<string | null>(null);
  function go() {
    const number = Number(typed);
    if (typed && Number.isInteger(number)) {
      onPage(Math.min(Math.max(number, 1), pages));
    }
    setTyped(null);
  }
  return (
    <form
      className="flex items-center gap-1.5 text-sm text-soft tabular-nums"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        aria-label={texts.pageOf(pages)}
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        className="h-8 w-12 rounded-md border border-line bg-ground text-center text-ink"
      />
      <span aria-hidden="true" className="whitespace-nowrap">
        {texts.of(pages)}
      </span>
    </form>
  );
}
