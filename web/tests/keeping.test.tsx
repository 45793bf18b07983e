import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { TurnView } from "@/features/chat/turn-view";
import type { Turn } from "@/features/chat/turns";
import { useKeeping } from "@/features/chat/use-keeping";
import { Toasts } from "@/ui/toast";
import { answer, section, show } from "./made";
import { problem, sampleOf, serve } from "./server";

const given = answer([section("It boils.")]);
const TURN = {
  key: "k",
  n: 3,
  question: "When does it boil?",
  state: "done",
  steps: [],
  tail: "",
  error: null,
  sections: given.sections,
  answer: given,
} as unknown as Turn;

function Kept() {
  return (
    <>
      <TurnView
        turn={TURN}
        titles={new Map()}
        shown={null}
        busy={false}
        onCitation={() => undefined}
        onPassage={() => undefined}
        onRetry={() => undefined}
        onAsk={() => undefined}
        onKeep={useKeeping("s1")}
        onEnough={() => undefined}
        versions={[]}
        onChoose={() => undefined}
        onEdit={() => undefined}
      />
      <Toasts />
    </>
  );
}

test("an answer is kept among the notes, and that can be undone", async () => {
  const calls = serve({
    "POST /notes": () => ({ ...(sampleOf("NoteView") as object), note_id: "n1" }),
    "DELETE /notes/{note_id}": () => new Response(null, { status: 204 }),
  });
  show(<Kept />);

  await userEvent.click(screen.getByRole("button", { name: "Keep in my notes" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));

  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /notes", "DELETE /notes/n1"]);
  expect(calls[0]!.body).toEqual({ session_id: "s1", message_n: 3, citation: null });
});

test("an answer that cannot be kept says why", async () => {
  serve({ "POST /notes": () => problem(409, "too_many_notes", "There are too many notes.") });
  show(<Kept />);

  await userEvent.click(screen.getByRole("button", { name: "Keep in my notes" }));

  expect(await screen.findByText(/Not kept. There are too many notes./)).toBeTruthy();
});
