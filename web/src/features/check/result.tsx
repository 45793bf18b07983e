/** A checked text: how many sentences have each outcome, its sentences, and the documents that are made of it. */
import { memo, useCallback, useState } from "react";
import { exportCheck, FORMS } from "@/api/checks";
import type { CheckedTextV1 } from "@/api/types";
import { placeTarget, type Target } from "@/lib/target";
import { saveFile } from "@/lib/saving";
import { check as texts } from "@/texts/check";
import { common } from "@/texts/common";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";
import { say } from "@/ui/toasts";
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
    <section aria-label={texts.sentences} className="mt-6">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <p role="status" className="font-semibold">
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
              className={`min-h-7 rounded px-2 text-xs font-semibold aria-pressed:ring-2 aria-pressed:ring-current ${OUTCOMES[outcome].look}`}
            >
              {checked.counts[outcome]} {texts.outcomes[outcome]}
            </button>
          ))}
        </div>
        <span className="ml-auto" />
        <ExportMenu checked={checked} />
      </div>
      {[...notes, ...(quoteless ? [texts.noQuotes] : [])].map((note) => (
        <p key={note} className="mt-2 text-sm text-soft text-pretty">
          {note}
        </p>
      ))}
      <ol
        aria-label={texts.sentences}
        className="mt-3 divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
      >
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

function ExportMenu({ checked }: { checked: CheckedTextV1 }) {
  const [busy, setBusy] = useState(false);
  function save(file: Promise<Blob>, name: string) {
    setBusy(true);
    file
      .then((blob) => saveFile(blob, name))
      .catch((error: unknown) =>
        say(texts.exportFailed(error instanceof Error ? error.message : common.tryAgain), { alarming: true }),
      )
      .finally(() => setBusy(false));
  }
  const json = () => Promise.resolve(new Blob([JSON.stringify(checked, null, 1)], { type: "application/json" }));
  const documents = (["md", "html", "json"] as const).map((form) => ({
    label: FORMS[form].label,
    onSelect: () => save(form === "json" ? json() : exportCheck({ checked, form }), `checked.${form}`),
  }));
  const pdfs = [...markable(checked)].map(([paperId, title]) => ({
    label: title,
    onSelect: () => save(exportCheck({ checked, form: "pdf", paper_id: paperId }), "checked.pdf"),
  }));
  return (
    <Menu
      label={texts.export}
      disabled={busy}
      groups={[{ name: "", items: documents }, ...(pdfs.length ? [{ name: texts.marked, items: pdfs }] : [])]}
      className="inline-flex h-9 items-center gap-1.5 rounded-lg border border-line bg-surface px-3.5 text-sm font-medium hover:bg-hover disabled:opacity-50"
    >
      <Icon name="download" className="size-4" />
      {texts.export}
    </Menu>
  );
}
