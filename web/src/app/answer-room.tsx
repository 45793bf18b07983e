/** Questions to several papers and their answers; a passage opens its paper beside them. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { CitationV1, PaperView } from "@/api/types";
import { ConversationExport, Turns, waitingFor } from "@/features/chat/chat-panel";
import { Composer } from "@/features/chat/composer";
import { Opening } from "@/features/chat/opening";
import type { Turn } from "@/features/chat/turns";
import { useChat, type Chat } from "@/features/chat/use-chat";
import { takeQuestion } from "@/lib/first-question";
import { navigate, setQuery } from "@/lib/location";
import { citationTarget, type Target } from "@/lib/target";
import { chat as texts } from "@/texts/chat";
import { Link } from "@/ui/link";
import { TabTitle } from "@/ui/tab-title";
import { BesidePaper } from "./cited-paper";
import { targetOf, useCitationOfAddress } from "./citations-read";
import { usePapersAsked } from "./papers-asked";

const BEGINS = "/chat/new";
const NONE: readonly PaperView[] = [];

interface AnswerRoomProps {
  /** Null: the conversation begins here. */
  sessionId: string | null;
  /** To begin with; none: all of the library. */
  paperIds: readonly string[];
}

export function AnswerRoom({ sessionId, paperIds }: AnswerRoomProps) {
  const chat = useChat(paperIds, sessionId, nameInAddress);
  const [target, setTarget] = useState<Target | null>(null);
  const [cite] = useState(() => new URLSearchParams(location.search).get("cite"));
  const [shown, setShown] = useState(cite);
  // A conversation with the whole library has the papers of its first answer once that is there.
  const ids = paperIds.length ? paperIds : chat.paperIds;
  const { data: papers = NONE } = usePapersAsked(ids, ids.length > 0);
  const titles = useMemo(() => new Map(papers.map((paper) => [paper.id, titleOf(paper)])), [papers]);
  useFirstQuestion(chat.send, sessionId === null && !paperIds.length);
  const first = chat.turns[0]?.question;

  const onCitation = useCallback((turn: Turn, citation: CitationV1) => {
    const place = `${turn.n}.${citation.number}`;
    setTarget(citationTarget(citation));
    setShown(place);
    setQuery({ cite: place });
  }, []);
  useCitationOfAddress(cite, chat.every, onCitation);
  function close() {
    setTarget(null);
    setShown(null);
    setQuery({ cite: null });
  }
  const page = (
    <section aria-label={texts.conversation} className="flex h-full min-w-0 flex-col bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-hover pr-2 pl-5">
        <TabTitle>{first ?? texts.askPapers(paperIds.length)}</TabTitle>
        <h1 className="mr-auto truncate text-sm font-semibold">
          {papers.length ? texts.answersFrom(papers.length) : texts.askPapers(0)}
        </h1>
        <Link href="/" className="reach shrink-0 text-sm text-accent hover:underline print:hidden">
          {texts.askAnother}
        </Link>
        <ConversationExport chat={chat} />
      </header>
      <Turns
        {...{ chat, titles, shown, onCitation }}
        onPassage={(passage) => void targetOf(passage).then(setTarget)}
        opening={
          <Opening {...{ papers }} waiting={null} ready={false} figures={null} onSentence={nothing} onAsk={chat.send} />
        }
        className="[&>*]:mx-auto [&>*]:max-w-3xl"
      />
      <div className="mx-auto w-full max-w-3xl">
        <Composer
          about={chat.sessionId ?? paperIds.join()}
          busy={chat.busy}
          waiting={waitingFor(chat)}
          placeholder={chat.turns.length ? texts.askFurther : texts.askAQuestion}
          onSend={chat.send}
          onStop={chat.stop}
        />
      </div>
    </section>
  );
  return <BesidePaper {...{ page, target }} opener="[data-citation][aria-pressed=true]" onClose={close} />;
}

/** Ask what was typed in the library; an address that was reloaded before an answer came leads back there. */
function useFirstQuestion(send: Chat["send"], needed: boolean): void {
  useEffect(() => {
    // React runs effects twice while developing, and ends the first of them, which would take the question with it.
    const timer = setTimeout(() => {
      const first = takeQuestion();
      if (first) {
        send(first.question, first.depth);
      } else if (needed) {
        navigate("/", { replace: true });
      }
    });
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the room is entered
  }, []);
}

/** Name a conversation in the address, unless somebody has left the one that begins meanwhile. */
function nameInAddress(sessionId: string | null): void {
  if (sessionId === null || location.pathname === BEGINS) {
    navigate(sessionId === null ? BEGINS : `/chat/${sessionId}`, { replace: true });
  }
}

function titleOf(paper: PaperView): string {
  return paper.metadata.title ?? paper.filename;
}

function nothing(): void {
  // The sentences of a brief are those of a single paper.
}
