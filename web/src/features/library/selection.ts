/** Which papers are selected: one by one, in ranges with Shift, or all. */
import { useCallback, useMemo, useRef } from "react";
import { useKept } from "@/lib/kept";

export interface Selection {
  ids: ReadonlySet<string>;
  /** Select a paper, or take it out; with `range`, everything from the last one on. */
  toggle: (id: string, range: boolean) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useKept("chosen", names);
  const last = useRef<string | null>(null);
  const ids = useMemo(() => new Set(chosen), [chosen]);
  const toggle = useCallback(
    (id: string, range: boolean) => {
      setChosen(range && last.current !== null ? ranged(shown, chosen, last.current, id) : toggled(chosen, id));
      last.current = id;
    },
    [chosen, setChosen, shown],
  );
  const clear = useCallback(() => setChosen([]), [setChosen]);
  return { ids, toggle, set: setChosen, clear };
}

function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];
}

/** Return the selection with everything between two papers as they are shown. */
export function ranged(shown: readonly string[], chosen: readonly string[], from: string, to: string): string[] {
  const [start, end] = [shown.indexOf(from), shown.indexOf(to)].sort((one, other) => one - other) as [number, number];
  return start < 0 ? toggled(chosen, to) : [...new Set([...chosen, ...shown.slice(start, end + 1)])];
}

function names(before: unknown): readonly string[] {
  return Array.isArray(before) ? before.filter((one) => typeof one === "string") : [];
}
