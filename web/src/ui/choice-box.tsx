import type { ComponentProps } from "react";

/** A check box without words beside it: 16 px to the eye, 24 to the pointer. */
export function ChoiceBox({ className = "", ...box }: ComponentProps<"input">) {
  return (
    <label className={`-m-1 inline-flex size-6 shrink-0 items-center justify-center ${className}`}>
      <input {...box} type="checkbox" className="size-4" />
    </label>
  );
}
