/** Writing on a note: it is saved when one stops; what another tab has written meanwhile is shown beside one's own. */
import { useEffect, useRef, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import { ApiError } from "@/api/http";
import type { NoteView } from "@/api/types";
import { keep, kept } from "@/lib/kept";
import { Button } from "@/ui/button";
import { useGrowing } from "@/ui/growing";
import type { Notes } from "@/lib/noting";
import { common } from "@/texts/common";
import { reader as texts } from "@/texts/reader";

// A pause in writing after which it is saved. A guess.
const SAVES_MS = 1_200;
const LONGEST = CONSTANTS.limits.noteCharacters;

type State =
  | { kind: "idle" | "saving" | "saved" | "gone" }
  | { kind: "failed"; message: string }
  | { kind: "conflict"; theirs: NoteView };

export function NoteEditor({ note, notes, onClose }: { note: NoteView; notes: Notes; onClose: () => void }) {
  const { draft, setDraft, state, save, solve, saveAsNew } = useDraft(note, notes);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
  }, []);
  useGrowing(area, draft);
  return (
    <div className="mt-1.5">
      <textarea
        ref={area}
        dir="auto"
        value={draft}
        rows={2}
        maxLength={LONGEST}
        aria-label={texts.note}
        placeholder={texts.writeNote}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Escape" || (event.key === "Enter" && (event.ctrlKey || event.metaKey))) {
            event.stopPropagation();
            void save().then((done) => done && onClose());
          }
        }}
        className="block w-full resize-none rounded-lg border border-line bg-surface px-2 py-1.5"
      />
      <div role="status" className="mt-1 text-sm text-soft">
        {state.kind === "saving" && texts.saving}
        {state.kind === "saved" && texts.saved}
        {state.kind === "failed" && (
          <p className="text-danger">
            {texts.wordsKept(state.message)}{" "}
            <button type="button" className="underline" onClick={() => void save()}>
              {common.retry}
            </button>
          </p>
        )}
        {state.kind === "gone" && (
          <p className="text-warn">
            {texts.deletedElsewhere}{" "}
            <button type="button" className="underline" onClick={() => void saveAsNew()}>
              {texts.keepYours}
            </button>
          </p>
        )}
        {state.kind === "conflict" && <Conflict theirs={state.theirs} mine={draft} onSolve={solve} />}
      </div>
    </div>
  );
}

function Conflict({
  theirs,
  mine,
  onSolve,
}: {
  theirs: NoteView;
  mine: string;
  onSolve: (theirs: NoteView, text: string) => void;
}) {
  return (
    <div role="group" aria-label={texts.conflict} className="rounded-lg bg-warn-tint p-2 text-warn">
      <p className="font-medium">{texts.changedMeanwhile}</p>
      <p className="mt-1">{texts.itSays}</p>
      <blockquote dir="auto" className="mt-0.5 max-h-32 overflow-y-auto whitespace-pre-wrap text-ink">
        {theirs.text || texts.itSaysNothing}
      </blockquote>
      <div className="mt-2 flex flex-wrap gap-1.5">
        <Button onClick={() => onSolve(theirs, joined(theirs.text, mine))}>{texts.keepBoth}</Button>
        <Button onClick={() => onSolve(theirs, mine)}>{texts.keepMine}</Button>
        <Button onClick={() => onSolve(theirs, theirs.text)}>{texts.keepOther}</Button>
      </div>
    </div>
  );
}

function joined(theirs: string, mine: string): string {
  return theirs && mine ? `${theirs}\n\n${mine}` : theirs || mine;
}

function useDraft(note: NoteView, notes: Notes) {
  const name = `note:${note.note_id}`;
  // Words that could not be saved are there again after a reload, with the version that they were written on.
  const [before] = useState(() => kept(name) as { text: string; version: number } | null);
  const [draft, setWords] = useState(before?.text ?? note.text);
  const [state, setState] = useState<State>({ kind: "idle" });
  // What the server has, and the version that is written on.
  const base = useRef({ version: before?.version ?? note.version, text: note.text });
  const latest = useRef(draft);
  const timer = useRef(0);
  const saving = useRef<Promise<boolean>>(Promise.resolve(true));
  // Until it is solved nothing is saved: leaving the field for a button of the conflict would conflict again.
  const conflict = useRef(false);

  function setDraft(text: string) {
    latest.current = text;
    setWords(text);
    keep(name, { text, version: base.current.version });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void save(), SAVES_MS);
  }
  /** Save one after the other: two at once would conflict with each other. */
  function save(): Promise<boolean> {
    clearTimeout(timer.current);
    saving.current = saving.current.then(write);
    return saving.current;
  }
  async function write(): Promise<boolean> {
    const text = latest.current;
    if (conflict.current) {
      return false;
    }
    if (text === base.current.text) {
      keep(name, null);
      return true;
    }
    setState({ kind: "saving" });
    try {
      const saved = await notes.change(note.note_id, { version: base.current.version, text });
      base.current = { version: saved.version, text: saved.text };
      keep(name, latest.current === text ? null : { text: latest.current, version: saved.version });
      setState({ kind: "saved" });
      return true;
    } catch (error) {
      const after = stateAfter(error);
      conflict.current = after.kind === "conflict";
      setState(after);
      return false;
    }
  }
  function solve(theirs: NoteView, text: string) {
    conflict.current = false;
    base.current = { version: theirs.version, text: theirs.text };
    notes.replace(theirs);
    latest.current = text;
    setWords(text);
    setState({ kind: "idle" });
    void save();
  }
  async function saveAsNew() {
    const { exact, prefix, suffix } = note.target?.quote ?? {};
    const marked = exact ? { exact, prefix: prefix!, suffix: suffix!, start: null, end: null, regions: [] } : null;
    await notes.add({ kind: "note", text: latest.current, colour: note.colour, marked });
    keep(name, null);
    notes.retry();
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return { draft, setDraft, state, save, solve, saveAsNew };
}

function stateAfter(error: unknown): State {
  if (error instanceof ApiError && error.status === 409 && error.current) {
    return { kind: "conflict", theirs: error.current as NoteView };
  }
  if (error instanceof ApiError && error.status === 404) {
    return { kind: "gone" };
  }
  return { kind: "failed", message: error instanceof Error ? error.message : "" };
}
