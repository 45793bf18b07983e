/** Shows the notices of `toasts`: at most three, each ends by itself, by its buttons, or by Escape. */
import { useEffect } from "react";
import { common } from "@/texts/common";
import { IconButton } from "./button";
import { dismiss, pause, undo, undoLast, useToasts } from "./toasts";

export function Toasts() {
  const toasts = useToasts();
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const z = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
      // A text field has an undo of its own.
      if (z && !isEditing(event.target) && undoLast()) {
        event.preventDefault();
      }
    }
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <section
      aria-label={common.notifications}
      // Above the bar of chosen papers, which has two lines, and three on a phone.
      className="pointer-events-none absolute inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 p-4 [body:has([data-bar=chosen])_&]:bottom-22 max-sm:[body:has([data-bar=chosen])_&]:bottom-28"
      onPointerEnter={() => pause(true)}
      onPointerLeave={() => pause(false)}
      onFocus={() => pause(true)}
      onBlur={() => pause(false)}
    >
      {/* Both regions are there before their words, or a screen reader would not read them out. */}
      <div role="status" className="contents">
        {toasts.filter(({ alarming }) => !alarming).map(Notice)}
      </div>
      <div role="alert" className="contents">
        {toasts.filter(({ alarming }) => alarming).map(Notice)}
      </div>
    </section>
  );
}

function Notice({ id, text, alarming, undo: undoable }: ReturnType<typeof useToasts>[number]) {
  return (
    <div
      key={id}
      data-toast={alarming ? "alarm" : "notice"}
      onKeyDown={(event) => event.key === "Escape" && dismiss(id)}
      className={`toast pointer-events-auto flex max-w-full items-center gap-1 rounded-xl border py-1 pr-1 pl-4 text-sm shadow-lg ${alarming ? "border-danger bg-danger-tint text-danger" : "border-line bg-surface"}`}
    >
      <p className="min-w-0 py-1.5 pr-2 text-pretty" dir="auto">
        {text}
      </p>
      {undoable && (
        <button
          type="button"
          onClick={() => undo(id)}
          data-tip={common.undo}
          data-tip-keys={common.undoKey}
          className="min-h-9 shrink-0 rounded-lg px-3 font-semibold text-accent hover:bg-hover"
        >
          {common.undo}
        </button>
      )}
      <IconButton icon="close" label={common.dismiss} onClick={() => dismiss(id)} />
    </div>
  );
}

function isEditing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
