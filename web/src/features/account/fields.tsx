/** Labelled fields of the forms around sign-in. */
import type { ComponentProps } from "react";
import { account as texts } from "@/texts/account";

export function Field({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <input required className="h-10 rounded-lg border border-line bg-surface px-3 text-base font-normal" {...rest} />
    </label>
  );
}

/** The field of a code that an authenticator app shows. */
export function CodeField({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value"> & { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label={texts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6,8}"
      title={texts.codeHint}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\s/g, ""))}
      {...rest}
    />
  );
}
