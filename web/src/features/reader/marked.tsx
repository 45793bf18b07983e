/** A block's words with their formulas rendered and some ranges marked. */
import { Fragment } from "react";
import { cutAt, overlapping, type Span } from "@/lib/text";
import { piecesOf, Tex } from "@/ui/math";

/** A range inside the text. */
export interface Range extends Span {
  kind: "cite" | "hit" | "current";
}

export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return piecesOf(text).map((piece) => {
    const inside = overlapping(ranges, piece);
    if (piece.kind === "math") {
      const tex = <Tex key={piece.start} tex={piece.value} display={piece.display} />;
      const over = strongest(inside);
      return over ? (
        <mark key={piece.start} data-mark={over}>
          {tex}
        </mark>
      ) : (
        tex
      );
    }
    return <Fragment key={piece.start}>{cut(piece.value, piece.start, inside)}</Fragment>;
  });
}

function cut(text: string, offset: number, ranges: readonly Range[]) {
  return cutAt(text, offset, ranges).map(({ start, words, over }) => {
    const kind = strongest(over);
    return kind ? (
      <mark key={start} data-mark={kind}>
        {words}
      </mark>
    ) : (
      words
    );
  });
}

function strongest(ranges: readonly Range[]): Range["kind"] | null {
  return (["current", "cite", "hit"] as const).find((kind) => ranges.some((range) => range.kind === kind)) ?? null;
}
