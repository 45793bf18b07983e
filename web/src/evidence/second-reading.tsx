/** The marked words of an answer, each with its reason or what the paper says; or that a second reading found all of it supported. */
import type { ReactNode } from "react";
import type { TextSectionV1 } from "@/api/types";
import { lowered } from "@/lib/text";
import { common } from "@/texts/common";
import { evidence as texts } from "@/texts/evidence";
import { MathText } from "@/ui/math";
import { inPassing, stretchesOf } from "./deviations";
import { doubtsOf } from "./doubts";

export function SecondReading({
  sections,
  unmarked = false,
}: {
  sections: readonly TextSectionV1[];
  /** It is said elsewhere that nothing is quoted. */
  unmarked?: boolean;
}) {
  const marks: ReactNode[] = [...marksIn(sections), ...alteredIn(sections)].map(({ words, why }) => (
    <>
      <span className="text-ink">
        {common.quoteOpens}
        <MathText text={inPassing(words)} />
        {common.quoteCloses}
      </span>{" "}
      – {lowered(why)}.
    </>
  ));
  const dotted = unmarked ? [] : sections.filter((section) => section.uncited && alteredIn([section]).length === 0);
  if (dotted.length > 0) {
    // On a phone nothing hovers.
    marks.push(dotted.some(({ citations }) => citations.length === 0) ? texts.dotted : texts.dottedWrong);
  }
  if (marks.length === 0) {
    const opinions = new Set(sections.map((section) => section.second_opinion));
    const supported = opinions.has("supported") && !opinions.has("partly");
    return supported && <p className="my-3 text-sm text-soft">{texts.secondSupports}</p>;
  }
  return (
    <ul className="my-3 list-disc space-y-0.5 pl-5 text-sm text-soft" aria-label={texts.marked}>
      {marks.map((mark, index) => (
        <li key={index}>{mark}</li>
      ))}
    </ul>
  );
}

/** Return the words of quotes that stand behind nothing, with what the paper says in their place. */
function alteredIn(sections: readonly TextSectionV1[]): { words: string; why: string }[] {
  return sections
    .flatMap(({ uncited, citations }) => (uncited ? citations : []))
    .flatMap(stretchesOf)
    .filter(({ kind, wrote, says }) => kind === "changed" && wrote && says)
    .map(({ wrote, says }) => ({ words: wrote, why: texts.paperSays(inPassing(says)) }));
}

/** Return what is marked in the sections, in order, without the signs of Markdown. */
export function marksIn(sections: readonly TextSectionV1[]): { words: string; why: string }[] {
  return sections.flatMap((section) =>
    doubtsOf(section).map(({ start, end, why }) => ({
      words: section.text
        .slice(start, end)
        .replace(/\*\*|__|`/g, "")
        .replace(/\s+/g, " ")
        .trim(),
      why,
    })),
  );
}
