/** A conversation as the page shows it: turns, and how each event of a stream changes the last one. */
import type { Answered, AnswerV1, DepthEstimate, MessageView, Step, TextSectionV1 } from "@/api/types";
import type { ChatEvent, Depth } from "@/api/chat";
import { ApiError } from "@/api/http";

export type TurnState = "waiting" | "streaming" | "restarted" | "done" | "failed" | "stopped";

export interface Turn {
  /** The idempotency key of its question: repeated attempts are answered once. */
  key: string;
  question: string;
  /** How far it is to look; null: as the server is set. */
  depth: Depth | null;
  state: TurnState;
  /** Of an answer that looks more than once. */
  estimate: DepthEstimate | null;
  steps: Step[];
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
  | { type: "asked"; question: string; depth: Depth | null; key: string }
  | { type: "again"; key: string; newKey: string }
  | { type: "event"; key: string; event: ChatEvent }
  | { type: "answered"; key: string; n: number; answer: AnswerV1 }
  | { type: "failed"; key: string; error: ApiError }
  | { type: "stopped"; key: string };

/** The code of an answer that its asker stopped (services/chat/turns.py). */
export const STOPPED = "stopped";

export const EMPTY: Conversation = { sessionId: null, turns: [] };

export function reduce(state: Conversation, action: Action): Conversation {
  switch (action.type) {
    case "opened":
      return { sessionId: action.sessionId, turns: action.turns };
    case "asked":
      return { ...state, turns: [...state.turns, fresh(action.key, action.question, action.depth)] };
    case "again":
      return changed(state, action.key, (turn) => fresh(action.newKey, turn.question, turn.depth));
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
    const turn = { ...fresh(`saved-${answer.n}`, question.text, answer.answer?.depth ?? null), n: answer.n };
    if (answer.answer) {
      turns.push(finished(turn, answer.n, answer.answer));
    } else if (answer.error_code === STOPPED) {
      turns.push({ ...turn, state: "stopped" });
    } else if (answer.state === "failed") {
      turns.push({ ...turn, state: "failed", error: earlierFailure(answer.error_code) });
    } else {
      turns.push(turn);
    }
  }
  return turns;
}

function fresh(key: string, question: string, depth: Depth | null): Turn {
  const nothing = { estimate: null, steps: [], sections: [], tail: "", answer: null, error: null };
  return { key, question, depth, state: "waiting", n: null, ...nothing };
}

function received(state: Conversation, key: string, event: ChatEvent): Conversation {
  if (event.type !== "begun" && state.turns.some((turn) => turn.key === key && turn.state === "stopped")) {
    return state;
  }
  switch (event.type) {
    case "begun":
      return {
        ...changed(state, key, (turn) => ({ ...turn, n: event.begun.message_n })),
        sessionId: event.begun.session_id,
      };
    case "estimate":
      return changed(state, key, (turn) => ({ ...turn, estimate: event.estimate }));
    case "step":
      return changed(state, key, (turn) => ({ ...turn, steps: [...turn.steps, event.step] }));
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
  const { sections, estimate, steps } = answer;
  return { ...turn, state: "done", n, answer, sections, estimate, steps, tail: "", error: null };
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
