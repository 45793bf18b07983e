/** The question of a turn: its words, changing them, and the way to its other wordings. */
import { useEffect, useRef, useState } from "react";
import { LONGEST_QUESTION } from "@/api/chat";
import { Button, IconButton } from "@/ui/button";
import { useGrowing } from "@/ui/growing";
import { chat as texts } from "@/texts/chat";
import { common } from "@/texts/common";
import type { Turn } from "./turns";

interface Props {
  turn: Turn;
  versions: readonly string[];
  busy: boolean;
  onChoose: (key: string) => void;
  onEdit: (question: string) => void;
}

export function AskedQuestion({ turn, versions, busy, onChoose, onEdit }: Props) {
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) {
      pencil.current?.focus();
    }
    wasEditing.current = editing;
  }, [editing]);
  if (editing) {
    return (
      <Editor
        question={turn.question}
        busy={busy}
        onClose={() => setEditing(false)}
        onAsk={(question) => {
          setEditing(false);
          onEdit(question);
        }}
      />
    );
  }
  return (
    <div className="group flex items-start gap-1">
      <h2 dir="auto" className="min-w-0 flex-1 text-lg font-semibold text-pretty whitespace-pre-wrap">
        {turn.question}
      </h2>
      <div className="-my-1.5 flex shrink-0 items-center">
        <IconButton
          ref={pencil}
          icon="edit"
          label={texts.edit}
          disabled={busy}
          onClick={() => setEditing(true)}
          className="group-focus-within:opacity-100 group-hover:opacity-100 sm:pointer-fine:opacity-0 [&_svg]:size-4"
        />
        {versions.length > 1 && <Versions {...{ versions, onChoose }} at={versions.indexOf(turn.key)} />}
      </div>
    </div>
  );
}

function Versions({ versions, at, onChoose }: Pick<Props, "versions" | "onChoose"> & { at: number }) {
  const arrow = (icon: "back" | "next", label: string, to: string | undefined) => (
    // Not disabled at the end: the focus would be lost with it.
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onChoose(to)}
      className="size-7 aria-disabled:opacity-40 [&_svg]:size-4"
    />
  );
  return (
    <div role="group" aria-label={texts.wordings} className="flex items-center text-sm text-soft">
      {arrow("back", texts.earlierWording, versions[at - 1])}
      <span aria-live="polite" className="tabular-nums">
        {at + 1} / {versions.length}
      </span>
      {arrow("next", texts.laterWording, versions[at + 1])}
    </div>
  );
}

function Editor({
  question,
  busy,
  onClose,
  onAsk,
}: {
  question: string;
  busy: boolean;
  onClose: () => void;
  onAsk: (question: string) => void;
}) {
  const [text, setText] = useState(question);
  const area = useRef<HTMLTextAreaElement>(null);
  const ready = text.trim().length > 0 && !busy;
  useGrowing(area, text);
  useEffect(() => {
    area.current!.focus();
    area.current!.setSelectionRange(question.length, question.length);
  }, [question]);
  function ask() {
    if (ready) {
      onAsk(text.trim());
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <textarea
        ref={area}
        rows={1}
        dir="auto"
        value={text}
        maxLength={LONGEST_QUESTION}
        aria-label={texts.otherWords}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            ask();
          } else if (event.key === "Escape") {
            event.stopPropagation();
            onClose();
          }
        }}
        className="max-h-60 w-full resize-none rounded-lg border border-line bg-surface px-3 py-2 leading-6 outline-none focus:border-accent focus:ring-1 focus:ring-accent"
      />
      <div className="mt-2 flex items-center gap-2">
        <p className="mr-auto text-sm text-soft">{texts.answeredStays}</p>
        <Button look="plain" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button look="primary" type="submit" disabled={!ready}>
          {texts.ask}
        </Button>
      </div>
    </form>
  );
}
