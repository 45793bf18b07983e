/** What the list of found papers is narrowed to. */
import { discover as texts } from "@/texts/discover";
import { yearOf, type Narrowing } from "./use-discovery";

export function Filters({
  narrowing,
  onNarrow,
}: {
  narrowing: Narrowing;
  onNarrow: (changes: Partial<Narrowing>) => void;
}) {
  const year = (name: "from" | "to", label: string) => (
    <input
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      maxLength={4}
      value={narrowing[name]}
      aria-invalid={narrowing[name] !== "" && yearOf(narrowing[name]) === null}
      onChange={(event) => onNarrow({ [name]: event.target.value.replace(/\D/g, "") })}
      className="h-8 w-24 rounded-lg border border-line bg-surface px-2 text-sm tabular-nums"
    />
  );
  const toggle = (name: "open" | "fresh", label: string) => (
    <button
      type="button"
      aria-pressed={narrowing[name]}
      onClick={() => onNarrow({ [name]: !narrowing[name] })}
      className="h-8 rounded-lg border border-line px-2.5 text-sm text-soft hover:bg-hover hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-tint aria-pressed:text-accent"
    >
      {label}
    </button>
  );
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-center gap-1.5 sm:ml-auto">
      {year("from", texts.from)}
      {year("to", texts.to)}
      {toggle("open", texts.openPdf)}
      {toggle("fresh", texts.fresh)}
    </div>
  );
}
