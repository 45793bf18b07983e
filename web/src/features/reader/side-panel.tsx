/** The panel beside the pages; on small screens it covers them. */
import type { ReactNode } from "react";
import { reader as texts } from "@/texts/reader";

/** Its width, w-72 in CSS pixels. */
export const PANEL_PX = 288;

export function SidePanel({
  over,
  label = texts.sidePanel,
  close,
  children,
}: {
  /** Whether it covers them on large screens, too. */
  over: boolean;
  label?: string;
  close: () => void;
  children: ReactNode;
}) {
  return (
    <aside
      aria-label={label}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className={`z-20 h-full w-72 max-w-full shrink-0 border-r border-hover bg-surface max-wide:absolute max-wide:shadow-xl ${over ? "absolute shadow-xl" : ""}`}
    >
      {children}
    </aside>
  );
}

/** On small screens the panel covers what was asked for, so it closes. */
export function staysOpen(open: boolean): boolean {
  return open && matchMedia("(min-width: 56rem)").matches;
}
