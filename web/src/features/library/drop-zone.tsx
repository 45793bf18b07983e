/** Accepts files dropped anywhere on the window. */
import { useEffect, useState } from "react";
import { library as texts } from "@/texts/library";
import { Icon } from "@/ui/icons";

export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const over = useDrop(onFiles);
  return over ? (
    <div className="fixed inset-3 z-40 flex flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed border-accent bg-accent-tint/95 text-accent">
      <Icon name="upload" className="size-10" />
      <p className="text-lg font-semibold">{texts.drop}</p>
    </div>
  ) : null;
}

function useDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Entering a child leaves its parent, so only the balance tells whether the pointer left the window.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (carriesFiles(event)) {
        depth += 1;
        setOver(true);
      }
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      setOver(depth > 0);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: enter, dragleave: leave, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) {
      addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        removeEventListener(name, listener as EventListener);
      }
    };
  }, [onFiles]);
  return over;
}
