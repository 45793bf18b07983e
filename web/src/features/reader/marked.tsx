/** A block's words with their formulas rendered, some ranges marked, and their citations as links. */
import { Fragment, type ReactNode } from "react";
import type { NoteView } from "@/api/types";
import { cutAt, overlapping, type Span } from "@/lib/text";
import { HoverCard } from "@/ui/hover-card";
import { piecesOf, Tex } from "@/ui/math";
import { reader as texts } from "@/texts/reader";
import { useCiting } from "./citing";
import { ReferenceCards } from "./reference-card";
import { citedAs, type Marker } from "./references";

const KINDS = ["current", "landing", "cite", "hit", "note"] as const;

/** A range inside the text. */
export interface Range extends Span {
  kind: (typeof KINDS)[number];
  colour?: NoteView["colour"];
}

export function Marked({
  text,
  ranges,
  markers = NONE,
}: {
  text: string;
  ranges: readonly Range[];
  markers?: readonly Marker[];
}) {
  return piecesOf(text).map((piece) => {
    const inside = overlapping(ranges, piece);
    if (piece.kind === "math") {
      const tex = <Tex key={piece.start} tex={piece.value} display={piece.display} />;
      return <Over key={piece.start} ranges={inside} words={tex} />;
    }
    const cuts = cutAt(piece.value, piece.start, [...inside, ...overlapping(markers, piece)]);
    return cuts.map(({ start, words, over }) => {
      const marker = over.find((one): one is Marker => "numbers" in one);
      const marks = over.filter((one): one is Range => "kind" in one);
      return <Over key={start} ranges={marks} words={marker ? <MarkerText marker={marker} words={words} /> : words} />;
    });
  });
}

const NONE: readonly Marker[] = [];

function Over({ ranges, words }: { ranges: readonly Range[]; words: ReactNode }) {
  const kind = KINDS.find((one) => ranges.some((range) => range.kind === one));
  return kind ? (
    <mark data-mark={kind} data-colour={ranges.find(({ colour }) => colour)?.colour}>
      {words}
    </mark>
  ) : (
    <Fragment>{words}</Fragment>
  );
}

/** A citation in the text: a click leads to its entry, a hover shows it. */
function MarkerText({ marker, words }: { marker: Marker; words: string }) {
  const { entries, goToEntry } = useCiting();
  const cited = marker.numbers.flatMap((number) => entries.get(number) ?? []);
  const label = texts.reference(cited.map(({ reference }) => citedAs(reference)).join("; "));
  return (
    <HoverCard label={label} card={<ReferenceCards numbers={marker.numbers} marker={marker} />}>
      <button
        type="button"
        data-marker={marker.numbers.join()}
        aria-label={`${words}: ${label}`}
        onClick={() => {
          if (cited[0]) {
            goToEntry(cited[0]);
          }
        }}
        className="inline rounded-sm text-left text-accent hover:underline"
      >
        {words}
      </button>
    </HoverCard>
  );
}
