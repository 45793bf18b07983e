import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { ask, cancelAnswer, changeSession, getSession, stopLooking, type Depth } from "@/api/chat";
import { ApiError, isAbort } from "@/api/http";
import type { Begun, MessageView } from "@/api/types";
import { chat as texts } from "@/texts/chat";
import {
  answerBefore,
  branchOf,
  earlierFailure,
  EMPTY,
  reduce,
  savedKey,
  STOPPED,
  turnsOf,
  type Conversation,
  type Turn,
} from "./turns";

export interface Chat extends Pick<Conversation, "sessionId"> {
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
  open: (sessionId: string | null) => void;
}

interface Wish {
  question: string;
  depth: Depth | null;
  key: string;
  parent: number;
  sessionId: string | null;
}

// After a lost connection, the server takes seconds to notice, and meanwhile responds "being answered". A guess: after
// this time, the question is asked again.
const LOOKS = 4;
const LOOK_MS = 1_200;
// An answer goes on in the server for a quarter of an hour at most (services/chat/turns.py, PENDING).
const LOOKS_AT_OTHERS = 750;

// Tabs tell each other which conversation was gone on with.
const CHANNEL = "scholarai:conversation";

function tellOtherTabs(sessionId: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(sessionId);
  channel.close();
}

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

  /** Stop an answer and show what of it was checked. Where that fails, the server finishes it, and it is there later. */
  const end = useCallback((key: string, n: number, sessionId: string) => {
    running.current?.abort();
    setBusy(false);
    void cancelAnswer(sessionId)
      .then(() => settled(sessionId, n, LOOKS))
      .then((message) => message?.answer && dispatch({ type: "answered", key, n, sessionId, answer: message.answer }))
      .catch(() => undefined);
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
        dispatch({ type: "answered", key, n: message.n, sessionId, answer: message.answer });
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
      dispatch({ type: "opened", sessionId, turns: [], last: null });
      setOpening(sessionId !== null);
      if (sessionId === null) {
        return;
      }
      getSession(sessionId, wish.signal).then(
        ({ messages, head }) => {
          const turns = turnsOf(messages);
          const last = turns.find(({ key }) => key === savedKey(head)) ?? turns.at(-1);
          dispatch({ type: "opened", sessionId, turns, last: last?.key ?? null });
          setOpening(false);
          const pending = turns.findLast(({ state }) => state === "waiting");
          if (pending) {
            void follow(pending.key, pending.n!, sessionId, wish);
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
    async ({ question, depth, key, parent, sessionId }: Wish) => {
      running.current?.abort();
      const wish = (running.current = new AbortController());
      let begun: Begun | null = null;
      setBusy(true);
      try {
        const asked = { paperIds: papers.split(",").filter(Boolean), question, sessionId, parent, depth, key };
        for await (const event of ask(asked, wish.signal)) {
          if (event.type === "begun") {
            begun = event.begun;
            tellOtherTabs(begun.session_id);
          }
          if (begun && unwanted.current === key) {
            end(key, begun.message_n, begun.session_id);
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
      end(turn.key, turn.n, conversation.sessionId);
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

  const { sessionId, turns } = conversation;
  useEffect(() => {
    if (sessionId === null || busy || opening) {
      return;
    }
    const wish = new AbortController();
    const look = () =>
      getSession(sessionId, wish.signal).then(
        ({ messages }) => {
          const saved = turnsOf(messages);
          dispatch({ type: "refreshed", sessionId, turns: saved });
          const pending = saved.findLast(({ n, state }) => state === "waiting" && !turns.some((turn) => turn.n === n));
          if (pending && !wish.signal.aborted) {
            running.current = new AbortController();
            void follow(pending.key, pending.n!, sessionId, running.current);
          }
        },
        // What is shown stays; the next look may reach the server.
        () => undefined,
      );
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }) => data === sessionId && void look());
    const returned = () => void look();
    addEventListener("focus", returned);
    return () => {
      wish.abort();
      channel.close();
      removeEventListener("focus", returned);
    };
  }, [sessionId, turns, busy, opening, follow]);
  const branch = useMemo(() => branchOf(conversation), [conversation]);

  function put(question: string, depth: Depth | null, parent: string | null) {
    const key = crypto.randomUUID();
    dispatch({ type: "asked", question, depth, key, parent });
    void run({ question, depth, key, parent: answerBefore(turns, parent), sessionId });
  }

  return {
    sessionId,
    turns: branch,
    every: turns,
    busy,
    opening,
    openError,
    open,
    stop,
    // Where it fails, the answer comes in its own time.
    enough: () => void (sessionId && stopLooking(sessionId).catch(() => undefined)),
    send: (question, depth = null) => put(question, depth, branch.at(-1)?.key ?? null),
    edit: (turn, question) => put(question, turn.depth, turn.parent),
    choose: (key) => {
      dispatch({ type: "chosen", key });
      const n = turns.find((turn) => turn.key === key)?.n;
      if (sessionId && typeof n === "number") {
        // Where it fails, the choice is of this visit alone.
        void changeSession(sessionId, { shown: n }).catch(() => undefined);
      }
    },
    retry: (turn) => {
      void (async () => {
        const found = await savedMeanwhile(turn, sessionId);
        const { key, parent, question, depth } = turn;
        if (typeof found === "object") {
          dispatch({ type: "answered", key, ...found });
        } else if (found === "failed") {
          dispatch({ type: "again", key });
          await run({ question, depth, key, parent: answerBefore(turns, parent), sessionId });
        } else {
          put(question, depth, parent);
        }
      })();
    },
  };
}

/**
 * Return what became of a turn that is to be asked again: its answer if one was saved meanwhile.
 *
 * A failed one keeps its key and so its place; one that is answered or not finished is asked beside.
 */
async function savedMeanwhile(turn: Turn, sessionId: string | null) {
  if (turn.state === "done" || turn.key.startsWith("saved-")) {
    return "there";
  }
  if (turn.n === null || !sessionId) {
    return "failed";
  }
  const message = await settled(sessionId, turn.n, LOOKS);
  if (message?.answer) {
    return { n: message.n, sessionId, answer: message.answer };
  }
  return !message || message.state === "failed" ? "failed" : "there";
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
    detail: texts.notReadable,
    action: texts.reload,
    retryable: true,
  });
}
