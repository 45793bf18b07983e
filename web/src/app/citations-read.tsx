/** The citations and passages of a conversation as places in papers: those of the answer that is read follow one another. */
import { useEffect, useRef } from "react";
import { placeWords } from "@/api/library";
import type { CitationV1 } from "@/api/types";
import type { NearPassage } from "@/features/chat/nearest";
import type { Turn } from "@/features/chat/turns";
import { citationTarget, passageTarget, placeTarget, type Target } from "@/lib/target";
import { shell as texts } from "@/texts/shell";
import { IconButton } from "@/ui/button";

export interface Cited {
  turn: Turn;
  citation: CitationV1;
  /** As it stands in the address. */
  address: string;
  target: Target;
}

/** Return the citations of the answer that is read, in its order: that of the shown citation, or the last one with any. */
export function citationsOf(turns: readonly Turn[], shown: string | null): Cited[] {
  const all = turns.map((turn) =>
    turn.sections
      .flatMap(({ citations }) => citations)
      .map((citation) => ({
        turn,
        citation,
        address: `${turn.n}.${citation.number}`,
        target: citationTarget(citation),
      }))
      .filter(({ target: { pages, region, range } }) => pages.length > 0 || region !== null || range !== null),
  );
  const read = all.find((cited) => cited.some(({ address }) => address === shown));
  return read ?? all.findLast((cited) => cited.length > 0) ?? [];
}

export function isOf(paperId: string) {
  return ({ target }: Cited) => target.paperId === paperId;
}

export function targetsIn(cited: readonly Cited[], paperId: string): Target[] {
  return cited.filter(isOf(paperId)).map(({ target }) => target);
}

/** Show the citation in the address, once its conversation is loaded. */
export function useCitationOfAddress(
  cite: string | null,
  turns: readonly Turn[],
  show: (turn: Turn, citation: CitationV1) => void,
): void {
  const done = useRef(cite === null);
  useEffect(() => {
    if (done.current) {
      return;
    }
    const [n, number] = (cite ?? "").split(".").map(Number);
    const turn = turns.find((candidate) => candidate.n === n);
    const citation = turn?.sections
      .flatMap((section) => section.citations)
      .find((candidate) => candidate.number === number);
    if (turn && citation) {
      done.current = true;
      show(turn, citation);
    }
  }, [cite, turns, show]);
}

/** Return where a passage stands; one that came without its boxes is looked for by its words. */
export async function targetOf(passage: NearPassage): Promise<Target> {
  const { paper_id: id, label, text, pages } = passage;
  const checked = pages.length ? null : await placeWords(id, text).catch(() => null);
  const [found] = checked?.results ?? [];
  return (found && placeTarget(id, label, found)) ?? passageTarget(passage);
}

/** The way from one citation of an answer to the next; keys do the same. */
export function CitationSteps({
  index,
  count,
  onStep,
}: {
  index: number;
  count: number;
  onStep: (to: number) => void;
}) {
  return (
    <div
      role="group"
      aria-label={texts.citations}
      className="absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 items-center rounded-full border border-line bg-surface px-1 text-sm shadow-md"
    >
      <IconButton icon="up" label={texts.previousCitation} keys="P" onClick={() => onStep(index - 1)} />
      <span className="whitespace-nowrap text-soft tabular-nums">{texts.citationOf(index + 1, count)}</span>
      <IconButton icon="down" label={texts.nextCitation} keys="N" onClick={() => onStep(index + 1)} />
    </div>
  );
}
