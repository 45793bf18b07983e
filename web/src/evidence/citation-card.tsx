/** A citation's details: its verdict, the paper's own words, and their place. */
import type { CitationV1 } from "@/api/types";
import { common } from "@/texts/common";
import { evidence as texts } from "@/texts/evidence";
import { MathText } from "@/ui/math";
import { Quoted } from "./quoted";
import { notesOn, verdictWords, wordsOf, type Look } from "./verdicts";

const INKS: Record<Look, string> = {
  same: "text-good",
  close: "text-warn",
  false: "text-danger",
  weak: "text-soft",
};

export function CitationCard({
  citation,
  paperTitle,
  silentOn = "",
  numbered = false,
}: {
  citation: CitationV1;
  paperTitle: string | null;
  /** Words of the cited sentence that its quotes do not cover. */
  silentOn?: string;
  numbered?: boolean;
}) {
  const { look, sign, name } = verdictWords(citation);
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-sm text-soft">
        {numbered && <span>[{citation.number}]</span>}
        <span className={`font-semibold ${INKS[look]}`}>
          {sign && <span aria-hidden="true">{sign} </span>}
          {name}
        </span>
        {citation.verdict === "fuzzy" && <span>{texts.alike(Math.round(100 * citation.similarity))}</span>}
        {citation.label && <span>{common.place(citation.label)}</span>}
      </p>
      {wordsOf(citation) && (
        <blockquote className="mt-1.5 font-serif text-base leading-snug">
          <Quoted citation={citation} />
        </blockquote>
      )}
      {notesOn(citation, silentOn).map((note) => (
        <p key={note} className="mt-1.5 text-sm text-soft">
          <MathText text={note} />
        </p>
      ))}
      {paperTitle && (
        <p dir="auto" className="mt-1.5 text-left text-sm text-soft">
          {paperTitle}
        </p>
      )}
    </>
  );
}
