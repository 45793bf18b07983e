/** A checked text: how many sentences have each outcome, its sentences, and the documents that are made of it. */
import { memo, useCallback, useState, type ComponentProps } from "react";
import { exportCheck, FORMS } from "@/api/checks";
import type { CheckedTextV1 } from "@/api/types";
import { placeTarget, type Target } from "@/lib/target";
import { check as texts } from "@/texts/check";
import { common } from "@/texts/common";
import { ExportMenu } from "@/ui/export-menu";
import { markable, OUTCOMES, pagesOf, type Found, type Outcome } from "./findings";
import { Sentence } from "./sentence";

interface ResultProps {
  checked: CheckedTextV1;
  /** The number of the sentence whose place is shown. */
  shown: number | null;
  onShow: (number: number, target: Target) => void;
}

export const Result = memo(function Result({ checked, shown, onShow }: ResultProps) {
  const { sentences, papers, notes } = checked;
  const [chosen, setOnly] = useState<Outcome | null>(null);
  // What was chosen for an earlier text may be lacking here.
  const only = chosen !== null && checked.counts[chosen] ? chosen : null;
  const named = papers.length !== 1;
  const show = useCallback(
    (number: number, found: Found) => {
      const target = placeTarget(found.paperId, common.place(pagesOf(found.places)), found);
      if (target) {
        onShow(number, target);
      }
    },
    [onShow],
  );
  if (!sentences.length) {
    return (
      <p role="status" className="mt-6 text-soft">
        {texts.nothing}
      </p>
    );
  }
  const kinds = (Object.keys(OUTCOMES) as Outcome[]).filter((outcome) => checked.counts[outcome]);
  const listed = sentences.map((sentence, index) => ({ sentence, number: index + 1 }));
  const quoteless = sentences.every(({ quotes }) => !quotes.length);
  return (
    <section aria-label={texts.sentences} className="mt-8">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <p role="status" className="mr-1 text-lg font-semibold">
          {texts.counts(sentences.length)}
          <span className="sr-only">
            : {kinds.map((outcome) => `${checked.counts[outcome]} ${texts.outcomes[outcome]}`).join(", ")}
          </span>
        </p>
        <div role="group" aria-label={texts.only} className="flex flex-wrap gap-1.5">
          {kinds.map((outcome) => (
            <button
              key={outcome}
              type="button"
              aria-pressed={only === outcome}
              onClick={() => setOnly(only === outcome ? null : outcome)}
              className={`min-h-7 rounded-lg bg-ground px-2.5 text-sm font-medium hover:bg-hover aria-pressed:ring-2 aria-pressed:ring-current ${OUTCOMES[outcome].ink}`}
            >
              {checked.counts[outcome]} {texts.outcomes[outcome]}
            </button>
          ))}
        </div>
        <div className="ml-auto">
          <ExportMenu groups={exportsOf(checked)} />
        </div>
      </div>
      {[...notes, ...(quoteless ? [texts.noQuotes] : [])].map((note) => (
        <p key={note} className="mt-2 text-sm text-soft text-pretty">
          {note}
        </p>
      ))}
      <ol aria-label={texts.sentences} className="mt-3 divide-y divide-hover border-t border-line">
        {listed.map(
          ({ sentence, number }) =>
            (only === null || only === sentence.outcome) && (
              <Sentence key={number} {...{ sentence, number, named }} current={shown === number} onShow={show} />
            ),
        )}
      </ol>
    </section>
  );
});

function exportsOf(checked: CheckedTextV1): ComponentProps<typeof ExportMenu>["groups"] {
  const json = () => new Blob([JSON.stringify(checked, null, 1)], { type: "application/json" });
  const documents = (["md", "html", "json"] as const).map((form) => ({
    label: FORMS[form].label,
    name: `checked.${form}`,
    make: () => (form === "json" ? json() : exportCheck({ checked, form })),
  }));
  const pdfs = [...markable(checked)].map(([paperId, title]) => ({
    label: title,
    name: "checked.pdf",
    make: () => exportCheck({ checked, form: "pdf", paper_id: paperId }),
  }));
  return [{ heading: "", files: documents }, ...(pdfs.length ? [{ heading: texts.marked, files: pdfs }] : [])];
}
