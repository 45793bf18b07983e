/** Keys that work everywhere on the page: they open the palette and the map of keys, and lead to the rooms. */
import { useEffect, useEffectEvent } from "react";
import { navigate } from "@/lib/location";
import { WAYS } from "./ways";

// How long "g" waits for its second key. A guess.
const PAUSE_MS = 1_200;

export function useKeys({ onPalette, onMap }: { onPalette: () => void; onMap: () => void }, off: boolean): void {
  useEffect(() => {
    if (off) {
      return;
    }
    let gone = 0;
    function listen(event: KeyboardEvent) {
      const command = event.ctrlKey || event.metaKey;
      if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (command || event.altKey || event.defaultPrevented || isEditing(event.target)) {
        return;
      }
      const way = Date.now() - gone < PAUSE_MS && WAYS.find(({ key }) => key === event.key.toLowerCase());
      gone = 0;
      if (way) {
        event.preventDefault();
        navigate(way.href);
      } else if (event.key === "?") {
        event.preventDefault();
        onMap();
      } else if (event.key === "g") {
        gone = Date.now();
      }
    }
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [onPalette, onMap, off]);
}

/** Call `act` when a key is pressed outside of text fields. */
export function useKey(wanted: string, act: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented, target } = event;
    // Some keyboards write brackets with AltGr, which Windows reports as Ctrl and Alt.
    if (key === wanted && !metaKey && (!ctrlKey || altKey) && !defaultPrevented && !isEditing(target)) {
      act();
    }
  });
  useEffect(() => {
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function isEditing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog") !== null)
  );
}
