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
    <div className="flex min-h-full flex-col gap-4 p-5">
      {loading && <Skeleton lines={6} label={texts.about} />}
      {data && data.sentences.length > 0 && <Sentences sentences={data.sentences} onShow={onSentence} />}
      {wanted && figures}
      <p className="mt-auto text-sm text-soft text-pretty">{waiting ?? texts.askAnything}</p>
      {waiting === null && !loading && <Questions questions={questions} onAsk={onAsk} />}
      {waiting === null && texts.askedInEnglish && <p className="-mt-2 text-sm text-soft">{texts.askedInEnglish}</p>}
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
      <h3 className="text-sm font-medium text-soft">{texts.inItsWords}</h3>
      <ul className="mt-1.5 space-y-1">
        {sentences.map((sentence) => (
          <li key={sentence.quote_id}>
            <button
              type="button"
              onClick={() => onShow(sentence)}
              className="-mx-2 block rounded-lg px-2 py-1 text-left font-serif wrap-anywhere hover:bg-hover"
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
  return page ? <span className="ml-1.5 font-sans text-sm whitespace-nowrap text-soft">{texts.page(page)}</span> : null;
}

export function Questions({ questions, onAsk }: { questions: readonly Question[]; onAsk: (question: string) => void }) {
  return (
    <ul className="divide-y divide-hover" aria-label={texts.suggested}>
      {questions.map(({ question, about }) => (
        <li key={question}>
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="block w-full py-2 text-left text-sm text-accent hover:underline"
          >
            {texts.readyMade(question)}
            {about && (
              <span className="block truncate text-sm text-soft">
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
