import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NotesRoom } from "@/features/notes/notes-room";
import { section, show } from "./made";
import { sampleOf, serve } from "./server";

const COUNT = 101;

test("on paper all notes stand, and kept answers as a whole", async () => {
  const kept = { ...(sampleOf("NoteView") as object), kind: "answer", paper_id: "p1", question: "When does it boil?" };
  const notes = Array.from({ length: COUNT }, (_, n) => ({
    ...kept,
    note_id: `n${n}`,
    ...(n % 100 ? { kind: "note", sections: [] } : { sections: [section(`It boils after ${n} minutes.`)] }),
  }));
  serve({ "GET /notes": () => ({ ...(sampleOf("NoteList") as object), notes, next_cursor: null }) });
  show(<NotesRoom renderEditor={() => null} />);
  const first = await screen.findByText("It boils after 0 minutes.");
  expect(first.closest("[inert]")).not.toBeNull();
  expect(screen.queryByText("It boils after 100 minutes.")).toBeNull();

  act(() => void dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("It boils after 100 minutes.").closest("[inert]")).toBeNull();

  act(() => void dispatchEvent(new Event("afterprint")));
  expect(screen.queryByText("It boils after 100 minutes.")).toBeNull();
});
