/** A highlight that was just made can be taken back, by its notice or by Ctrl+Z. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { NewNoteBody, NoteView } from "@/api/types";
import { useNotes } from "@/features/reader/use-notes";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { show } from "./made";
import { problem, sampleOf, serve, type Call, type Handler } from "./server";

const words: NewNoteBody["marked"] = { exact: "a kettle", prefix: "", suffix: "", start: null, end: null, regions: [] };
const made: NoteView = { ...sampleOf<NoteView>("NoteView"), note_id: "n1", kind: "highlight", text: "", version: 1 };

let notes: ReturnType<typeof useNotes>;
let calls: Call[];

function Reader() {
  notes = useNotes("p1");
  return (
    <>
      <ul aria-label="Notes">
        {notes.notes.map((note) => (
          <li key={note.note_id}>{note.text || "highlight"}</li>
        ))}
      </ul>
      <Toasts />
    </>
  );
}

function begin(handlers: Record<string, Handler> = {}) {
  const stored: NoteView[] = [];
  calls = serve({
    "GET /papers/{paper_id}/notes": () => ({ notes: stored, next_cursor: null }),
    "POST /papers/{paper_id}/notes": ({ body }) => {
      const { kind } = body as { kind: NoteView["kind"] };
      stored.unshift({ ...made, kind, note_id: `n${stored.length + 1}` });
      return stored[0];
    },
    ...handlers,
  });
  show(<Reader />);
}

const deletions = () => calls.filter(({ method, path }) => method === "DELETE" && path === "/notes/n1");

async function highlight(handlers: Record<string, Handler> = {}) {
  begin(handlers);
  await waitFor(() => expect(notes.loading).toBe(false));
  await act(() => notes.add({ kind: "highlight", colour: "yellow", marked: words }));
  await screen.findByText("highlight");
}

afterEach(() => act(settleAll));

test("a new highlight is announced, and Ctrl+Z removes it from the page and from the server", async () => {
  await highlight();
  expect(screen.getByRole("status").textContent).toContain("Highlighted");

  await userEvent.keyboard("{Control>}z{/Control}");

  await waitFor(() => expect(deletions()).toHaveLength(1));
  expect(screen.queryAllByRole("listitem")).toHaveLength(0);
  expect(screen.queryByText("Highlighted")).toBeNull();
});

test("it stays where its notice is put away, and a note is not announced", async () => {
  await highlight();

  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.getByText("highlight")).toBeTruthy();
  expect(deletions()).toHaveLength(0);

  await act(() => notes.add({ kind: "note", marked: words }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("words that were written on it since come back by a second undo", async () => {
  await highlight();
  act(() => notes.replace({ ...made, text: "my thought", version: 2 }));

  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(screen.queryByText("my thought")).toBeNull();
  expect(deletions()).toHaveLength(0);

  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("my thought")).toBeTruthy();
  expect(deletions()).toHaveLength(0);
});

test("it is shown again, with a reason, where the server keeps it", async () => {
  await highlight({ "DELETE /notes/{note_id}": () => problem(503, "busy", "The store is busy.") });

  await userEvent.click(screen.getByRole("button", { name: "Undo" }));

  expect((await screen.findByRole("alert")).textContent).toContain("The store is busy.");
  expect(await screen.findByText("highlight")).toBeTruthy();
});
