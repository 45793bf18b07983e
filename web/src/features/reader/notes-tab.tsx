/** The list of one's highlights and notes about a paper, in the order of their places. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { NoteView } from "@/api/types";
import { Button, IconButton } from "@/ui/button";
import { MathText } from "@/ui/math";
import { Failed, Skeleton } from "@/ui/states";
import { say } from "@/ui/toasts";
import { common } from "@/texts/common";
import { reader as texts } from "@/texts/reader";
import { NoteEditor } from "./note-editor";
import type { Notes } from "@/lib/noting";
import { addOrSay, COLOURS } from "./use-notes";

export interface NotesTabProps {
  notes: Notes;
  /** The note to bring into sight and to write on. */
  chosen: string | null;
  onChoose: (noteId: string | null) => void;
  onShow: (note: NoteView) => void;
}

export function NotesTab({ notes, chosen, onChoose, onShow }: NotesTabProps) {
  const ordered = useMemo(() => [...notes.notes].sort(byPlace), [notes.notes]);
  async function write() {
    const note = await addOrSay(notes, { kind: "note" });
    onChoose(note?.note_id ?? null);
  }
  if (notes.error && !notes.notes.length) {
    return <Failed title={texts.notesFailed} error={notes.error} retry={notes.retry} />;
  }
  if (notes.loading) {
    return (
      <div className="p-4">
        <Skeleton lines={5} label={texts.tabs.notes} />
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {ordered.length === 0 && <p className="p-2 text-sm text-soft">{texts.howToNote}</p>}
        <ul aria-label={texts.yourNotes}>
          {ordered.map((note) => (
            <NoteItem
              key={note.note_id}
              note={note}
              notes={notes}
              open={note.note_id === chosen}
              onOpen={(open) => onChoose(open ? note.note_id : null)}
              onShow={onShow}
            />
          ))}
        </ul>
      </div>
      <div className="border-t border-line p-2">
        <Button look="plain" icon="plus" className="w-full" onClick={() => void write()}>
          {texts.notePaper}
        </Button>
      </div>
    </div>
  );
}

interface NoteItemProps {
  note: NoteView;
  notes: Notes;
  open: boolean;
  onOpen: (open: boolean) => void;
  onShow: (note: NoteView) => void;
}

function NoteItem({ note, notes, open, onOpen, onShow }: NoteItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) {
      item.current?.scrollIntoView({ block: "nearest" });
    }
  }, [open]);
  const words = note.target?.quote.exact ?? note.citation?.text;
  const page = (note.target ?? note.citation)?.pages[0]?.page_number;
  return (
    <li
      ref={item}
      data-note={note.note_id}
      data-colour={note.colour}
      className="group mb-1 rounded-lg border-l-4 border-[rgb(from_var(--note)_r_g_b)] bg-ground py-2 pr-2 pl-3 text-sm"
    >
      {note.question && (
        <p dir="auto" className="mb-0.5 font-medium">
          {note.question}
        </p>
      )}
      {note.sections.length > 0 && (
        <p dir="auto" className="line-clamp-5 text-soft">
          <MathText text={note.sections.map(({ text }) => text).join(" ")} />
        </p>
      )}
      {words && (
        <button
          type="button"
          dir="auto"
          aria-label={texts.goTo(words.slice(0, 120))}
          onClick={() => onShow(note)}
          className="line-clamp-4 w-full rounded text-left font-serif leading-snug hover:text-accent"
        >
          {words}
        </button>
      )}
      {note.target && note.target.state !== "found" && (
        <p className="mt-1 text-sm text-warn">
          {note.target.state === "changed" ? texts.wordsChanged : texts.wordsGone}
        </p>
      )}
      {open ? (
        <NoteEditor note={note} notes={notes} onClose={() => onOpen(false)} />
      ) : (
        note.text && (
          <button
            type="button"
            dir="auto"
            aria-label={texts.editWords(note.text.slice(0, 120))}
            onClick={() => onOpen(true)}
            className="mt-1 block w-full rounded text-left wrap-anywhere whitespace-pre-wrap hover:text-accent"
          >
            {note.text}
          </button>
        )
      )}
      <div className="mt-1 flex items-center gap-0.5 text-sm text-soft">
        <span className="mr-auto tabular-nums">{page ? texts.page(page) : ""}</span>
        <ColourChoice note={note} notes={notes} />
        {!open && (
          <IconButton
            icon="edit"
            label={note.text ? texts.editNote : texts.writeOnThis}
            className="size-7"
            onClick={() => onOpen(true)}
          />
        )}
        <IconButton icon="trash" label={common.delete} className="size-7" onClick={() => notes.remove(note)} />
      </div>
    </li>
  );
}

/** One button that goes on to the next colour. */
function ColourChoice({ note, notes }: { note: NoteView; notes: Notes }) {
  const [busy, setBusy] = useState(false);
  if (!note.target) {
    return null;
  }
  const at = COLOURS.findIndex((colour) => colour === note.colour);
  const next = COLOURS[(at + 1) % COLOURS.length]!;
  function change() {
    setBusy(true);
    notes
      .change(note.note_id, { version: note.version, colour: next })
      .catch(() => {
        notes.retry();
        say(texts.changedElsewhere, { alarming: true });
      })
      .finally(() => setBusy(false));
  }
  return (
    <button
      type="button"
      disabled={busy}
      aria-label={texts.colour(texts.colours[note.colour], texts.colours[next])}
      data-tip={texts.changeTo(texts.colours[next])}
      onClick={change}
      className="inline-flex size-7 items-center justify-center rounded-lg hover:bg-hover"
    >
      <span className="swatch size-3.5 rounded-full" />
    </button>
  );
}

function byPlace(one: NoteView, other: NoteView): number {
  const [a, b] = [one, other].map(placeOf) as [number, number];
  return a - b || one.created_at.localeCompare(other.created_at);
}

/** Those about the whole paper stand first. */
function placeOf({ target }: NoteView): number {
  const start = target?.positions[0]?.start;
  const page = target?.pages[0];
  return start ?? (page ? page.page_number * 1e6 + (page.boxes[0]?.[1] ?? 0) : -1);
}
