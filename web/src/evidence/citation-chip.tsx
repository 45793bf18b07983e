/** A citation's number in an answer: its look and sign show the verdict, a hover the quote, a click the place. */
import type { CitationV1 } from "@/api/types";
import { common } from "@/texts/common";
import { evidence as texts } from "@/texts/evidence";
import { Hovering, useHovering } from "@/ui/hovering";
import { CitationCard } from "./citation-card";
import { isFound, verdictWords, type Look } from "./verdicts";

const LOOKS: Record<Look, string> = {
  same: "bg-accent-tint text-accent",
  close: "bg-warn-tint text-warn",
  false: "border border-current text-danger",
  weak: "bg-hover text-soft",
};

export interface CitationChipProps {
  citation: CitationV1;
  /** The paper's title, if several papers are asked. */
  paperTitle: string | null;
  /** Words of the cited sentence that its quotes do not cover. */
  silentOn?: string;
  current: boolean;
  onShow: (citation: CitationV1) => void;
}

export function CitationChip({ citation, paperTitle, silentOn = "", current, onShow }: CitationChipProps) {
  const { over, id, open, close, handlers } = useHovering<HTMLButtonElement>();
  const { look, sign, name } = verdictWords(citation);
  const findable = isFound(citation);
  return (
    <>
      <button
        ref={over}
        type="button"
        data-citation={citation.number}
        data-look={look}
        aria-label={texts.citation(citation.number, name, common.place(citation.label))}
        aria-describedby={open ? id : undefined}
        aria-pressed={current}
        aria-disabled={!findable}
        onClick={() => {
          if (findable) {
            close();
            onShow(citation);
          }
        }}
        {...handlers}
        className={`reach mx-0.5 inline-flex min-w-5 scroll-my-6 items-center justify-center rounded px-1 align-[0.15em] text-sm leading-5 font-semibold tabular-nums hover:ring-1 hover:ring-current aria-disabled:cursor-help aria-pressed:ring-2 aria-pressed:ring-current ${LOOKS[look]}`}
      >
        {sign}
        {citation.number}
      </button>
      {open && (
        <Hovering over={over} id={id}>
          <CitationCard {...{ citation, paperTitle, silentOn }} />
        </Hovering>
      )}
    </>
  );
}
