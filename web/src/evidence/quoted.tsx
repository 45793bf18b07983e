/** A quote in the paper's own words; the answer's different words are struck through beside them. */
import { common } from "@/texts/common";
import { evidence as texts } from "@/texts/evidence";
import { MathText } from "@/ui/math";
import { Spoken } from "@/ui/spoken";
import { inPassing, isRearranged, shortened, stretchesOf, type Quotation, type Stretch } from "./deviations";

export function Quoted({ citation }: { citation: Quotation }) {
  const { text, quote, verdict } = citation;
  if (verdict === "not_found") {
    return <Written words={quote} said={texts.spokenNotThere} />;
  }
  if (!text) {
    // Answers saved before citations had texts.
    return common.quoted(quote);
  }
  const stretches = shortened(stretchesOf(citation));
  return (
    <>
      {common.quoteOpens}
      {stretches.map((stretch, index) => (
        <Words
          key={index}
          {...stretch}
          before={stretches[index - 1]?.says ?? ""}
          after={stretches[index + 1]?.says ?? ""}
        />
      ))}
      {common.quoteCloses}
      {isRearranged(citation) && <Written words={quote} said={texts.spokenWrote} />}
    </>
  );
}

/** A quote that is wrong as a whole. */
function Written({ words, said }: { words: string; said: string }) {
  return (
    <del className="mt-1.5 block text-soft decoration-danger decoration-1 first:mt-0">
      <Spoken>{said}</Spoken>
      {common.quoted(inPassing(words))}
    </del>
  );
}

/** `before` and `after` are the paper's surrounding words, which need a space before struck-through text. */
function Words({ kind, wrote, says, before, after }: Stretch & { before: string; after: string }) {
  switch (kind) {
    case "same":
      return <MathText text={says} />;
    case "joint":
      return (
        <span className="font-semibold text-danger">
          {says}
          <Spoken>{texts.spokenElsewhere}</Spoken>
        </span>
      );
    case "changed":
      return (
        <>
          {wrote && !says && /\S$/.test(before) && " "}
          {wrote && <Struck words={wrote} only={!says} />}
          {wrote && /^\S/.test(says || after) && " "}
          {says && <Set words={says} only={!wrote} />}
        </>
      );
  }
}

/** The answer's words; `only` if the paper has none in their place. */
function Struck({ words, only }: { words: string; only: boolean }) {
  return (
    <del className="text-soft decoration-danger decoration-[1.5px]">
      <Spoken>{texts.spokenStruck}</Spoken>
      {words}
      <Spoken>{only ? texts.spokenPaperNot : ", "}</Spoken>
    </del>
  );
}

/** The paper's words; `only` if the answer left them out. */
function Set({ words, only }: { words: string; only: boolean }) {
  return (
    <ins className="rounded-sm bg-accent-tint px-[0.15em] font-semibold text-accent no-underline">
      <Spoken>{only ? texts.spokenLeftOut : texts.spokenSays}</Spoken>
      <MathText text={words} />
      <Spoken>) </Spoken>
    </ins>
  );
}
