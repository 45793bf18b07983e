/** A paper beside the conversation about it; the address always holds what is shown. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { ApiError } from "@/api/http";
import type { CitationV1, PaperView } from "@/api/types";
import { ChatPanel } from "@/features/chat/chat-panel";
import type { Turn } from "@/features/chat/turns";
import { useChat, type Chat } from "@/features/chat/use-chat";
import { ExtractionLine } from "@/features/library/extraction-line";
import { isUnderWay, useExtraction } from "@/features/library/use-papers";
import { addToDraft } from "@/lib/drafting";
import { keep, kept, useKept } from "@/lib/kept";
import { setQuery } from "@/lib/location";
import { forgetOpened, rememberOpened } from "@/lib/recent";
import { addressedTarget, citationTarget, drawingTarget, placeTarget, takeAim, type Target } from "@/lib/target";
import { shell as texts } from "@/texts/shell";
import { told } from "@/texts/problems";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Split } from "@/ui/split";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { CitationSteps, citationsOf, isOf, targetOf, targetsIn, useCitationOfAddress } from "./citations-read";
import { useKey } from "./keys";
import { usePapersAsked } from "./papers-asked";
import { BesideMenu } from "./beside-menu";
import { reader, shownOf } from "./parts";
import { Sheet, type Height } from "./sheet";
import { useFirstPage } from "./use-first-page";
import { useWide } from "@/lib/use-wide";
import { TabTitle } from "@/ui/tab-title";

const Reader = shownOf(reader, (from) => from.default);
const FigureStrip = lazy(() => import("@/features/reader/figure-strip"));

export default function Workspace({ paperId }: { paperId: string }) {
  const { data, error, refetch } = usePapersAsked([paperId]);
  const paper = data?.[0];
  const gone = error instanceof ApiError && error.status === 404 && !paper;
  useEffect(() => {
    if (gone) {
      forgetOpened([paperId]);
    }
  }, [gone, paperId]);
  if (error && !paper) {
    return (
      <main className="h-full">
        <Failed {...{ error, gone }} title={gone ? texts.paperGone : texts.paperFailed} retry={() => void refetch()}>
          <Link href="/" className="text-sm text-accent underline">
            {texts.toPapers}
          </Link>
        </Failed>
      </main>
    );
  }
  if (!paper) {
    return (
      <main className="mx-auto h-full max-w-2xl p-10">
        <Skeleton lines={9} label={texts.loadingPaper} />
      </main>
    );
  }
  return <Desk paper={paper} />;
}

function Desk({ paper }: { paper: PaperView }) {
  const [address] = useState(() => new URLSearchParams(location.search));
  const ids = useMemo(() => [paper.id], [paper.id]);
  const [sessionId, setSession] = useState(() => address.get("session") ?? sessionOf(paper));
  const chat = useChat(ids, sessionId, setSession);
  if (chat.openError instanceof ApiError && chat.openError.status === 404 && address.get("session") === null) {
    // The remembered conversation was deleted elsewhere.
    setSession(null);
  }
  const [target, setTarget] = useState<Target | null>(() => takeAim(ids) ?? addressedTarget(paper.id, address));
  const [shown, setShown] = useState<string | null>(address.get("cite"));
  const [beside, setBeside] = useState(address.get("beside"));
  // Who opens a conversation from a list means the conversation.
  const [sheet, setSheet] = useState<Height>(address.get("session") ? "half" : "none");
  const wide = useWide();
  const [folded, setFolded] = useKept("conversation-folded", (before) => before === true);
  const cited = useMemo(() => citationsOf(chat.turns, shown), [chat.turns, shown]);
  const at = cited.findIndex(({ address }) => address === shown);
  const stepTo = (index: number) => {
    const next = cited.at(index % cited.length);
    if (next) {
      onCitation(next.turn, next.citation);
    }
  };
  useKey("n", () => stepTo(at + 1));
  useKey("p", () => stepTo(at < 0 ? -1 : at - 1));
  useKey("]", () => (wide ? setFolded(!folded) : setSheet(sheet === "none" ? "half" : "none")));
  const openChat = () => {
    setFolded(false);
    setSheet((now) => (now === "none" ? "half" : now));
  };

  const show = useCallback((to: Target, cite: string | null) => {
    setTarget(to);
    setShown(cite);
    setSheet((now) => (now === "full" ? "half" : now));
    setQuery({ cite });
  }, []);
  const showPlace = (place: Target | null) => place && show(place, null);
  const onCitation = useCallback(
    (turn: Turn, citation: CitationV1) => show(citationTarget(citation), `${turn.n}.${citation.number}`),
    [show],
  );
  const name = paper.metadata.title ?? paper.filename;
  useEffect(() => {
    rememberOpened({ id: paper.id, title: name });
  }, [paper.id, name]);
  useRememberedSession(paper, chat);
  useCitationOfAddress(address.get("cite"), chat.every, onCitation);

  const [besidePaper = null] = usePapersAsked(beside && beside !== paper.id && wide ? [beside] : []).data ?? [];
  function openBeside(id: string | null) {
    setBeside(id);
    setQuery({ beside: id });
  }
  const waiting = waitingFor(paper);
  const ready = useFirstPage(paper);
  const panel = (
    <ChatPanel
      {...{ chat, waiting, ready, shown, onCitation }}
      papers={[paper]}
      onPassage={(passage) => void targetOf(passage).then((to) => show(to, null))}
      onSentence={(sentence) => showPlace(placeTarget(paper.id, texts.sentence, sentence))}
      figures={
        <Suspense fallback={null}>
          <FigureStrip paperId={paper.id} onShow={(place, label) => showPlace(drawingTarget(paper.id, label, place))} />
        </Suspense>
      }
      actions={!wide && <IconButton icon="close" label={texts.closeConversation} onClick={() => setSheet("none")} />}
    />
  );
  const reader =
    paper.status === "record" ? (
      <RecordOnly paper={paper} name={name} />
    ) : (
      <div className="flex h-full flex-col">
        <ReadingNotice paper={paper} />
        <div className="relative min-h-0 flex-1">
          {at >= 0 && cited.length > 1 && <CitationSteps index={at} count={cited.length} onStep={stepTo} />}
          <Suspense fallback={<div className="h-full bg-ground" />}>
            <Reader
              key={paper.id}
              paper={paper}
              target={target}
              citations={targetsIn(cited, paper.id)}
              onCitation={(index) => stepTo(cited.indexOf(cited.filter(isOf(paper.id))[index]!))}
              startPage={Number(address.get("page")) || pageOf(paper.id)}
              chatOpen={!folded}
              narrow={besidePaper !== null}
              onAsk={(words) => {
                openChat();
                addToDraft(paper.id, `“${words}”\n\n`);
              }}
              onExplain={
                waiting === null && !chat.opening && !chat.busy
                  ? (words) => {
                      openChat();
                      chat.send(questionWhatItMeans(words));
                    }
                  : undefined
              }
              onPage={(page) => {
                setPageInAddress(page);
                keep(`page:${paper.id}`, page);
              }}
              actions={
                wide ? (
                  <>
                    <BesideMenu current={paper.id} beside={besidePaper?.id ?? null} onChoose={openBeside} />
                    <IconButton
                      icon="chat"
                      label={folded ? texts.openConversation : texts.closeConversation}
                      keys="]"
                      aria-expanded={!folded}
                      onClick={() => setFolded(!folded)}
                    />
                  </>
                ) : (
                  <IconButton
                    icon="chat"
                    label={texts.openConversation}
                    aria-expanded={sheet !== "none"}
                    onClick={() => setSheet(sheet === "none" ? "half" : "none")}
                  />
                )
              }
            />
          </Suspense>
        </div>
        <p role="status" className="sr-only">
          {target ? texts.shown(target.label) : ""}
        </p>
      </div>
    );
  const other = besidePaper && (
    <Suspense fallback={<div className="h-full bg-ground" />}>
      <Reader
        key={besidePaper.id}
        paper={besidePaper}
        target={target}
        citations={targetsIn(cited, besidePaper.id)}
        onCitation={(index) => stepTo(cited.indexOf(cited.filter(isOf(besidePaper.id))[index]!))}
        startPage={pageOf(besidePaper.id)}
        chatOpen={!folded}
        narrow
        onPage={(page) => keep(`page:${besidePaper.id}`, page)}
        actions={<IconButton icon="close" label={texts.closeBeside} onClick={() => openBeside(null)} />}
      />
    </Suspense>
  );
  return (
    <main className="h-full">
      <TabTitle>{name}</TabTitle>
      <h1 className="sr-only">{name}</h1>
      {wide ? (
        <Split
          first={<Split name=":beside" usual={50} first={reader} second={other} label={texts.besideWidth} />}
          second={!folded && panel}
          label={texts.conversationWidth}
        />
      ) : (
        <Sheet height={sheet} onHeight={setSheet} over={reader} panel={panel} />
      )}
    </main>
  );
}

// As long as a title may be; a file of references may hold anything. A guess.
const TITLE = 400;

// Longer selections are cut: a question has 8,000 characters at most, and a passage explains itself.
const EXPLAINED = 600;

function questionWhatItMeans(words: string): string {
  // The server knows this question by its English words.
  const line = words.replace(/\s+/g, " ").trim();
  return `Explain: “${line.length > EXPLAINED ? `${line.slice(0, EXPLAINED)}…` : line}”`;
}

function ReadingNotice({ paper }: { paper: PaperView }) {
  const extraction = useExtraction(paper);
  if (isUnderWay(paper)) {
    return (
      <div className="border-b border-line bg-surface px-4 pb-2">
        <ExtractionLine extraction={extraction ?? paper} name={paper.metadata.title ?? paper.filename} />
      </div>
    );
  }
  if (paper.status === "failed") {
    const error = paper.error && told(paper.error);
    return (
      <p role="alert" className="border-b border-line bg-danger-tint px-4 py-2 text-sm text-danger">
        {texts.notRead} {error?.message} {error?.action}
      </p>
    );
  }
  return null;
}

/** What stands in place of the pages of a paper that has no file. */
function RecordOnly({ paper, name }: { paper: PaperView; name: string }) {
  const { authors, venue, year } = paper.metadata;
  const known = [authors.join(", "), venue, year].filter(Boolean).join(" · ");
  return (
    <div className="h-full overflow-y-auto bg-ground">
      <Empty icon="quote" title={name.length > TITLE ? `${name.slice(0, TITLE)}…` : name}>
        <p dir="auto">{known}</p>
        <p className="mt-4 text-pretty">{texts.recordOnly}</p>
        <Link href="/" className="mt-2 inline-block text-accent underline">
          {texts.toPapers}
        </Link>
      </Empty>
    </div>
  );
}

function waitingFor(paper: PaperView): string | null {
  if (paper.status === "failed") {
    return texts.waitsFailed;
  }
  if (paper.status === "record") {
    return texts.waitsRecord;
  }
  return isUnderWay(paper) ? texts.waitsReading : null;
}

let writing = 0;

/** Without a delay, scrolling would change the address many times a second, which browsers refuse. */
function setPageInAddress(pageNumber: number): void {
  clearTimeout(writing);
  const { pathname } = location;
  writing = window.setTimeout(() => {
    if (location.pathname === pathname) {
      setQuery({ page: String(pageNumber) });
    }
  }, 300);
}

/** Return the page at which a paper was left. */
function pageOf(paperId: string): number | null {
  const page = kept(`page:${paperId}`);
  return typeof page === "number" ? page : null;
}

function sessionNameOf(paper: PaperView): string {
  return `session:${paper.id}`;
}

/** Return the conversation in which a paper was left. */
function sessionOf(paper: PaperView): string | null {
  const session = kept(sessionNameOf(paper));
  return typeof session === "string" ? session : null;
}

/** Name the conversation in the address, and remember it once it is open. */
function useRememberedSession(paper: PaperView, { sessionId, opening, openError }: Chat): void {
  const name = sessionNameOf(paper);
  const open = !opening && !openError;
  useEffect(() => {
    setQuery(sessionId ? { session: sessionId } : { session: null, cite: null });
    if (open) {
      keep(name, sessionId);
    }
  }, [name, sessionId, open]);
}
