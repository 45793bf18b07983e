/** What stands in a conversation before its first question: what the paper is about, and questions to ask it. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getBrief } from "@/api/papers";
import type { BriefView, CheckedQuoteV1, PaperView } from "@/api/types";
import { MathText } from "@/ui/math";
import { Skeleton } from "@/ui/states";
import { chat as texts } from "@/texts/chat";

type Question = BriefView["questions"][number];

export interface OpeningProps {
  papers: readonly PaperView[];
  /** Why nothing can be asked yet, or null. */
  waiting: string | null;
  /** The brief may be asked for. */
  ready: boolean;
  /** The figures of the only paper, in small. */
  figures: ReactNode;
  onAsk: (question: string) => void;
  onSentence: (sentence: CheckedQuoteV1) => void;
}

export function Opening({ papers, waiting, ready, figures, onAsk, onSentence }: OpeningProps) {
  const only = papers.length === 1 ? papers[0]! : null;
  const wanted = only !== null && waiting === null;
  const { data, isPending } = useQuery({
    queryKey: ["brief", only?.id],
    queryFn: ({ signal }) => getBrief(only!.id, signal),
    enabled: wanted && ready,
    staleTime: Infinity,
    retry: 1,
  });
  const loading = wanted && isPending;
  const questions = data?.questions.length ? data.questions : (only ? texts.general : texts.ofSeveral).map(plain);
  return (
    <div className="flex min-h-full flex-col gap-5 p-5">
      {loading && <Skeleton lines={6} label={texts.about} />}
      {data && data.sentences.length > 0 && <Sentences sentences={data.sentences} onShow={onSentence} />}
      {wanted && figures}
      <p className="mt-auto text-sm text-soft text-pretty">{waiting ?? texts.askAnything}</p>
      {waiting === null && !loading && <Questions questions={questions} onAsk={onAsk} />}
      {waiting === null && texts.askedInEnglish && <p className="-mt-3 text-xs text-soft">{texts.askedInEnglish}</p>}
    </div>
  );
}

function Sentences({
  sentences,
  onShow,
}: {
  sentences: readonly CheckedQuoteV1[];
  onShow: (sentence: CheckedQuoteV1) => void;
}) {
  return (
    <section aria-label={texts.inItsWords}>
      <h3 className="text-xs font-medium text-soft">{texts.inItsWords}</h3>
      <ul className="mt-1.5 space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence.quote_id}>
            <button
              type="button"
              onClick={() => onShow(sentence)}
              className="-mx-2 block rounded-lg px-2 py-1 text-left font-serif leading-relaxed hover:bg-hover"
            >
              <MathText text={sentence.text} />
              <PageOf sentence={sentence} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PageOf({ sentence: { places } }: { sentence: CheckedQuoteV1 }) {
  const page = places[0]?.page_number;
  return page ? <span className="ml-1.5 font-sans text-xs whitespace-nowrap text-soft">{texts.page(page)}</span> : null;
}

export function Questions({ questions, onAsk }: { questions: readonly Question[]; onAsk: (question: string) => void }) {
  return (
    <ul className="flex flex-col items-start gap-1.5" aria-label={texts.suggested}>
      {questions.map(({ question, about }) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="max-w-full rounded-lg border border-line px-3 py-1.5 text-left text-sm hover:border-accent hover:bg-hover"
          >
            {texts.readyMade(question)}
            {about && (
              <span className="block truncate text-xs text-soft">
                <MathText text={about} />
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function plain(question: string): Question {
  return { question, about: "" };
}
