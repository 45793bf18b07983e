/** The conversation as a sheet over the lower part of a small screen. */
import { useEffect, useRef } from "react";
import { shell as texts } from "@/texts/shell";

/** How much of a small screen the conversation takes: nothing, its lower half under the pages, or all of it. */
export type Height = "none" | "half" | "full";

const HEIGHTS: Record<Height, string> = {
  none: "h-0",
  half: "h-1/2 border-t border-line shadow-xl",
  full: "h-full",
};

export function Sheet({
  height,
  onHeight,
  over,
  panel,
}: {
  height: Height;
  onHeight: (height: Height) => void;
  over: React.ReactNode;
  panel: React.ReactNode;
}) {
  const [above, sheet] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const open = height !== "none";
  const before = useRef(open);
  useEffect(() => {
    // The focused element is covered now, or what had the focus is gone: both would receive no keys.
    if (before.current !== open) {
      before.current = open;
      (open ? sheet : above).current?.focus();
    }
  }, [open, above, sheet]);
  return (
    <div className="flex h-full flex-col overflow-clip">
      <div ref={above} tabIndex={-1} className="min-h-0 flex-1 outline-none" inert={height === "full"}>
        {over}
      </div>
      <div
        ref={sheet}
        tabIndex={-1}
        inert={!open}
        className={`z-30 flex shrink-0 flex-col overflow-clip bg-surface outline-none ${HEIGHTS[height]}`}
      >
        <button
          type="button"
          aria-label={height === "full" ? texts.paperAbove : texts.moreConversation}
          onClick={() => onHeight(height === "full" ? "half" : "full")}
          className="flex h-5 shrink-0 items-center justify-center hover:bg-hover"
        >
          <span className="h-1 w-10 rounded-full bg-line" />
        </button>
        <div className="min-h-0 flex-1">{panel}</div>
      </div>
    </div>
  );
}
