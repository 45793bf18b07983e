/** A question that must be answered before something is lost. */
import { useEffect, useRef, type ReactNode } from "react";
import { common } from "@/texts/common";
import { Button } from "./button";

export function Confirm({
  title,
  action,
  children,
  onConfirm,
  onCancel,
}: {
  title: string;
  action: string;
  children: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      onClose={onCancel}
      className="w-[26rem] max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-6 text-ink shadow-xl backdrop:bg-black/40"
    >
      <h2 id="confirm-title" className="text-lg font-semibold">
        {title}
      </h2>
      <div className="mt-2 text-sm text-soft">{children}</div>
      <div className="mt-5 flex justify-end gap-2">
        <Button autoFocus onClick={() => dialog.current?.close()}>
          {common.cancel}
        </Button>
        <Button look="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
