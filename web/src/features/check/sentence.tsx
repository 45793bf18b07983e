/** A sentence of a checked text: what became of it, the papers' words beside it, and the way to their place. */
import { memo, type ReactNode } from "react";
import type { CheckedSentenceV1, NearPassageV1, QuoteInTextV1 } from "@/api/types";
import { inPassing } from "@/evidence/deviations";
import { Quoted } from "@/evidence/quoted";
import { isFalseVerdict } from "@/evidence/verdicts";
import { check as texts } from "@/texts/check";
import { common } from "@/texts/common";
import { MathText } from "@/ui/math";
import { Spoken } from "@/ui/spoken";
import { foundOf, leftOff, OUTCOMES, pagesOf, piecesOf, placeOf, quotationOf, restored, type Found } from "./findings";

export interface SentenceProps {
  sentence: CheckedSentenceV1;
  number: number;
  /** Whether papers are named: there are several. */
  named: boolean;
  /** Whether the paper beside shows its place. */
  current: boolean;
  onShow: (number: number, found: Found) => void;
}

export const Sentence = memo(function Sentence({ sentence, number, named, current, onShow }: SentenceProps) {
  const { outcome, quotes, nearest, reading } = sentence;
  const { sign, ink } = OUTCOMES[outcome];
  const place = placeOf(sentence);
  const words = piecesOf(sentence).map(({ words: wrote, printed }, index) =>
    printed === null ? wrote : <Differs key={index} {...{ wrote, printed }} />,
  );
  const way = (found: Found | null) => <Way {...{ found, place, named }} onShow={(one) => onShow(number, one)} />;
  return (
    <li
      data-sentence={number}
      data-outcome={outcome}
      className="grid gap-x-4 gap-y-1 py-4 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] sm:grid-cols-[7.5rem_minmax(0,1fr)]"
    >
      <p className={`flex gap-1.5 text-sm font-semibold sm:pt-[0.1875rem] ${ink}`}>
        <span aria-hidden="true">{sign}</span>
        {texts.outcomes[outcome]}
      </p>
      <div className="min-w-0 text-sm">
        {place ? (
          <button
            type="button"
            aria-pressed={current}
            title={texts.show}
            onClick={() => onShow(number, place)}
            className="-mx-1.5 -my-px rounded-lg px-1.5 py-px text-left text-base wrap-anywhere hover:bg-hover aria-pressed:bg-accent-tint"
          >
            {words}
          </button>
        ) : (
          <p className={`text-base wrap-anywhere ${outcome === "not_checkable" ? "text-soft" : ""}`}>{words}</p>
        )}
        {quotes.map((quote, index) => (
          <Quote key={index} quote={quote} alone={quotes.length === 1} way={way(foundOf(quote))} />
        ))}
        {leftOff(sentence).map((words) => (
          <p key={words} className="mt-1.5">
            {texts.leftOff} <LeftOff words={words} />
          </p>
        ))}
        {outcome !== "said" && <Nearest {...{ nearest, way }} />}
        {reading && (
          <p className="mt-1.5">
            <span className="font-semibold">{texts.readings[reading.says]}</span>{" "}
            {reading.reason && <MathText text={reading.reason} />}
          </p>
        )}
        {reading && reading.evidence.map((passage) => <Passage key={passage.start} {...{ passage, way }} />)}
      </div>
    </li>
  );
});

/** Words that differ from the nearest passage by rule; that does not make them false. */
function Differs({ wrote, printed }: { wrote: string; printed: string }) {
  return (
    <>
      <del className="text-soft decoration-warn decoration-[1.5px]">
        {wrote}
        <Spoken>{printed ? texts.spokenDiffers : texts.spokenLacks}</Spoken>
      </del>
      {printed && (
        <>
          {" "}
          <ins className="rounded-sm bg-warn-tint px-[0.15em] font-semibold text-warn no-underline">
            <MathText text={printed} />
          </ins>
          <Spoken>)</Spoken>
        </>
      )}
    </>
  );
}

/** What a paper has in place of a quote; of a quote that it says, the place alone. */
function Quote({ quote, alone, way }: { quote: QuoteInTextV1; alone: boolean; way: ReactNode }) {
  const { verdict, sentence, missing, error } = quote.checked;
  if (error) {
    return <p className="mt-1.5 text-danger">{texts.unchecked(common.quoted(inPassing(quote.quote)), error.detail)}</p>;
  }
  if (verdict === null || !isFalseVerdict(verdict)) {
    return (
      <p className="mt-1 text-sm text-soft">
        {!alone && (
          <>
            {OUTCOMES.said.sign} {common.quoted(inPassing(quote.quote))},{" "}
          </>
        )}
        {way}
      </p>
    );
  }
  return (
    <div className="mt-1.5 border-l-2 border-danger pl-3">
      <blockquote className="font-serif text-base leading-snug wrap-anywhere">
        {missing.length > 0 ? <Restored {...{ sentence, missing }} /> : <Quoted citation={quotationOf(quote)} />}
      </blockquote>
      <p className="mt-1 text-sm text-soft">{way}</p>
    </div>
  );
}

/** The paper's sentence with the words that the quote left off. */
function Restored({ sentence, missing }: Pick<QuoteInTextV1["checked"], "sentence" | "missing">) {
  const { parts, above } = restored(sentence, missing);
  return (
    <>
      {above.map((words) => (
        <span key={words} className="mb-1 block font-sans text-sm">
          {texts.above} <LeftOff words={words} />
        </span>
      ))}
      {common.quoteOpens}
      {parts.map(({ words, missing: left }, index) =>
        left ? <LeftOff key={index} words={words} /> : <MathText key={index} text={words} />,
      )}
      {common.quoteCloses}
    </>
  );
}

function LeftOff({ words }: { words: string }) {
  return (
    <ins className="rounded-sm bg-danger-tint px-[0.15em] font-semibold text-danger no-underline">
      <Spoken>{texts.spokenLeftOff}</Spoken>
      <MathText text={words} />
      <Spoken>) </Spoken>
    </ins>
  );
}

function Nearest({ nearest, way }: { nearest: NearPassageV1[]; way: (found: Found) => ReactNode }) {
  const [first, ...others] = nearest;
  return (
    first && (
      <>
        <Passage passage={first} way={way} title={texts.closest} />
        {others.length > 0 && (
          <details className="mt-1.5">
            <summary className="w-fit rounded text-sm text-soft hover:text-ink">{texts.others(others.length)}</summary>
            {others.map((passage) => (
              <Passage key={`${passage.paper_id}.${passage.start}`} {...{ passage, way }} />
            ))}
          </details>
        )}
      </>
    )
  );
}

function Passage({
  passage,
  way,
  title,
}: {
  passage: NearPassageV1;
  way: (found: Found) => ReactNode;
  title?: string;
}) {
  return (
    <div className="mt-1.5 border-l-2 border-line pl-3">
      {title && <p className="text-sm text-soft">{title}</p>}
      <blockquote className="font-serif text-base leading-snug wrap-anywhere">
        {common.quoteOpens}
        <MathText text={passage.text} />
        {common.quoteCloses}
      </blockquote>
      <p className="mt-1 text-sm text-soft">{way({ ...passage, paperId: passage.paper_id })}</p>
    </div>
  );
}

/** The paper and page of what was found; no stop for the keyboard where the sentence itself leads there. */
function Way({
  found,
  place,
  named,
  onShow,
}: {
  found: Found | null;
  place: Found | null;
  named: boolean;
  onShow: (found: Found) => void;
}) {
  if (!found) {
    return null;
  }
  const pages = pagesOf(found.places);
  const words = [named && found.title, pages && common.place(pages)].filter(Boolean).join(" · ") || texts.show;
  const same = place?.paperId === found.paperId && place.places[0]?.start === found.places[0]?.start;
  return (
    <button
      type="button"
      tabIndex={same ? -1 : undefined}
      onClick={() => onShow(found)}
      className="reach rounded text-left text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      <bdi>{words}</bdi>
    </button>
  );
}
