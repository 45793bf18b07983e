/** A dialog of the browser's own: open as long as it is drawn, and closed by Escape, too. */
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from "react";
import { common } from "@/texts/common";
import { IconButton } from "./button";

interface DialogProps {
  title: string;
  /** Its heading is not drawn: the title names the dialog for screen readers alone. */
  bare?: boolean;
  /** With a button that closes it beside the heading, for dialogs that have none below. */
  closable?: boolean;
  /** Whether a press beside the dialog closes it: right where nothing is typed. */
  light?: boolean;
  /** Its width, and what else differs from others. */
  className?: string;
  onClose: () => void;
  /** What it holds; the function closes the dialog, and `onClose` follows. */
  children: (close: () => void) => ReactNode;
}

export function Dialog({
  title,
  bare = false,
  closable = false,
  light = false,
  className = "w-[36rem] overflow-y-auto p-6",
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      {...(bare ? { "aria-label": title } : { "aria-labelledby": id })}
      onClose={onClose}
      onClick={(event) => light && isBeside(event) && close()}
      className={`max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-surface text-ink shadow-xl backdrop:bg-black/40 ${className}`}
    >
      {!bare && (
        <div className="mb-3 flex items-start justify-between gap-4">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          {closable && <IconButton icon="close" label={common.close} className="-mt-1 -mr-2" onClick={close} />}
        </div>
      )}
      {children(close)}
    </dialog>
  );
}

/** Tell whether a press was on what lies behind the dialog, which counts as the dialog. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
