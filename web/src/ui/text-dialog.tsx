/** A dialog that asks for one short text, such as a new name. */
import { useId, useRef } from "react";
import { common } from "@/texts/common";
import { Button } from "./button";
import { Dialog } from "./dialog";

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
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <Dialog title={title} className="w-[24rem] p-6" onClose={onClose}>
      {(close) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            const text = input.current!.value.trim();
            if (text) {
              onSave(text);
              close();
            }
          }}
        >
          <label className="flex flex-col gap-1 text-sm font-medium">
            {label}
            <input
              ref={input}
              required
              maxLength={maxLength}
              defaultValue={value}
              list={known.length ? `${id}-known` : undefined}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              className="h-10 rounded-lg border border-line bg-surface px-3 text-base font-normal"
            />
          </label>
          <datalist id={`${id}-known`}>
            {known.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" look="primary">
              {action}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
