/** One turn: the question, the answer as it comes, and what can be done with it. */
import { useId, useState, type ReactNode } from "react";
import type { AnswerV1, CitationV1 } from "@/api/types";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { AnswerText } from "@/evidence/answer-text";
import { CitationChip } from "@/evidence/citation-chip";
import { QuoteList } from "@/evidence/quote-list";
import { chat as texts } from "@/texts/chat";
import { AskedQuestion } from "./asked-question";
import { asPlainText } from "./copying";
import { Coverage } from "./coverage";
import { detailsOf } from "./details";
import { Extracts } from "./extracts";
import type { NearPassage } from "./nearest";
import { isUnquoted, Notices, noticesOf } from "./notices";
import { Refusal } from "./refusal";
import { SecondReading } from "@/evidence/second-reading";
import { Steps } from "./steps";
import type { Turn } from "./turns";

export interface TurnViewProps {
  turn: Turn;
  titles: ReadonlyMap<string, string>;
  /** "n.number" of the citation that is shown on the page. */
  shown: string | null;
  busy: boolean;
  /** The keys of all wordings of the question, this one's among them. */
  versions: readonly string[];
  onChoose: (key: string) => void;
  onEdit: (question: string) => void;
  onCitation: (turn: Turn, citation: CitationV1) => void;
  onPassage: (passage: NearPassage) => void;
  onRetry: (turn: Turn) => void;
  onAsk: (question: string) => void;
  /** Below passages, say how a model is connected. */
  invites?: boolean;
  /** Keep the answer among one's notes; tells whether that was done. Absent where there is no place for it. */
  onKeep?: (turn: Turn) => Promise<boolean>;
  /** Have the answer written from what it has found. */
  onEnough: () => void;
}

export function TurnView({
  turn,
  titles,
  shown,
  busy,
  versions,
  onChoose,
  onEdit,
  onCitation,
  onPassage,
  onRetry,
  onAsk,
  invites = false,
  onKeep,
  onEnough,
}: TurnViewProps) {
  const titleOf = ({ paper_id: paperId }: CitationV1) => (titles.size > 1 ? (titles.get(paperId) ?? null) : null);
  const chip = (citation: CitationV1, silentOn = "") => (
    <CitationChip
      {...{ citation, silentOn }}
      paperTitle={titleOf(citation)}
      current={shown === `${turn.n}.${citation.number}`}
      onShow={(which) => onCitation(turn, which)}
    />
  );
  const quotes = (turn.answer?.sections ?? []).flatMap(({ citations, silent_on: silentOn }) =>
    citations.map((citation) => ({
      citation,
      silentOn,
      paperTitle: titleOf(citation),
      onShow: () => onCitation(turn, citation),
    })),
  );
  const extracts = turn.answer?.kind === "extracts" && !turn.answer.refusal ? turn.answer : null;
  const unmarked = isUnquoted(turn.sections);
  const notices = turn.answer && noticesOf(turn.answer, titles.size > 1);
  return (
    <article aria-label={texts.questionOf(turn.question)} className="border-b border-hover px-5 py-5 last:border-0">
      <AskedQuestion {...{ turn, versions, busy, onChoose, onEdit }} />
      <div className="mt-3" data-state={turn.state}>
        <Steps
          estimate={turn.estimate}
          steps={turn.steps}
          live={turn.state === "waiting"}
          onEnough={turn.state === "waiting" ? onEnough : null}
        />
        {notices && <Notices notices={notices.before} />}
        {extracts ? (
          <Extracts
            answer={extracts}
            {...{ invites, titles, busy, onAsk, onPassage }}
            renderCitation={chip}
            onShow={(which) => onCitation(turn, which)}
          />
        ) : (
          <AnswerText sections={turn.sections} tail={turn.tail} renderCitation={chip} unmarked={unmarked} />
        )}
        {turn.answer && !extracts && <SecondReading sections={turn.answer.sections} unmarked={unmarked} />}
        {notices && <Notices notices={notices.after} />}
        {turn.answer?.refusal && <Refusal refusal={turn.answer.refusal} titles={titles} onShow={onPassage} />}
        {turn.answer?.coverage && <Coverage coverage={turn.answer.coverage} titles={titles} onShow={onPassage} />}
        {turn.state in texts.typing && <Typing state={turn.state as keyof typeof texts.typing} />}
        {turn.state === "stopped" && <Ended retry={() => onRetry(turn)}>{texts.stopped}</Ended>}
        {turn.state === "failed" && (
          <Ended retry={() => onRetry(turn)} alarming>
            {turn.error?.message} {turn.error?.action}
          </Ended>
        )}
      </div>
      {!extracts && <QuoteList quotes={quotes} />}
      {turn.answer && !turn.answer.remark && (
        <AnswerFoot key={turn.key} {...{ turn, titles, busy, onRetry, onKeep }} answer={turn.answer} />
      )}
    </article>
  );
}

function Typing({ state }: { state: keyof typeof texts.typing }) {
  return (
    <p role="status" className={`flex items-center gap-2 text-sm text-soft ${state === "streaming" ? "mt-2" : ""}`}>
      <span aria-hidden="true" className="flex gap-1">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            className="size-1.5 animate-pulse rounded-full bg-accent"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      </span>
      {texts.typing[state]}
    </p>
  );
}

function Ended({ retry, alarming = false, children }: { retry: () => void; alarming?: boolean; children: ReactNode }) {
  return (
    <div
      role={alarming ? "alert" : undefined}
      className={`mt-3 flex flex-wrap items-center gap-3 rounded-lg px-3 py-2 text-sm ${alarming ? "bg-danger-tint text-danger" : "bg-hover text-soft"}`}
    >
      <span className="min-w-40 flex-1">{children}</span>
      <Button icon="retry" onClick={retry}>
        {texts.askAgain}
      </Button>
    </div>
  );
}

function AnswerFoot({
  turn,
  answer,
  titles,
  busy,
  onRetry,
  onKeep,
}: Pick<TurnViewProps, "turn" | "titles" | "busy" | "onRetry" | "onKeep"> & { answer: AnswerV1 }) {
  const [open, setOpen] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const [copied, setCopied] = useState(false);
  const id = useId();
  async function copy() {
    await navigator.clipboard.writeText(asPlainText(turn.question, answer, titles));
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <footer className="mt-3 text-sm text-soft">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="mr-auto inline-flex items-center gap-1 rounded py-1 text-left hover:text-ink"
        >
          {modelName(answer)}
          <Icon name="chevron" className={`size-4 transition-transform ${open ? "rotate-180" : ""}`} />
        </button>
        <span role="status" className="sr-only">
          {copied ? texts.copied : ""}
        </span>
        {onKeep && answer.sections.length > 0 && (
          <Button
            look="plain"
            icon="note"
            aria-label={texts.keep}
            data-tip={texts.keep}
            disabled={keeping}
            onClick={() => {
              setKeeping(true);
              void onKeep(turn).finally(() => setKeeping(false));
            }}
          >
            {texts.keepShort}
          </Button>
        )}
        <Button
          look="plain"
          icon={copied ? "check" : "copy"}
          aria-label={texts.copy}
          data-tip={texts.copy}
          onClick={() => void copy()}
        >
          {texts.copyShort}
        </Button>
        <IconButton icon="retry" label={texts.askAgain} disabled={busy} onClick={() => onRetry(turn)} />
      </div>
      <dl
        id={id}
        hidden={!open}
        className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-lg bg-hover px-3 py-2.5 tabular-nums"
      >
        {detailsOf(turn.question, answer).map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </footer>
  );
}

function modelName(answer: AnswerV1): string {
  const { model } = answer.usage;
  return model === "extractive" ? texts.byRules : model ? texts.byModel(model) : texts.decided;
}
