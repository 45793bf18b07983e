import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer, useRef, useState } from "react";
import { ask, cancelAnswer, changeSession, getSession, stopLooking, type Depth } from "@/api/chat";
import { ApiError } from "@/api/http";
import type { Begun } from "@/api/types";
import { chat as texts } from "@/texts/chat";
import { allTurns, answerBefore, askedIn, branchThrough, isOpen, NOTHING, reduce, turnsOf, type Turn } from "./turns";

export interface Chat {
  sessionId: string | null;
  /** The papers of the saved conversation. */
  paperIds: readonly string[];
  /** Of the branch that is shown. */
  turns: Turn[];
  /** Of all branches. */
  every: readonly Turn[];
  busy: boolean;
  /** A saved conversation is being fetched, or could not be. */
  opening: boolean;
  openError: Error | null;
  send: (question: string, depth?: Depth | null) => void;
  /** Ask a turn's question again. */
  retry: (turn: Turn) => void;
  /** Ask in a turn's place; the turn stays in a branch of its own. */
  edit: (turn: Turn, question: string) => void;
  /** Show the latest branch through a turn, by its key. */
  choose: (key: string) => void;
  stop: () => void;
  /** Have the answer written from what it has found. */
  enough: () => void;
  /** Open another conversation; null begins one. */
  open: (sessionId: string | null) => void;
  reload: () => void;
}

// While an answer is being written that does not come in here: it was asked for in another tab, or the connection was lost.
const LOOK_MS = 1_200;

// Tabs tell each other which conversation was gone on with.
const CHANNEL = "scholarai:conversation";

function tellOtherTabs(sessionId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(sessionId);
  channel.close();
}

/** A conversation as the server has saved it. */
function conversationAsked(sessionId: string) {
  return queryOptions({
    queryKey: ["conversation", sessionId],
    queryFn: ({ signal }) => getSession(sessionId, signal),
    staleTime: 0,
  });
}

function refresh(client: QueryClient, sessionId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: ["conversation", sessionId] });
}

/**
 * A conversation about some papers: what the server has saved of it, and what is being asked here.
 *
 * @param sessionId Null: it begins here.
 * @param onSession Called with the conversation's name once it has begun, and if another one is to be opened.
 */
export function useChat(
  paperIds: readonly string[],
  sessionId: string | null,
  onSession: (sessionId: string | null) => void,
): Chat {
  const client = useQueryClient();
  const [all, dispatch] = useReducer(reduce, NOTHING);
  const asked = askedIn(all, sessionId);
  /** The key of the turn whose answer comes in here. */
  const [streaming, setStreaming] = useState<string | null>(null);
  const stream = useRef<AbortController | null>(null);
  /** The question that was stopped before the server said where it stands. */
  const unwanted = useRef<string | null>(null);
  const streams = asked.turns.some(({ key }) => key === streaming);
  const saved = useQuery({
    ...conversationAsked(sessionId ?? ""),
    enabled: sessionId !== null && !streams,
    refetchInterval: ({ state }) => state.data?.messages.some((message) => message.state === "pending") && LOOK_MS,
  });
  const { messages, head = -1 } = saved.data ?? {};
  const turns = useMemo(
    () => allTurns(turnsOf(messages ?? []), asked.turns, streaming),
    [messages, asked.turns, streaming],
  );
  const end = asked.last ?? (turns.find(({ n }) => n === head) ?? turns.at(-1))?.key ?? null;
  const branch = useMemo(() => branchThrough(turns, end), [turns, end]);

  useEffect(() => () => stream.current?.abort(), []);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }) => void refresh(client, data as string));
    return () => channel.close();
  }, [client]);

  /** Have the server stop; what it had checked by then is shown once it is saved. */
  function cancel(session: string) {
    stream.current?.abort();
    void cancelAnswer(session)
      .catch(() => undefined)
      .then(() => refresh(client, session));
  }

  /** Return a turn as it is saved, or null. */
  async function look(session: string, number: number): Promise<Turn | null> {
    const found = await client.query({ ...conversationAsked(session), retry: false }).catch(() => null);
    return turnsOf(found?.messages ?? []).find(({ n }) => n === number) ?? null;
  }

  async function run({ key, parent, question, depth }: Pick<Turn, "key" | "parent" | "question" | "depth">) {
    stream.current?.abort();
    const { signal } = (stream.current = new AbortController());
    let begun: Begun | null = null;
    setStreaming(key);
    try {
      const wish = { paperIds: [...paperIds], question, sessionId, parent: answerBefore(turns, parent), depth, key };
      for await (const event of ask(wish, signal)) {
        dispatch({ type: "event", key, event });
        if (event.type === "begun") {
          begun = event.begun;
          tellOtherTabs(begun.session_id);
          if (sessionId === null) {
            onSession(begun.session_id);
          }
          if (unwanted.current === key) {
            cancel(begun.session_id);
          }
        }
      }
    } catch (caught) {
      const error = asApiError(caught);
      // The server goes on without the connection.
      const goesOn = error.code === "stream_cut" && begun && (await look(begun.session_id, begun.message_n));
      if (!goesOn && !signal.aborted) {
        dispatch({ type: "failed", key, error });
      }
    } finally {
      if (stream.current.signal === signal) {
        setStreaming(null);
      }
    }
  }

  function put(question: string, depth: Depth | null, parent: string | null) {
    const key = crypto.randomUUID();
    dispatch({ type: "asked", sessionId, question, depth, key, parent });
    void run({ question, depth, key, parent });
  }

  /** A failed turn keeps its key and so its place; one that is answered, or was asked earlier, is asked beside. */
  async function retry(turn: Turn) {
    if (turn.state === "done" || !asked.turns.some(({ key }) => key === turn.key)) {
      put(turn.question, turn.depth, turn.parent);
      return;
    }
    const there = turn.n !== null && sessionId ? await look(sessionId, turn.n) : null;
    if (there?.state !== "done") {
      dispatch({ type: "again", key: turn.key });
      if (!there || !isOpen(there)) {
        await run(turn);
      }
    }
  }

  return {
    sessionId,
    paperIds: saved.data?.session.paper_ids ?? [],
    turns: branch,
    every: turns,
    busy: streams || turns.some(isOpen),
    opening: sessionId !== null && saved.isPending && !asked.turns.length,
    openError: turns.length || saved.data ? null : saved.error,
    send: (question, depth = null) => put(question, depth, branch.at(-1)?.key ?? null),
    retry: (turn) => void retry(turn),
    edit: (turn, question) => put(question, turn.depth, turn.parent),
    choose: (key) => {
      dispatch({ type: "chosen", sessionId, key });
      const n = turns.find((turn) => turn.key === key)?.n;
      if (sessionId && typeof n === "number") {
        // Where it fails, the choice is of this visit alone.
        void changeSession(sessionId, { shown: n }).catch(() => undefined);
      }
    },
    stop: () => {
      const turn = turns.findLast(isOpen);
      if (turn) {
        dispatch({ type: "stopped", sessionId, turn });
        if (turn.n !== null && sessionId) {
          cancel(sessionId);
        } else {
          unwanted.current = turn.key;
        }
      }
    },
    // Where it fails, the answer comes in its own time.
    enough: () => void (sessionId && stopLooking(sessionId).catch(() => undefined)),
    open: (next) => {
      stream.current?.abort();
      setStreaming(null);
      dispatch({ type: "opened" });
      onSession(next);
    },
    reload: () => void saved.refetch(),
  };
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  return new ApiError({
    status: 0,
    code: "page_fault",
    detail: texts.notReadable,
    action: texts.reload,
    retryable: true,
  });
}
