/**
 * The one tooltip of the page: names what has `data-tip`, under a mouse after a moment and at once where the keyboard goes.
 *
 * A touch shows none. It repeats the name that the button has anyway (`aria-label`), so no description points to it.
 */
import * as Popper from "@radix-ui/react-popper";
import { useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";

const MARGIN = 8;
// A mouse that only passes shows nothing; who reads one tooltip gets the next at once. Guesses.
const DELAY_MS = 500;
const AGAIN_MS = 300;
// Keys that move the focus. It moves by itself, too, into a dialog that opens, where a tooltip would be in the way.
const MOVES: ReadonlySet<string> = new Set(["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);

type Side = "top" | "right" | "bottom" | "left";

/** What an element says of its tooltip: the words, the keys that do the same, and where it stands. */
export interface Tipped {
  "data-tip"?: string;
  "data-tip-keys"?: string;
  "data-tip-side"?: Side;
}

export function Tooltip() {
  const [of, setOf] = useState<HTMLElement | null>(null);
  useEffect(() => watch(setOf), []);
  // What is behind an open dialog cannot be seen.
  return of && createPortal(<Shown of={of} />, of.closest("dialog") ?? document.body);
}

function Shown({ of }: { of: HTMLElement }) {
  const anchor = useMemo(() => ({ current: of }), [of]);
  const { tip, tipKeys, tipSide } = of.dataset;
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor} />
      <Popper.Content
        role="tooltip"
        side={(tipSide as Side | undefined) ?? "bottom"}
        sideOffset={MARGIN / 2}
        collisionPadding={MARGIN}
        hideWhenDetached
        className="pointer-events-none z-50 flex max-w-72 items-center gap-2 rounded-lg bg-ink px-2 py-1 text-sm text-surface shadow-lg"
      >
        <bdi>{tip}</bdi>
        {tipKeys && <kbd className="shrink-0 font-sans opacity-70">{tipKeys}</kbd>}
      </Popper.Content>
    </Popper.Root>
  );
}

/** Tell `show` whose tooltip is to be seen, or null. Return what ends that. */
function watch(show: (of: HTMLElement | null) => void): () => void {
  const end = new AbortController();
  const on = { capture: true, signal: end.signal };
  let over: HTMLElement | null = null;
  let shown = false;
  let hiddenAt = -AGAIN_MS;
  let timer = 0;
  let moves = false;
  const open = (of: HTMLElement) => {
    shown = of.isConnected;
    show(shown ? of : null);
  };
  const hide = () => {
    clearTimeout(timer);
    hiddenAt = shown ? performance.now() : hiddenAt;
    shown = false;
    show(null);
  };
  const pointed = (to: HTMLElement | null) => {
    if (to !== over) {
      over = to;
      hide();
      if (to) {
        timer = window.setTimeout(open, performance.now() - hiddenAt < AGAIN_MS ? 0 : DELAY_MS, to);
      }
    }
  };
  addEventListener("pointerover", (event) => event.pointerType !== "touch" && pointed(tippedIn(event.target)), on);
  document.documentElement.addEventListener("pointerleave", () => pointed(null), { signal: end.signal });
  addEventListener("pointerdown", hide, on);
  addEventListener("focusout", hide, on);
  addEventListener(
    "keydown",
    ({ key }) => {
      moves = MOVES.has(key);
      hide();
    },
    on,
  );
  addEventListener(
    "focusin",
    ({ target }) => {
      const of = moves && tippedIn(target);
      moves = false;
      if (of && of === target) {
        open(of);
      }
    },
    on,
  );
  return () => {
    clearTimeout(timer);
    end.abort();
  };
}

function tippedIn(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
