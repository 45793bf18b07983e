/** Which papers are selected: one by one, in ranges with Shift, or all. */
import { useCallback, useMemo, useRef } from "react";
import { useKept } from "@/lib/kept";
import { library as texts } from "@/texts/library";
import { say } from "@/ui/toasts";

export interface Selection {
  ids: ReadonlySet<string>;
  /** Select a paper, or take it out; with `range`, everything from the last one on. */
  toggle: (id: string, range: boolean) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

/** `listed` returns the ids of the list in order, complete between two papers; it may have to fetch some. */
export function useSelection(listed: (from: string, to: string) => Promise<readonly string[]>): Selection {
  const [chosen, setChosen] = useKept("chosen", names);
  const latest = useRef(chosen);
  const last = useRef<string | null>(null);
  const ids = useMemo(() => new Set(chosen), [chosen]);
  const set = useCallback(
    (next: readonly string[]) => {
      latest.current = next;
      setChosen(next);
    },
    [setChosen],
  );
  const toggle = useCallback(
    (id: string, range: boolean) => {
      const from = last.current;
      if (!range || from === null) {
        set(toggled(latest.current, id));
        last.current = id;
        return;
      }
      listed(from, id).then(
        (shown) => {
          set(ranged(shown, latest.current, from, id));
          last.current = id;
        },
        (error: unknown) => say(error instanceof Error ? error.message : texts.listFailed, { alarming: true }),
      );
    },
    [set, listed],
  );
  const clear = useCallback(() => set([]), [set]);
  return { ids, toggle, set, clear };
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
