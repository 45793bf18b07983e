/** What can be done with selected words: mark them, write a note, ask, copy them as a citation, check them. */
import { useCallback, useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { checkQuote } from "@/api/notes";
import type { CheckedQuoteV1, PaperView } from "@/api/types";
import { verdictWords } from "@/evidence/verdicts";
import type { Size } from "@/lib/boxes";
import { Button } from "@/ui/button";
import type { IconName } from "@/ui/icons";
import { say } from "@/ui/toasts";
import { reader as texts } from "@/texts/reader";
import { citationOf } from "./quoting";
import { selectedIn, type Selected } from "./selection";
import type { Notes } from "@/lib/noting";
import { addOrSay, COLOURS, type Colour } from "./use-notes";

// A selection by keyboard or by touch handles has come to rest after this time. A guess.
const RESTS_MS = 350;
const MARGIN = 8;
const WIDTH = 560;
// Of two lines, which a phone needs.
const HEIGHT = 88;

export interface SelectionMenuProps {
  root: RefObject<HTMLElement | null>;
  paper: PaperView;
  notes: Notes;
  /** The pages' sizes in points; null where places in pages cannot be told. */
  sizes: readonly Size[] | null;
  /** Turns printed words into running text, without the hyphens at the ends of lines. */
  asText: (words: string) => string;
  onAsk: ((words: string) => void) | null;
  /** Ask at once what the words mean. */
  onExplain: ((words: string) => void) | null;
  /** Open a note to write on. */
  onNote: (noteId: string) => void;
}

export function SelectionMenu({ root, paper, notes, sizes, asText, onAsk, onExplain, onNote }: SelectionMenuProps) {
  const [selected, close] = useSelected(root, sizes);
  const [checked, setChecked] = useState<{ of: Selected; result: CheckedQuoteV1 | "asked" } | null>(null);
  if (!selected) {
    return null;
  }
  const { marked, rect } = selected;
  const words = asText(marked.exact);
  const done = () => {
    document.getSelection()?.removeAllRanges();
    close();
  };
  async function mark(colour: Colour) {
    done();
    await addOrSay(notes, { kind: "highlight", colour, marked });
  }
  async function write() {
    done();
    const note = await addOrSay(notes, { kind: "note", marked });
    if (note) {
      onNote(note.note_id);
    }
  }
  async function copy() {
    await navigator.clipboard.writeText(citationOf(words, paper, selected?.pageNumber ?? null));
    done();
    say(texts.copied);
  }
  async function check(of: Selected) {
    setChecked({ of, result: "asked" });
    try {
      setChecked({ of, result: await checkQuote(paper.id, words) });
    } catch (error) {
      setChecked(null);
      say(error instanceof Error ? error.message : texts.notChecked, { alarming: true });
    }
  }
  const verdict = checked?.of === selected ? checked.result : null;
  return createPortal(
    <div
      role="toolbar"
      aria-label={texts.selected}
      // The selection stays while its menu is used.
      onPointerDown={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && close()}
      className="fixed z-40 rounded-xl border border-line bg-surface p-1 shadow-lg"
      style={placeOf(rect)}
    >
      <div className="flex max-w-[calc(100vw-1.5rem)] flex-wrap items-center">
        {COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={texts.highlight(texts.colours[colour])}
            data-tip={texts.highlight(texts.colours[colour])}
            onClick={() => void mark(colour)}
            className="inline-flex size-9 items-center justify-center rounded-lg hover:bg-hover"
          >
            <span data-colour={colour} className="swatch size-4 rounded-full" />
          </button>
        ))}
        <span className="mx-1 h-5 w-px bg-line" />
        <Action icon="note" label={texts.writeNote} word={texts.words.note} onClick={() => void write()} />
        {onExplain && (
          <Action
            icon="explain"
            label={texts.explain}
            word={texts.explain}
            onClick={() => {
              done();
              onExplain(words);
            }}
          />
        )}
        {onAsk && (
          <Action
            icon="chat"
            label={texts.askAbout}
            word={texts.words.ask}
            onClick={() => {
              done();
              onAsk(words);
            }}
          />
        )}
        <Action icon="copy" label={texts.copyCited} word={texts.words.copy} onClick={() => void copy()} />
        <Action icon="check" label={texts.checkQuote} word={texts.words.check} onClick={() => void check(selected)} />
      </div>
      {verdict && (
        <div role="status" className="w-0 min-w-full border-t border-line px-2.5 py-2 text-sm">
          {verdict === "asked" ? texts.checking : <Verdict result={verdict} quote={words} />}
        </div>
      )}
    </div>,
    document.body,
  );
}

/** `label` says in full what the word on the button begins to say. */
function Action({ icon, label, word, onClick }: { icon: IconName; label: string; word: string; onClick: () => void }) {
  return (
    <Button look="plain" icon={icon} aria-label={label} data-tip={label === word ? undefined : label} onClick={onClick}>
      {word}
    </Button>
  );
}

function Verdict({ result, quote }: { result: CheckedQuoteV1; quote: string }) {
  const { verdict, text, proves, error, places } = result;
  if (!verdict) {
    return <p className="text-warn">{error?.detail ?? texts.notCheckable}</p>;
  }
  const { name, look } = verdictWords({ verdict, text, quote, proves });
  const pages = [...new Set(places.flatMap(({ page_number }) => page_number ?? []))];
  return (
    <>
      <p className={look === "false" ? "font-medium text-danger" : "font-medium text-good"}>{name}</p>
      {pages.length > 0 && <p className="text-sm text-soft">{texts.onPages(pages)}</p>}
      {text && text !== quote && <p className="mt-1 line-clamp-6 font-serif">{text}</p>}
    </>
  );
}

function placeOf({ left, top, bottom }: DOMRect) {
  return {
    left: Math.max(MARGIN, Math.min(left, innerWidth - WIDTH - MARGIN)),
    // Grows away from the words with what a check says.
    ...(top > HEIGHT + 2 * MARGIN
      ? { bottom: innerHeight - top + MARGIN }
      : { top: Math.min(bottom + MARGIN, innerHeight - HEIGHT - MARGIN) }),
  };
}

/** Return what is selected once the pointer or the keys have let go of it. */
function useSelected(root: RefObject<HTMLElement | null>, sizes: readonly Size[] | null) {
  const [selected, setSelected] = useState<Selected | null>(null);
  const close = useCallback(() => setSelected(null), []);
  useEffect(() => {
    let timer = 0;
    let held = false;
    function look() {
      const now = !held && root.current ? selectedIn(root.current, sizes) : null;
      // A click on the menu lets go of the pointer too: the same words stay the same selection.
      setSelected((before) => (before && now && sameWords(before, now) ? before : now));
    }
    function changed() {
      clearTimeout(timer);
      if (document.getSelection()?.isCollapsed !== false) {
        setSelected(null);
      } else if (!held) {
        timer = window.setTimeout(look, RESTS_MS);
      }
    }
    function down() {
      held = true;
    }
    function up() {
      held = false;
      clearTimeout(timer);
      timer = window.setTimeout(look);
    }
    const scrolled = () => close();
    document.addEventListener("selectionchange", changed);
    addEventListener("pointerdown", down);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    const element = root.current;
    element?.addEventListener("scroll", scrolled, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("selectionchange", changed);
      removeEventListener("pointerdown", down);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      element?.removeEventListener("scroll", scrolled, { capture: true });
    };
  }, [root, sizes, close]);
  return [selected, close] as const;
}

function sameWords({ marked: one }: Selected, { marked: other }: Selected): boolean {
  return one.exact === other.exact && one.prefix === other.prefix && one.suffix === other.suffix;
}
