/** The toolbar above the pages: page number, zoom, sidebar and find. */
import { useState, type ReactNode } from "react";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";
import { reader as texts } from "@/texts/reader";
import { shell } from "@/texts/shell";
import { closest, STEPS, type Zoom } from "./zoom";

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
  sidebarOpen: boolean;
  onSidebar: () => void;
  findOpen: boolean;
  onFind: () => void;
  children?: ReactNode;
}

export function Toolbar(props: ToolbarProps) {
  const { title, page, pages, percent, zoom, onPage, onStep, onZoom, sidebarOpen, onSidebar, findOpen, onFind } = props;
  return (
    <div role="toolbar" aria-label={texts.reader} className="@container h-12 border-b border-hover">
      <div className="flex h-full items-center gap-0.5 px-2 @max-sm:px-1">
        <IconButton icon="list" label={texts.sidePanel} aria-expanded={sidebarOpen} onClick={onSidebar} />
        <div className="flex items-center gap-1.5 text-sm text-soft tabular-nums">
          <NumberBox
            label={texts.pageOf(pages)}
            shown={String(page)}
            onNumber={(typed) => onPage(Math.min(Math.max(typed, 1), pages))}
          />
          <span aria-hidden="true" className="whitespace-nowrap">
            {texts.of(pages)}
          </span>
        </div>
        {/* The room's heading says it to screen readers. */}
        <p
          aria-hidden="true"
          dir="auto"
          title={title}
          className="mx-3 min-w-0 flex-1 truncate text-left font-medium @max-sm:invisible @max-sm:mx-0"
        >
          {title}
        </p>
        <IconButton icon="minus" label={texts.zoomOut} keys="−" className="@max-lg:hidden" onClick={() => onStep(-1)} />
        <NumberBox
          label={texts.zoom}
          shown={`${percent}%`}
          onNumber={(typed) => onZoom({ kind: "scale", percent: closest(typed) })}
        />
        <ZoomMenu {...{ percent, zoom, onZoom }} />
        <IconButton icon="plus" label={texts.zoomIn} keys="+" className="@max-lg:hidden" onClick={() => onStep(1)} />
        <IconButton
          icon="search"
          label={texts.find}
          keys={`${shell.ctrl} F`}
          aria-expanded={findOpen}
          onClick={onFind}
        />
        {props.children}
      </div>
    </div>
  );
}

/** A number that can be typed over: Enter takes it, leaving the field does not. */
function NumberBox({ label, shown, onNumber }: { label: string; shown: string; onNumber: (typed: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed) {
          onNumber(Number(typed));
        }
        setTyped(null);
      }}
    >
      <input
        aria-label={label}
        inputMode="numeric"
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        className="h-8 w-12 @max-sm:w-10 rounded-lg bg-ground text-center text-sm text-ink tabular-nums hover:bg-hover"
      />
    </form>
  );
}

function ZoomMenu({ percent, zoom, onZoom }: Pick<ToolbarProps, "percent" | "zoom" | "onZoom">) {
  const fit = (kind: "width" | "page", label: string) => ({
    label,
    checked: zoom.kind === kind,
    onSelect: () => onZoom({ kind }),
  });
  return (
    <Menu
      label={texts.zoomMenu}
      className="inline-flex h-9 w-6 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
      groups={[
        { name: "", items: [fit("width", texts.fitWidth), fit("page", texts.fitPage)] },
        {
          name: "",
          items: STEPS.map((step) => ({
            label: `${step}%`,
            checked: zoom.kind === "scale" && percent === step,
            onSelect: () => onZoom({ kind: "scale", percent: step }),
          })),
        },
      ]}
    >
      <Icon name="chevron" className="size-4" />
    </Menu>
  );
}
