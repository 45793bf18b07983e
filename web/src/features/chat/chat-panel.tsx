/** The conversation beside a paper. */
import { useEffect, useRef, type ReactNode } from "react";
import type { CheckedQuoteV1, CitationV1, PaperView } from "@/api/types";
import { Button, IconButton } from "@/ui/button";
import { ExportMenu } from "@/ui/export-menu";
import { Failed, Skeleton } from "@/ui/states";
import { chat as texts } from "@/texts/chat";
import { Composer } from "./composer";
import { conversationFiles } from "./exports";
import { followUps } from "./follow-ups";
import type { NearPassage } from "./nearest";
import { Opening, plain, Questions } from "./opening";
import { SessionsMenu } from "./sessions-menu";
import { SpentHere } from "./spent-here";
import { TurnView } from "./turn-view";
import { versionsOf, type Turn } from "./turns";
import type { Chat } from "./use-chat";
import { useKeeping } from "./use-keeping";

export interface ChatPanelProps {
  chat: Chat;
  papers: readonly PaperView[];
  /** Why nothing can be asked yet, or null. */
  waiting: string | null;
  /** What is shown first is there: more may be asked of the server. */
  ready: boolean;
  shown: string | null;
  onCitation: (turn: Turn, citation: CitationV1) => void;
  onPassage: (passage: NearPassage) => void;
  onSentence: (sentence: CheckedQuoteV1) => void;
  /** The figures of the only paper, in small. */
  figures?: ReactNode;
  /** Further buttons at the end of the header. */
  actions?: ReactNode;
}

export function ChatPanel({ actions, ...about }: ChatPanelProps) {
  const { chat, papers, waiting } = about;
  const titles = new Map(papers.map((paper) => [paper.id, paper.metadata.title ?? paper.filename]));
  return (
    <section aria-label={texts.conversation} className="flex h-full min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-0.5 border-b border-hover pr-2 pl-5">
        <h2 className="mr-auto truncate text-sm font-semibold">{texts.askPapers(papers.length)}</h2>
        {(chat.turns.length > 0 || chat.openError) && (
          <IconButton icon="plus" label={texts.fresh} onClick={() => chat.open(null)} />
        )}
        <SessionsMenu
          paperId={papers.length === 1 ? papers[0]!.id : null}
          current={chat.sessionId}
          onOpen={chat.open}
          onDeleted={(id) => id === chat.sessionId && chat.open(null)}
        />
        <ConversationExport chat={chat} />
        {actions}
      </header>
      <Turns
        {...{ chat, titles }}
        shown={about.shown}
        onCitation={about.onCitation}
        onPassage={about.onPassage}
        opening={
          <Opening
            {...{ papers, waiting }}
            ready={about.ready}
            figures={about.figures}
            onSentence={about.onSentence}
            onAsk={chat.send}
          />
        }
      />
      <SpentHere turns={chat.every} paperId={papers.length === 1 ? papers[0]!.id : null} />
      <Composer
        about={papers.map(({ id }) => id).join()}
        busy={chat.busy}
        waiting={waiting ?? waitingFor(chat)}
        hint={!chat.turns.length && waiting === null}
        onSend={chat.send}
        onStop={chat.stop}
      />
    </section>
  );
}

/** Prints and exports a conversation once something was asked. */
export function ConversationExport({ chat: { sessionId, turns } }: { chat: Chat }) {
  return sessionId === null || !turns.length ? null : (
    <ExportMenu small groups={[{ heading: "", files: conversationFiles(sessionId) }]} />
  );
}

/** Return why the conversation cannot take a question yet, or null. */
export function waitingFor({ opening, openError }: Chat): string | null {
  return openError ? texts.startFresh : opening ? texts.loading : null;
}

interface TurnsProps extends Pick<ChatPanelProps, "chat" | "shown" | "onCitation" | "onPassage"> {
  /** Of the papers that are asked. */
  titles: ReadonlyMap<string, string>;
  /** What stands there before the first question. */
  opening: ReactNode;
  className?: string;
}

/** The turns of a conversation, or why they cannot be shown. */
export function Turns({ chat, titles, shown, onCitation, onPassage, opening, className = "" }: TurnsProps) {
  const log = useRef<HTMLDivElement>(null);
  const keep = useKeeping(chat.sessionId);
  useFollowing(log, chat.turns);
  useEffect(() => {
    // The citation may stand among folded passages.
    const chip = shown && log.current?.querySelector("[aria-pressed=true]");
    if (chip) {
      chip.closest("details")?.setAttribute("open", "");
      chip.scrollIntoView({ block: "nearest" });
    }
  }, [shown]);
  // With several papers, nobody knows whose table is meant.
  const further = titles.size === 1 && !chat.busy ? followUps(chat.turns) : [];
  const withoutModel = chat.turns.find(({ answer }) => answer?.kind === "extracts" && answer.degraded === null);
  if (chat.openError) {
    return (
      <div className="min-h-0 flex-1">
        <Failed title={texts.notOpened} error={chat.openError} retry={chat.reload} />
        <p className="text-center">
          <Button icon="plus" onClick={() => chat.open(null)}>
            {texts.fresh}
          </Button>
        </p>
      </div>
    );
  }
  if (chat.opening) {
    return (
      <div className="min-h-0 flex-1 p-5">
        <Skeleton lines={7} label={texts.loading} />
      </div>
    );
  }
  return (
    <div
      ref={log}
      role="log"
      aria-label={texts.log}
      tabIndex={0}
      className={`relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2 ${className}`}
    >
      {chat.turns.length === 0 ? (
        opening
      ) : (
        <>
          {chat.turns.map((turn) => (
            <TurnView
              key={turn.parent ?? "first"}
              {...{ turn, titles, shown, onCitation, onPassage }}
              busy={chat.busy}
              versions={versionsOf(chat.every, turn)}
              onChoose={chat.choose}
              onEdit={(question) => chat.edit(turn, question)}
              onRetry={chat.retry}
              onAsk={chat.send}
              invites={turn === withoutModel}
              onKeep={keep}
              onEnough={chat.enough}
            />
          ))}
          {further.length > 0 && (
            <div className="px-5 py-4">
              <Questions questions={further.map(plain)} onAsk={chat.send} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

/**
 * Scroll with a growing answer until its question is at the top, since the best passage comes first. Nothing moves once the reader has
 * scrolled away or chosen another branch.
 */
function useFollowing(log: React.RefObject<HTMLDivElement | null>, turns: readonly Turn[]): void {
  const following = useRef(true);
  const last = useRef<string | null>(null);
  useEffect(() => {
    const element = log.current;
    if (!element) {
      return;
    }
    const look = () => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < 80;
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  });
  useEffect(() => {
    const end = turns.at(-1) ?? null;
    if ((end?.key ?? null) !== last.current) {
      following.current = last.current === null || end?.state === "waiting";
      last.current = end?.key ?? null;
    }
    if (following.current && log.current) {
      const turn = log.current.querySelector<HTMLElement>(":scope > article:last-of-type");
      log.current.scrollTop = turn?.offsetTop ?? 0;
    }
  }, [log, turns]);
}
