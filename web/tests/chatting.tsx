/** A panel of a conversation, and a server that answers in it. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { Answered } from "@/api/types";
import { ChatPanel } from "@/features/chat/chat-panel";
import type { NearPassage } from "@/features/chat/nearest";
import { useChat } from "@/features/chat/use-chat";
import { citation, paper, section } from "./made";
import { sampleOf, type Call } from "./server";

export const BEGUN = ["begun", { session_id: "s1", message_n: 1 }] as [string, unknown];

export function done(changes: Partial<Answered> = {}): [string, unknown] {
  const sections = [section("It boils.", { citations: [citation()] })];
  return [
    "done",
    { ...sampleOf<Answered>("Answered"), session_id: "s1", message_n: 1, sections, refusal: null, ...changes },
  ];
}

export function Panel({
  session = null,
  onPassage = () => undefined,
}: {
  session?: string | null;
  onPassage?: (passage: NearPassage) => void;
}) {
  const [sessionId, setSession] = useState(session);
  const chat = useChat(["p1"], sessionId, setSession);
  return (
    <ChatPanel
      {...{ chat, onPassage }}
      papers={[paper()]}
      waiting={null}
      ready
      shown={null}
      onCitation={() => undefined}
      onSentence={() => undefined}
    />
  );
}

export function asked(calls: readonly Call[]): Call[] {
  return calls.filter(({ method }) => method === "POST");
}

export async function ask(question = "Does it boil?") {
  await userEvent.type(screen.getByLabelText("Your question"), `${question}{Enter}`);
}
