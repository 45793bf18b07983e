/** A dialog that asks for one short text, such as a new name. */
import { useEffect, useId, useRef } from "react";
import { common } from "@/texts/common";
import { Button } from "./button";

interface TextDialogProps {
  title: string;
  label: string;
  action: string;
  value?: string;
  maxLength: number;
  /** Offered while typing. */
  known?: readonly string[];
  onSave: (text: string) => void;
  onClose: () => void;
}

export function TextDialog({
  title,
  label,
  action,
  value = "",
  maxLength,
  known = [],
  onSave,
  onClose,
}: TextDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.select();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="w-[24rem] max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-6 text-ink shadow-xl backdrop:bg-black/40"
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const text = input.current!.value.trim();
          if (text) {
            onSave(text);
            dialog.current?.close();
          }
        }}
      >
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <label className="flex flex-col gap-1 text-sm font-medium">
          {label}
          <input
            ref={input}
            autoFocus
            required
            maxLength={maxLength}
            defaultValue={value}
            list={known.length ? `${id}-known` : undefined}
            autoComplete="off"
            className="h-10 rounded-lg border border-line bg-ground px-3 text-base font-normal"
          />
        </label>
        <datalist id={`${id}-known`}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <div className="flex justify-end gap-2">
          <Button onClick={() => dialog.current?.close()}>{common.cancel}</Button>
          <Button type="submit" look="primary">
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
