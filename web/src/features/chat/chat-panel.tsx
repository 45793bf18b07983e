/** The conversation beside a paper. */
import { useEffect, useRef, type ReactNode } from "react";
import type { CitationV1, PaperView, PassageV1 } from "@/api/types";
import { Button, IconButton } from "@/ui/button";
import { Failed, Skeleton } from "@/ui/states";
import { Composer } from "./composer";
import { SessionsMenu } from "./sessions-menu";
import { SpentHere } from "./spent-here";
import { suggestionsFor } from "./suggestions";
import { TurnView } from "./turn-view";
import type { Turn } from "./turns";
import type { Chat } from "./use-chat";

export interface ChatPanelProps {
  chat: Chat;
  papers: readonly PaperView[];
  /** Why nothing can be asked yet, or null. */
  waiting: string | null;
  shown: string | null;
  onCitation: (turn: Turn, citation: CitationV1) => void;
  onPassage: (passage: PassageV1) => void;
  /** Further buttons at the end of the header. */
  actions?: ReactNode;
}

export function ChatPanel({ chat, papers, waiting, shown, onCitation, onPassage, actions }: ChatPanelProps) {
  const titles = new Map(papers.map((paper) => [paper.id, paper.metadata.title ?? paper.filename]));
  return (
    <section aria-label="Conversation" className="flex h-full min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-0.5 border-b border-line pr-2 pl-5">
        <h2 className="mr-auto truncate text-sm font-semibold">
          {papers.length > 1 ? `Ask ${papers.length} papers` : "Ask this paper"}
        </h2>
        <IconButton
          icon="plus"
          label="New conversation"
          disabled={!chat.turns.length && !chat.openError}
          onClick={() => chat.open(null)}
        />
        <SessionsMenu
          paperId={papers.length === 1 ? papers[0]!.id : null}
          current={chat.sessionId}
          onOpen={chat.open}
          onDeleted={(id) => id === chat.sessionId && chat.open(null)}
        />
        {actions}
      </header>
      <Turns {...{ chat, papers, titles, waiting, shown, onCitation, onPassage }} />
      <SpentHere turns={chat.turns} paperId={papers.length === 1 ? papers[0]!.id : null} />
      <Composer
        about={papers.map(({ id }) => id).join()}
        busy={chat.busy}
        waiting={waiting ?? waitingFor(chat)}
        onSend={chat.send}
        onStop={chat.stop}
      />
    </section>
  );
}

/** Return why the conversation cannot take a question yet, or null. */
function waitingFor({ opening, openError }: Chat): string | null {
  return openError ? "Start a new conversation" : opening ? "Loading the conversation" : null;
}

function Turns({
  chat,
  papers,
  titles,
  waiting,
  shown,
  onCitation,
  onPassage,
}: Omit<ChatPanelProps, "actions"> & { titles: ReadonlyMap<string, string> }) {
  const log = useRef<HTMLDivElement>(null);
  useFollowing(log, chat.turns);
  if (chat.openError) {
    return (
      <div className="min-h-0 flex-1">
        <Failed
          title="This conversation cannot be opened."
          error={chat.openError}
          retry={() => chat.open(chat.sessionId)}
        />
        <p className="text-center">
          <Button icon="plus" onClick={() => chat.open(null)}>
            New conversation
          </Button>
        </p>
      </div>
    );
  }
  if (chat.opening) {
    return (
      <div className="min-h-0 flex-1 p-5">
        <Skeleton lines={7} label="Loading the conversation" />
      </div>
    );
  }
  return (
    <div
      ref={log}
      role="log"
      aria-label="Questions and answers"
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      {chat.turns.length === 0 ? (
        <Suggestions questions={waiting === null ? suggestionsFor(papers) : []} waiting={waiting} onAsk={chat.send} />
      ) : (
        chat.turns.map((turn) => (
          <TurnView
            key={turn.key}
            {...{ turn, titles, shown, onCitation, onPassage }}
            busy={chat.busy}
            onRetry={chat.retry}
            onAsk={chat.send}
            onEnough={chat.enough}
          />
        ))
      )}
    </div>
  );
}

function Suggestions({
  questions,
  waiting,
  onAsk,
}: {
  questions: string[];
  waiting: string | null;
  onAsk: (question: string) => void;
}) {
  return (
    <div className="flex min-h-full flex-col justify-end gap-4 p-5">
      <p className="text-soft text-pretty">
        {waiting ??
          "Ask anything. Every answer quotes the paper, every quote is checked, and a click shows it on its page."}
      </p>
      <ul className="flex flex-col items-start gap-2" aria-label="Suggested questions">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => onAsk(question)}
              className="rounded-lg border border-line px-3 py-1.5 text-left text-sm hover:border-accent hover:bg-hover"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Keep the end visible while an answer grows, unless the reader has scrolled away from it. */
function useFollowing(log: React.RefObject<HTMLDivElement | null>, turns: readonly Turn[]): void {
  const following = useRef(true);
  const count = useRef(0);
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
    if (turns.length !== count.current) {
      count.current = turns.length;
      following.current = true;
    }
    if (following.current && log.current) {
      log.current.scrollTop = log.current.scrollHeight;
    }
  }, [log, turns]);
}
