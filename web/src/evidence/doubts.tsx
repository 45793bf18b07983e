/** Words of an answer that a second reading or a rule marks: their ranges, and a mark with the reason. */
import { Fragment, type ReactNode } from "react";
import type { DoubtV1, TextSectionV1 } from "@/api/types";
import { cutAt, overlapping, toUnits, type Span } from "@/lib/text";
import { evidence as texts } from "@/texts/evidence";
import { Hovering, useHovering } from "@/ui/hovering";
import { piecesOf, Tex } from "@/ui/math";
import { Spoken } from "@/ui/spoken";

export interface DoubtSpan extends Span {
  kind: DoubtV1["kind"];
  /** A sentence without its full stop. */
  why: string;
}

type Read = Pick<TextSectionV1, "text" | "doubts" | "citations"> & Partial<Pick<TextSectionV1, "second_opinion">>;

/**
 * Return a text's doubts with ranges in UTF-16 units; the API counts code points.
 *
 * A second reading may doubt all of it. What it finds partly supported is no doubt: the cards of the citations say what is not covered.
 */
export function doubtsOf({ text, doubts, citations, second_opinion: opinion = null }: Read): DoubtSpan[] {
  if (opinion === "partly") {
    return [];
  }
  const found = opinion && opinion !== "supported" ? texts.secondFound(texts.second[opinion]) : "";
  const words = found && doubts.length === 0 ? wordsIn(text) : null;
  return words
    ? [{ kind: "reading", why: found, ...words }]
    : doubts.map(({ kind, start, end }) => ({
        kind,
        why:
          (kind === "reading" && found) || (kind === "number" && otherNumbers(text, citations)) || texts.doubts[kind],
        start: toUnits(text, start),
        end: toUnits(text, end),
      }));
}

// A sentence with more numbers does not tell which one is meant. A guess.
const FEW_NUMBERS = 3;

/** Say which numbers the cited quotes have that the text lacks; nothing where there are none, or too many. */
function otherNumbers(text: string, citations: Read["citations"]): string {
  const others = new Set(citations.flatMap(({ text: quote }) => numbersIn(quote)));
  numbersIn(text).forEach((number) => others.delete(number));
  return others.size > 0 && others.size <= FEW_NUMBERS ? texts.quoteSays([...others]) : "";
}

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? [];
}

/** From the first word behind the signs of lists, headings and tables to the last one, so that they stay signs. */
export function wordsIn(text: string): Span | null {
  const start = (/^(?:[\s>|#*_~+`-]|\d{1,9}[.)]\s)*/.exec(text)?.[0] ?? "").length;
  const end = text.search(/[^\p{L}\p{N}.,;:!?…)”’]*$/u);
  return end > start ? { start, end } : null;
}

export function reasonFor(doubts: readonly Pick<DoubtSpan, "why">[]): string {
  return [...new Set(doubts.map(({ why }) => why))].join(". ");
}

/** Words with their formulas set and doubts marked, a formula as a whole; doubts count in what `text` is unit `offset` of. */
export function DoubtedText({
  text,
  doubts,
  offset = 0,
}: {
  text: string;
  doubts: readonly DoubtSpan[];
  offset?: number;
}): ReactNode {
  return piecesOf(text).map(({ kind, start, end, value, display }) => {
    const inside = overlapping(doubts, { start: start + offset, end: end + offset });
    if (kind === "text") {
      return <Fragment key={start}>{flagged(value, start + offset, inside)}</Fragment>;
    }
    const tex = <Tex key={start} tex={value} display={display} />;
    return inside.length ? (
      <Doubted key={start} doubts={inside}>
        {tex}
      </Doubted>
    ) : (
      tex
    );
  });
}

function flagged(text: string, offset: number, doubts: readonly DoubtSpan[]): ReactNode {
  return cutAt(text, offset, doubts).map(({ start, words, over }) =>
    over.length ? (
      <Doubted key={start} doubts={over}>
        {words}
      </Doubted>
    ) : (
      words
    ),
  );
}

/** The reason appears on hover or focus; screen readers read it after the words. */
export function Doubted({ doubts, children }: { doubts: readonly DoubtSpan[]; children: ReactNode }) {
  const { over, id, open, handlers } = useHovering<HTMLElement>();
  const reason = reasonFor(doubts);
  return (
    <>
      {/* The empty title keeps that of the sentence around it away. */}
      <mark ref={over} tabIndex={0} title="" data-doubt={doubts[0]!.kind} className="doubt" {...handlers}>
        {children}
        <Spoken> ({reason})</Spoken>
      </mark>
      {open && (
        <Hovering over={over} id={id}>
          {reason}.
        </Hovering>
      )}
    </>
  );
}
