/** A block's words with their formulas rendered and some ranges marked. */
import { Fragment } from "react";
import { piecesOf, Tex } from "@/ui/math";

export interface Range {
  /** UTF-16 units inside the text. */
  start: number;
  end: number;
  kind: "cite" | "hit" | "current";
}

export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return piecesOf(text).map((piece) => {
    const inside = ranges.filter(({ start, end }) => start < piece.end && end > piece.start);
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
  const borders = [...new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start - offset, end - offset])])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((a, b) => a - b);
  return borders.slice(0, -1).map((start, index) => {
    const end = borders[index + 1]!;
    const over = strongest(ranges.filter((range) => range.start - offset <= start && range.end - offset >= end));
    const words = text.slice(start, end);
    return over ? (
      <mark key={start} data-mark={over}>
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
