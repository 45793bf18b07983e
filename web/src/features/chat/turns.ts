/** A conversation as the page shows it: turns in their branches, saved and asked here, and how an answer's events change one. */
import type { Answered, AnswerV1, DepthEstimate, MessageView, Step, TextSectionV1 } from "@/api/types";
import type { ChatEvent, Depth } from "@/api/chat";
import { ApiError } from "@/api/http";
import { chat as texts } from "@/texts/chat";

export type TurnState = "waiting" | "streaming" | "restarted" | "done" | "failed" | "stopped";

export interface Turn {
  /** The idempotency key of its question: repeated attempts are answered once. */
  key: string;
  /** The turn that it follows; null: it begins the conversation. */
  parent: string | null;
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

/** What was asked here since a conversation was opened; the rest of it is what the server has saved. */
export interface Asked {
  sessionId: string | null;
  turns: readonly Turn[];
  /** The turn that was last asked or chosen here; null: what the server has as shown. */
  last: string | null;
}

export type Action =
  /** Another conversation. */
  | { type: "opened" }
  | {
      type: "asked";
      sessionId: string | null;
      question: string;
      depth: Depth | null;
      key: string;
      parent: string | null;
    }
  /** Show the latest branch through a turn. */
  | { type: "chosen"; sessionId: string | null; key: string }
  | { type: "stopped"; sessionId: string | null; turn: Turn }
  | { type: "again"; key: string }
  | { type: "event"; key: string; event: ChatEvent }
  | { type: "failed"; key: string; error: ApiError };

/** The code of an answer that its asker stopped before any of it was checked (services/chat/turns.py). */
const STOPPED = "stopped";

export const NOTHING: Asked = { sessionId: null, turns: [], last: null };

export function reduce(state: Asked, action: Action): Asked {
  switch (action.type) {
    case "opened":
      return NOTHING;
    case "asked": {
      const { turns } = askedIn(state, action.sessionId);
      const turn = fresh(action.key, action.parent, action.question, action.depth);
      return { sessionId: action.sessionId, turns: [...turns, turn], last: action.key };
    }
    case "chosen":
      return { ...askedIn(state, action.sessionId), last: action.key };
    case "stopped": {
      const { turns, ...rest } = askedIn(state, action.sessionId);
      const others = turns.filter(({ key }) => key !== action.turn.key);
      return { ...rest, turns: [...others, { ...action.turn, state: "stopped" }] };
    }
    case "again":
      return changed(state, action.key, ({ key, parent, question, depth, n }) => ({
        ...fresh(key, parent, question, depth),
        n,
      }));
    case "event":
      return received(state, action.key, action.event);
    case "failed":
      return changed(state, action.key, (turn) => ({ ...turn, state: "failed", error: action.error }));
  }
}

/** Return what was asked here in this conversation. */
export function askedIn(asked: Asked, sessionId: string | null): Asked {
  return asked.sessionId === sessionId ? asked : { ...NOTHING, sessionId };
}

/** Tell whether an answer is still to come. */
export function isOpen({ state }: Turn): boolean {
  return state !== "done" && state !== "failed" && state !== "stopped";
}

/**
 * Return all turns of a conversation in the order in which they were asked: the saved ones, and those asked here.
 *
 * A turn that was asked here keeps its key, so that React keeps what it shows.
 *
 * @param streaming The key of the turn whose answer comes in here: what is saved of it is older.
 */
export function allTurns(saved: readonly Turn[], asked: readonly Turn[], streaming: string | null): Turn[] {
  const byNumber = new Map(saved.map((turn) => [turn.n, turn]));
  const keyOf = new Map(asked.flatMap(({ n, key }) => (n === null ? [] : [[savedKey(n), key]])));
  const elsewhere = saved
    .filter(({ key }) => !keyOf.has(key))
    .map((turn) => ({ ...turn, parent: keyOf.get(turn.parent) ?? turn.parent }));
  const turns: Turn[] = [];
  for (const here of asked) {
    while (here.n !== null && elsewhere[0] && elsewhere[0].n! < here.n) {
      turns.push(elsewhere.shift()!);
    }
    const there = byNumber.get(here.n);
    const { key, parent } = here;
    turns.push(there && key !== streaming && isLater(there, here) ? { ...there, key, parent } : here);
  }
  return [...turns, ...elsewhere];
}

/** Tell whether what is saved of a turn tells more than what is here. */
function isLater(there: Turn, here: Turn): boolean {
  return there.state === "done" ? here.state !== "done" : isOpen(here) && !isOpen(there);
}

/** Return the latest branch through a turn, in order. */
export function branchThrough(turns: readonly Turn[], key: string | null): Turn[] {
  const branch: Turn[] = [];
  for (let at = key && endThrough(turns, key); at !== null; at = branch[0]!.parent) {
    const turn = turns.find(({ key }) => key === at);
    if (!turn || branch.includes(turn)) {
      break;
    }
    branch.unshift(turn);
  }
  return branch;
}

/** Return the keys of the wordings of a question: all turns that follow the same one. */
export function versionsOf(turns: readonly Turn[], { parent }: Turn): string[] {
  return turns.filter((turn) => turn.parent === parent).map(({ key }) => key);
}

/** Return the last turn of the latest branch through a turn. */
function endThrough(turns: readonly Turn[], key: string): string {
  const through = [key];
  for (const turn of turns) {
    if (turn.parent !== null && through.includes(turn.parent)) {
      through.push(turn.key);
    }
  }
  return through.at(-1)!;
}

/** Return the answer that a question after a turn follows, as the API numbers it; -1: none. */
export function answerBefore(turns: readonly Turn[], parent: string | null): number {
  const turn = turns.find(({ key }) => key === parent);
  return turn ? (turn.n ?? answerBefore(turns, turn.parent)) : -1;
}

/** Return the turns of a saved conversation; messages alternate between question and answer. */
export function turnsOf(messages: readonly MessageView[]): Turn[] {
  const turns: Turn[] = [];
  for (let index = 0; index + 1 < messages.length; index += 2) {
    const [question, answer] = [messages[index]!, messages[index + 1]!];
    const parent = savedKey(question.parent ?? question.n - 1);
    const turn = { ...fresh(savedKey(answer.n)!, parent, question.text, answer.answer?.depth ?? null), n: answer.n };
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

/** Return the key of a turn that the page found saved, by its answer's number. */
export function savedKey(n: number): string | null {
  return n < 0 ? null : `saved-${n}`;
}

function fresh(key: string, parent: string | null, question: string, depth: Depth | null): Turn {
  const nothing = { estimate: null, steps: [], sections: [], tail: "", answer: null, error: null };
  return { key, parent, question, depth, state: "waiting", n: null, ...nothing };
}

function received(state: Asked, key: string, event: ChatEvent): Asked {
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
      return changed(state, key, (turn) => finished(turn, event.answered.message_n, answerOf(event.answered)));
  }
}

function finished(turn: Turn, n: number, answer: AnswerV1): Turn {
  const { sections, estimate, steps } = answer;
  return { ...turn, state: "done", n, answer, sections, estimate, steps, tail: "", error: null };
}

function changed(state: Asked, key: string, change: (turn: Turn) => Turn): Asked {
  return { ...state, turns: state.turns.map((turn) => (turn.key === key ? change(turn) : turn)) };
}

/** A finished section is a prefix of the streamed text; where a quote was set right in it, it is as long. */
function withoutStart(tail: string, text: string): string {
  if (tail.startsWith(text)) {
    return tail.slice(text.length);
  }
  const start = tail.trimStart();
  const settled = text.trim();
  return start.startsWith(settled) ? start.slice(settled.length).trimStart() : tail.slice(text.length);
}

function answerOf({ session_id: _session, message_n: _n, ...answer }: Answered): AnswerV1 {
  return answer;
}

function earlierFailure(code: string | null): ApiError {
  return new ApiError({
    status: 0,
    code: code ?? "failed",
    detail: code === "interrupted" ? texts.interrupted : texts.notAnswered,
    action: texts.askItAgain,
    retryable: true,
  });
}
