/** A question that must be answered before something is lost. */
import type { ReactNode } from "react";
import { common } from "@/texts/common";
import { Button } from "./button";
import { Dialog } from "./dialog";

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
  return (
    <Dialog title={title} className="w-[26rem] p-6" onClose={onCancel}>
      {(close) => (
        <>
          <div className="text-sm text-soft">{children}</div>
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button look="danger" onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
