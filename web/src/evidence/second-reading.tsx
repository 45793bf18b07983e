/** What a second reading says of the sentences of a deep answer or review, beside the marks that rules give. */
import type { TextSectionV1 } from "@/api/types";
import { common } from "@/texts/common";
import { evidence as texts } from "@/texts/evidence";

export function SecondReading({ sections }: { sections: readonly TextSectionV1[] }) {
  const read = sections.filter((section) => section.second_opinion);
  if (read.length === 0) {
    return null;
  }
  const doubted = read.flatMap(({ text, second_opinion: opinion }) =>
    opinion === "partly" || opinion === "not" ? [{ text: text.trim(), said: texts.second[opinion] }] : [],
  );
  return (
    <div className="my-3 text-sm text-soft">
      <p>{doubted.length === 0 ? texts.secondSupports : texts.secondDoubts}</p>
      {doubted.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5" aria-label={texts.secondReading}>
          {doubted.map(({ text, said }) => (
            <li key={text}>
              {common.quoted(text)} – {said}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
