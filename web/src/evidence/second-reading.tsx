/** What a second reading says of the sentences of a deep answer or review, beside the marks that rules give. */
import type { TextSectionV1 } from "@/api/types";

const SAID = {
  partly: "its quotes say only a part of this",
  not: "its quotes do not say this",
} as const;

export function SecondReading({ sections }: { sections: readonly TextSectionV1[] }) {
  const read = sections.filter((section) => section.second_opinion);
  if (read.length === 0) {
    return null;
  }
  const doubted = read.flatMap(({ text, second_opinion: opinion }) =>
    opinion === "partly" || opinion === "not" ? [{ text: text.trim(), said: SAID[opinion] }] : [],
  );
  return (
    <div className="my-3 text-sm text-soft">
      <p>
        {doubted.length === 0
          ? "A model that read this a second time finds every quoted sentence supported."
          : "A model that read this a second time has doubts:"}
      </p>
      {doubted.length > 0 && (
        <ul className="mt-1 list-disc space-y-0.5 pl-5" aria-label="Second reading">
          {doubted.map(({ text, said }) => (
            <li key={text}>
              “{text}” – {said}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
