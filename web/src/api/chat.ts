/** Conversations: asking questions with streamed answers, and reading saved conversations. */
import { eventOf } from "./agreement";
import { CONSTANTS } from "./constants";
import { ApiError, authorization, getFile, getJson, isAbort, send, sendJson } from "./http";
import { fromProblem } from "./problem";
import { serverEvents } from "./sse";
import type {
  AnswerV1,
  Answered,
  Begun,
  DepthEstimate,
  SessionList,
  SessionMessages,
  SessionView,
  Step,
  TextSectionV1,
} from "./types";
import { calls as texts } from "@/texts/calls";

export type Depth = AnswerV1["depth"];

export const LONGEST_QUESTION = CONSTANTS.limits.questionCharacters;

export interface Ask {
  /** None: the whole library. */
  paperIds: string[];
  question: string;
  sessionId: string | null;
  /** The number of the answer that it follows, -1 for none. */
  parent: number;
  /** How far to look; null: as the server is set. */
  depth: Depth | null;
  /** The same for all attempts of one question, so that it is answered once. */
  key: string;
}

export type ChatEvent =
  | { type: "begun"; begun: Begun }
  /** What an answer that looks more than once takes at most, and what it has done. */
  | { type: "estimate"; estimate: DepthEstimate }
  | { type: "step"; step: Step }
  | { type: "delta"; text: string }
  | { type: "section"; section: TextSectionV1 }
  /** The answer starts again: earlier text is not part of it. */
  | { type: "restarted" }
  | { type: "done"; answered: Answered };

/** Ask a question and yield the events of its answer; ends after `done` or throws an ApiError. */
export async function* ask(question: Ask, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const response = await send(path(question), {
    method: "POST",
    headers: {
      Accept: "text/event-stream",
      "Content-Type": "application/json",
      "Idempotency-Key": question.key,
      ...(await authorization()),
    },
    body: JSON.stringify(body(question)),
    signal,
  });
  try {
    for await (const { event, data } of serverEvents(response.body!)) {
      const read = parse(event, data);
      if (read) {
        yield read;
      }
      if (read?.type === "done") {
        return;
      }
    }
  } catch (error) {
    throw error instanceof ApiError || isAbort(error) ? error : cut();
  }
  throw cut();
}

function cut(): ApiError {
  return new ApiError({
    status: 0,
    code: "stream_cut",
    detail: texts.streamCut,
    action: texts.askAgain,
    retryable: true,
  });
}

export function listSessions(paperId: string | null, signal?: AbortSignal): Promise<SessionList> {
  return getJson(`${paperId ? `/papers/${paperId}/chat` : "/chat"}?limit=50`, signal);
}

/** Return a page of all conversations, latest first. */
export function listAllSessions(cursor: string | null, signal?: AbortSignal): Promise<SessionList> {
  return getJson(`/chat?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`, signal);
}

export const CONVERSATION_FORMATS = CONSTANTS.conversationExports;
export type ConversationFormat = keyof typeof CONVERSATION_FORMATS;

export function exportSession(id: string, format: ConversationFormat): Promise<Blob> {
  return getFile(`/chat/${id}/export?format=${format}`);
}

export function getSession(id: string, signal?: AbortSignal): Promise<SessionMessages> {
  return getJson(`/chat/${id}`, signal);
}

/** Stop the answer that is being made; without this the server finishes and keeps it. */
export function cancelAnswer(sessionId: string): Promise<void> {
  return sendJson("POST", `/chat/${sessionId}/cancel`);
}

export function changeSession(
  id: string,
  changes: { title?: string; pinned?: boolean; shown?: number },
): Promise<SessionView> {
  return sendJson("PATCH", `/chat/${id}`, changes);
}

/** Have the answer that is being made written from what it has found. */
export function stopLooking(sessionId: string): Promise<void> {
  return sendJson("POST", `/chat/${sessionId}/stop`);
}

export function deleteSession(id: string): Promise<void> {
  return sendJson("DELETE", `/chat/${id}`);
}

function path({ paperIds }: Ask): string {
  return paperIds.length === 1 ? `/papers/${paperIds[0]}/chat` : "/chat";
}

function body({ paperIds, question, sessionId, parent, depth }: Ask): Record<string, unknown> {
  return {
    question,
    stream: true,
    ...(sessionId ? { session_id: sessionId, parent } : {}),
    ...(depth ? { depth } : {}),
    ...(paperIds.length > 1 && !sessionId ? { paper_ids: paperIds } : {}),
    ...(paperIds.length || sessionId ? {} : { library: true }),
  };
}

function parse(event: string, data: string): ChatEvent | null {
  switch (event) {
    case "begun":
      return { type: "begun", begun: eventOf("begun", data) };
    case "estimate":
      return { type: "estimate", estimate: eventOf("estimate", data) };
    case "step":
      return { type: "step", step: eventOf("step", data) };
    case "delta":
      return { type: "delta", text: eventOf("delta", data).text };
    case "section":
      return { type: "section", section: eventOf("section", data) };
    case "restarted":
      return { type: "restarted" };
    case "done":
      return { type: "done", answered: eventOf("done", data) };
    case "error":
      throw fromProblem(eventOf("error", data));
    default:
      return null;
  }
}
