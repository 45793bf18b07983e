import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { ask, cancelAnswer, getSession, stopLooking, type Depth } from "@/api/chat";
import { ApiError, isAbort } from "@/api/http";
import type { Begun, MessageView } from "@/api/types";
import { earlierFailure, EMPTY, reduce, STOPPED, turnsOf, type Conversation, type Turn } from "./turns";

export interface Chat extends Conversation {
  busy: boolean;
  /** A saved conversation is being fetched, or could not be. */
  opening: boolean;
  openError: Error | null;
  send: (question: string, depth?: Depth | null) => void;
  /** Ask a turn's question again. */
  retry: (turn: Turn) => void;
  stop: () => void;
  /** Have the answer written from what it has found. */
  enough: () => void;
  open: (sessionId: string | null) => void;
}

// After a lost connection, the server takes seconds to notice, and meanwhile responds "being answered". A guess: after
// this time, the question is asked again.
const LOOKS = 4;
const LOOK_MS = 1_200;
// An answer goes on in the server for a quarter of an hour at most (services/chat/turns.py, PENDING).
const LOOKS_AT_OTHERS = 750;

/** A conversation about some papers: its turns, and the question being answered. */
export function useChat(paperIds: readonly string[], startSession: string | null): Chat {
  const [conversation, dispatch] = useReducer(reduce, EMPTY);
  const [opening, setOpening] = useState(startSession !== null);
  const [openError, setOpenError] = useState<Error | null>(null);
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const papers = paperIds.join(",");
  /** The question that was stopped before the server said where it stands. */
  const unwanted = useRef<string | null>(null);

  /** Stop the answer in a conversation. Where that fails, the server finishes it, and it is there later. */
  const end = useCallback((sessionId: string) => {
    running.current?.abort();
    setBusy(false);
    void cancelAnswer(sessionId).catch(() => undefined);
  }, []);

  /** Wait for an answer that was asked for before this page came, or in another tab: the server goes on without us. */
  const follow = useCallback(
    async (key: string, n: number, sessionId: string, wish: AbortController, otherwise: ApiError | null = null) => {
      setBusy(true);
      const message = await settled(sessionId, n, LOOKS_AT_OTHERS, wish.signal);
      if (running.current !== wish || wish.signal.aborted) {
        return;
      }
      setBusy(false);
      if (message?.error_code === STOPPED) {
        dispatch({ type: "stopped", key });
      } else if (message?.answer) {
        dispatch({ type: "answered", key, n: message.n, answer: message.answer });
      } else {
        const error = otherwise ?? earlierFailure(message ? "interrupted" : null);
        dispatch({ type: "failed", key, error });
      }
    },
    [],
  );

  const open = useCallback(
    (sessionId: string | null) => {
      running.current?.abort();
      setBusy(false);
      const wish = (running.current = new AbortController());
      setOpenError(null);
      dispatch({ type: "opened", sessionId, turns: [] });
      setOpening(sessionId !== null);
      if (sessionId === null) {
        return;
      }
      getSession(sessionId, wish.signal).then(
        ({ messages }) => {
          const turns = turnsOf(messages);
          dispatch({ type: "opened", sessionId, turns });
          setOpening(false);
          const last = turns.at(-1);
          if (last?.state === "waiting") {
            void follow(last.key, last.n!, sessionId, wish);
          }
        },
        (error: unknown) => {
          if (!wish.signal.aborted) {
            setOpenError(asApiError(error));
            setOpening(false);
          }
        },
      );
    },
    [follow],
  );

  const run = useCallback(
    async (question: string, depth: Depth | null, key: string, sessionId: string | null) => {
      running.current?.abort();
      const wish = (running.current = new AbortController());
      let begun: Begun | null = null;
      setBusy(true);
      try {
        const asked = { paperIds: papers.split(","), question, sessionId, depth, key };
        for await (const event of ask(asked, wish.signal)) {
          begun = event.type === "begun" ? event.begun : begun;
          if (begun && unwanted.current === key) {
            end(begun.session_id);
          }
          dispatch({ type: "event", key, event });
        }
      } catch (caught) {
        const error = isAbort(caught) || wish.signal.aborted ? null : asApiError(caught);
        if (error?.code === "stream_cut" && begun) {
          await follow(key, begun.message_n, begun.session_id, wish, error);
        } else if (error) {
          dispatch({ type: "failed", key, error });
        }
      } finally {
        if (running.current === wish) {
          setBusy(false);
        }
      }
    },
    [papers, follow, end],
  );

  function stop() {
    const turn = conversation.turns.findLast(({ state }) => state !== "done" && state !== "failed");
    if (!turn || !busy) {
      return;
    }
    dispatch({ type: "stopped", key: turn.key });
    if (turn.n !== null && conversation.sessionId) {
      end(conversation.sessionId);
    } else {
      // The server has not said yet where the question stands.
      unwanted.current = turn.key;
    }
  }

  useEffect(() => {
    if (startSession) {
      open(startSession);
    }
    return () => running.current?.abort();
    // Only the session that the page was opened with; later ones are opened by hand.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { sessionId } = conversation;
  return {
    ...conversation,
    busy,
    opening,
    openError,
    open,
    stop,
    // Where it fails, the answer comes in its own time.
    enough: () => void (sessionId && stopLooking(sessionId).catch(() => undefined)),
    send: (question, depth = null) => {
      const key = crypto.randomUUID();
      dispatch({ type: "asked", question, depth, key });
      void run(question, depth, key, sessionId);
    },
    retry: (turn) => {
      void (async () => {
        const again = await keyFor(turn, sessionId);
        if (typeof again === "string") {
          dispatch({ type: "again", key: turn.key, newKey: again });
          await run(turn.question, turn.depth, again, sessionId);
        } else {
          dispatch({ type: "answered", key: turn.key, ...again });
        }
      })();
    },
  };
}

/**
 * Return the key to ask a turn with again, or its answer if one was saved meanwhile.
 *
 * A failed turn keeps its key, so that it keeps its position; one that is never finished gets a new key.
 */
async function keyFor(turn: Turn, sessionId: string | null) {
  if (turn.state === "done" || turn.n === null || !sessionId || turn.key.startsWith("saved-")) {
    return turn.state === "done" || turn.key.startsWith("saved-") ? crypto.randomUUID() : turn.key;
  }
  const message = await settled(sessionId, turn.n, LOOKS);
  if (message?.answer) {
    return { n: message.n, answer: message.answer };
  }
  return !message || message.state === "failed" ? turn.key : crypto.randomUUID();
}

/** Poll an answer until it is saved or has failed; after the last attempt, return it unfinished. */
async function settled(sessionId: string, n: number, looks: number, signal?: AbortSignal) {
  let message: MessageView | null = null;
  for (let look = 0; look < looks; look += 1) {
    message = await getSession(sessionId, signal).then(
      ({ messages }) => messages.find((one) => one.n === n) ?? null,
      () => null,
    );
    if (!message || message.answer || message.state === "failed") {
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return message;
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) {
    return error;
  }
  return new ApiError({
    status: 0,
    code: "page_fault",
    detail: "This page could not read the answer.",
    action: "Reload the page; the answer is saved.",
    retryable: true,
  });
}
