/** A citation's number in an answer: its mark says how true it is, a hover shows the quote, a click the place. */
import { useId, useRef, useState } from "react";
import type { CitationV1 } from "@/api/types";
import { Hovering } from "@/ui/hovering";
import { verdictWords } from "./verdicts";

const LOOKS = {
  exact: "bg-accent-tint text-accent",
  close: "bg-warn-tint text-warn",
  missing: "bg-danger-tint text-danger",
} as const;
const SIGNS = { exact: "", close: "≈", missing: "?" } as const;

export interface CitationChipProps {
  citation: CitationV1;
  /** The paper's title, where several papers are asked. */
  paperTitle: string | null;
  current: boolean;
  onShow: (citation: CitationV1) => void;
}

export function CitationChip({ citation, paperTitle, current, onShow }: CitationChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const words = verdictWords(citation);
  const findable = citation.pages.length > 0 || citation.start !== null;
  return (
    <>
      <button
        ref={chip}
        type="button"
        data-citation={citation.number}
        aria-label={`Citation ${citation.number}: ${words.name}${citation.label ? `, ${citation.label}` : ""}`}
        aria-describedby={open ? id : undefined}
        aria-pressed={current}
        aria-disabled={!findable}
        onClick={() => findable && onShow(citation)}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onFocus={(event) => setOpen(event.currentTarget.matches(":focus-visible"))}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
        className={`mx-0.5 inline-flex min-w-5 items-center justify-center rounded px-1 align-[0.15em] text-xs leading-5 font-semibold tabular-nums hover:ring-1 hover:ring-current aria-disabled:cursor-help aria-pressed:ring-2 aria-pressed:ring-current ${LOOKS[words.mark]}`}
      >
        {SIGNS[words.mark]}
        {citation.number}
      </button>
      {open && (
        <Hovering over={chip} id={id}>
          {citation.quote && (
            <blockquote className="mb-2 font-serif text-[0.9375rem] leading-snug">“{citation.quote}”</blockquote>
          )}
          <p className="flex flex-wrap gap-x-2 text-xs text-soft">
            <span
              className={`font-semibold ${{ exact: "text-good", close: "text-warn", missing: "text-danger" }[words.mark]}`}
            >
              {words.name}
            </span>
            {citation.verdict === "fuzzy" && <span>{Math.round(100 * citation.similarity)} % alike</span>}
            {citation.label && <span>{citation.label}</span>}
          </p>
          {paperTitle && <p className="mt-1 text-xs text-soft">{paperTitle}</p>}
        </Hovering>
      )}
    </>
  );
}
