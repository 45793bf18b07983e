/** A conversation as the page shows it: turns, and how each event of a stream changes the last one. */
import type { Answered, AnswerV1, MessageView, TextSectionV1 } from "@/api/types";
import type { ChatEvent } from "@/api/chat";
import { ApiError } from "@/api/http";

export type TurnState = "waiting" | "streaming" | "restarted" | "done" | "failed" | "stopped";

export interface Turn {
  /** The idempotency key of its question: repeated attempts are answered once. */
  key: string;
  question: string;
  state: TurnState;
  /** The answer's message number in the session, once it is known. */
  n: number | null;
  /** Finished sections of the answer, and the streaming text after them. */
  sections: TextSectionV1[];
  tail: string;
  answer: AnswerV1 | null;
  error: ApiError | null;
}

export interface Conversation {
  sessionId: string | null;
  turns: Turn[];
}

export type Action =
  | { type: "opened"; sessionId: string | null; turns: Turn[] }
  | { type: "asked"; question: string; key: string }
  | { type: "again"; key: string; newKey: string }
  | { type: "event"; key: string; event: ChatEvent }
  | { type: "answered"; key: string; n: number; answer: AnswerV1 }
  | { type: "failed"; key: string; error: ApiError }
  | { type: "stopped"; key: string };

export const EMPTY: Conversation = { sessionId: null, turns: [] };

export function reduce(state: Conversation, action: Action): Conversation {
  switch (action.type) {
    case "opened":
      return { sessionId: action.sessionId, turns: action.turns };
    case "asked":
      return { ...state, turns: [...state.turns, fresh(action.key, action.question)] };
    case "again":
      return changed(state, action.key, (turn) => fresh(action.newKey, turn.question));
    case "event":
      return received(state, action.key, action.event);
    case "answered":
      return changed(state, action.key, (turn) => finished(turn, action.n, action.answer));
    case "failed":
      return changed(state, action.key, (turn) => ({ ...turn, state: "failed", error: action.error }));
    case "stopped":
      return changed(state, action.key, (turn) => ({ ...turn, state: "stopped" }));
  }
}

/** Return the turns of a saved conversation; messages alternate between question and answer. */
export function turnsOf(messages: readonly MessageView[]): Turn[] {
  const turns: Turn[] = [];
  for (let index = 0; index + 1 < messages.length; index += 2) {
    const [question, answer] = [messages[index]!, messages[index + 1]!];
    const turn = { ...fresh(`saved-${answer.n}`, question.text), n: answer.n };
    if (answer.answer) {
      turns.push(finished(turn, answer.n, answer.answer));
    } else if (answer.state === "failed") {
      turns.push({ ...turn, state: "failed", error: earlierFailure(answer.error_code) });
    } else {
      turns.push(turn);
    }
  }
  return turns;
}

function fresh(key: string, question: string): Turn {
  return { key, question, state: "waiting", n: null, sections: [], tail: "", answer: null, error: null };
}

function received(state: Conversation, key: string, event: ChatEvent): Conversation {
  switch (event.type) {
    case "begun":
      return {
        ...changed(state, key, (turn) => ({ ...turn, n: event.begun.message_n })),
        sessionId: event.begun.session_id,
      };
    case "delta":
      return changed(state, key, (turn) => ({ ...turn, state: "streaming", tail: turn.tail + event.text }));
    case "section":
      return changed(state, key, (turn) => ({
        ...turn,
        state: "streaming",
        sections: [...turn.sections, event.section],
        tail: withoutStart(turn.tail, event.section.text),
      }));
    case "restarted":
      return changed(state, key, (turn) => ({ ...turn, state: "restarted", sections: [], tail: "" }));
    case "done":
      return {
        ...changed(state, key, (turn) => finished(turn, event.answered.message_n, answerOf(event.answered))),
        sessionId: event.answered.session_id,
      };
  }
}

function finished(turn: Turn, n: number, answer: AnswerV1): Turn {
  return { ...turn, state: "done", n, answer, sections: answer.sections, tail: "", error: null };
}

function changed(state: Conversation, key: string, change: (turn: Turn) => Turn): Conversation {
  return { ...state, turns: state.turns.map((turn) => (turn.key === key ? change(turn) : turn)) };
}

/** A finished section is a prefix of the streamed text, apart from surrounding spaces. */
function withoutStart(tail: string, text: string): string {
  const start = tail.trimStart();
  const settled = text.trim();
  return start.startsWith(settled) ? start.slice(settled.length).trimStart() : tail.slice(text.length);
}

function answerOf({ session_id: _session, message_n: _n, ...answer }: Answered): AnswerV1 {
  return answer;
}

export function earlierFailure(code: string | null): ApiError {
  return new ApiError({
    status: 0,
    code: code ?? "failed",
    detail: code === "interrupted" ? "This answer was interrupted." : "This question could not be answered.",
    action: "Ask it again.",
    retryable: true,
  });
}
