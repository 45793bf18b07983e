/** Two panes with a border that can be moved by pointer and arrow keys; the second one is optional. */
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { store, stored } from "@/lib/storage";

const KEY = "scholarai:split";
const LEAST = 25;
const MOST = 65;
const STEP = 2;

export function Split({
  first,
  second,
  label,
  name = "",
  usual = 38,
}: {
  first: ReactNode;
  second: ReactNode;
  label: string;
  /** The key under which the share of the second pane is stored. */
  name?: string;
  /** Its share of the width at first, in percent. */
  usual?: number;
}) {
  const key = KEY + name;
  const root = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => clamp(Number(stored(key)) || usual));
  function move(to: number) {
    setShare(clamp(to));
    store(key, String(clamp(to)));
  }
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      const { right, width } = root.current!.getBoundingClientRect();
      move((100 * (right - event.clientX)) / width);
    }
  }
  function press(event: KeyboardEvent) {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP, Home: MOST, End: -MOST }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      move(share + by);
    }
  }
  return (
    <div ref={root} className="flex h-full">
      <div className="min-w-0 flex-1">{first}</div>
      {second && (
        <>
          <div
            role="separator"
            aria-label={label}
            aria-orientation="vertical"
            aria-valuenow={Math.round(share)}
            aria-valuemin={LEAST}
            aria-valuemax={MOST}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={press}
            className="relative w-px cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1 before:z-10 before:w-2 hover:before:bg-accent/25 focus-visible:before:bg-accent/40"
          />
          <div className="min-w-0" style={{ width: `${share}%` }}>
            {second}
          </div>
        </>
      )}
    </div>
  );
}

function clamp(share: number): number {
  return Math.min(MOST, Math.max(LEAST, share));
}
