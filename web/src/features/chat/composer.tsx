import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from "react";
import { LONGEST_QUESTION, type Depth } from "@/api/chat";
import { onDraft } from "@/lib/drafting";
import { useKept } from "@/lib/kept";
import { IconButton } from "@/ui/button";
import { DepthChoice } from "@/ui/depth-choice";
import { useGrowing } from "@/ui/growing";
import { Icon } from "@/ui/icons";
import { chat as texts } from "@/texts/chat";
import { shell } from "@/texts/shell";
import { DepthCost } from "./depth-cost";

export interface ComposerHandle {
  focus: () => void;
}

/** The question's text field: Enter sends, Shift+Enter starts a new line, Escape or the button stops an answer. */
export function Composer({
  ref,
  about,
  busy,
  waiting,
  placeholder = texts.askAQuestion,
  hint = false,
  onSend,
  onStop,
}: {
  ref?: Ref<ComposerHandle>;
  /** What the question is about: a draft is kept for each. */
  about: string;
  busy: boolean;
  /** Why nothing can be asked yet, or null. */
  waiting: string | null;
  placeholder?: string;
  /** Say which keys send: to those who have not asked yet. */
  hint?: boolean;
  onSend: (question: string, depth: Depth | null) => void;
  onStop: () => void;
}) {
  const [text, setText] = useKept(`draft:${about}`, (before) => (typeof before === "string" ? before : ""));
  const [depth, setDepth] = useState<Depth | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const ready = text.trim().length > 0 && !busy && waiting === null;
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus() }), []);
  useGrowing(area, text);
  useEffect(
    () =>
      onDraft((papers, words) => {
        if (papers === about) {
          setText([text.trim(), words].filter(Boolean).join("\n\n"));
          area.current?.focus();
        }
      }),
    [about, text, setText],
  );
  function send() {
    if (ready) {
      onSend(text.trim(), depth);
      setText("");
    }
  }
  return (
    <form
      className="px-5 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-1.5 rounded-xl border border-line p-1.5 focus-within:border-accent focus-within:ring-1 focus-within:ring-accent">
        <textarea
          ref={area}
          rows={1}
          value={text}
          maxLength={LONGEST_QUESTION}
          aria-label={texts.question}
          aria-describedby={hint ? hintId : undefined}
          placeholder={waiting ?? placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              send();
            } else if (event.key === "Escape" && busy) {
              onStop();
            }
          }}
          className="max-h-48 min-h-9 flex-1 resize-none bg-transparent px-2 py-1.5 leading-6 outline-none"
        />
        <DepthChoice depth={depth} onChange={setDepth} />
        {busy ? (
          <IconButton icon="stop" label={texts.stop} keys={shell.esc} onClick={onStop} />
        ) : (
          <button
            type="submit"
            aria-label={texts.send}
            data-tip={texts.send}
            data-tip-keys={shell.enter}
            disabled={!ready}
            className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent text-on-accent hover:bg-accent-strong disabled:bg-hover disabled:text-soft"
          >
            <Icon name="send" />
          </button>
        )}
      </div>
      {depth !== null && depth !== "quick" && <DepthCost depth={depth} />}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-soft text-pretty max-sm:hidden">
          {texts.hint}
        </p>
      )}
    </form>
  );
}
