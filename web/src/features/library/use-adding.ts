/** Adding works by name or by the entries of a file, a few a call, with what became of each. */
import { useCallback, useRef, useState } from "react";
import { isAbort } from "@/api/http";
import type { AddedWorkView } from "@/api/types";
import { addEntries, addWorks, WORKS_PER_CALL } from "@/api/works";

export interface Adding {
  busy: boolean;
  works: readonly AddedWorkView[];
  /** How many are done, and of how many. */
  done: number;
  total: number;
  error: Error | null;
  /** Returns whether all of them were sent. */
  addNamed: (lines: readonly string[]) => Promise<boolean>;
  addFile: (file: File) => Promise<void>;
  stop: () => void;
}

type State = Pick<Adding, "busy" | "works" | "done" | "total" | "error">;

const NOTHING: State = { busy: false, works: [], done: 0, total: 0, error: null };

export function useAdding(onAdded: () => void): Adding {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);

  const run = useCallback(
    async (total: number, calls: (signal: AbortSignal, report: Report) => Promise<void>) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setState({ ...NOTHING, busy: true, total });
      let error: Error | null = null;
      try {
        await calls(stop.signal, (works, done, all) => {
          setState((now) => ({ ...now, works: withWorks(now.works, works), done, total: all }));
          onAdded();
        });
      } catch (failure) {
        error = isAbort(failure) ? null : (failure as Error);
      }
      if (running.current === stop) {
        setState((now) => ({ ...now, busy: false, error }));
      }
      return error === null && !stop.signal.aborted;
    },
    [onAdded],
  );

  const addNamed = useCallback(
    (lines: readonly string[]) => {
      const named = lines.map((line) => line.trim()).filter(Boolean);
      return run(named.length, async (signal, report) => {
        for (let start = 0; start < named.length; start += WORKS_PER_CALL) {
          const { works } = await addWorks(named.slice(start, start + WORKS_PER_CALL), signal);
          report(works, Math.min(start + WORKS_PER_CALL, named.length), named.length);
        }
      });
    },
    [run],
  );

  const addFile = useCallback(
    async (file: File) => {
      const text = await file.text();
      await run(0, async (signal, report) => {
        for (let start: number | null = 0; start !== null;) {
          const { works, total, next_start: next } = await addEntries(text, start, signal);
          report(works, next ?? total, total);
          // A server that does not go on would be asked for ever.
          start = next !== null && next > start ? next : null;
        }
      });
    },
    [run],
  );

  return { ...state, addNamed, addFile, stop: useCallback(() => running.current?.abort(), []) };
}

/** Add works to those before; one that came in under another name, as a DOI beside an arXiv id, was there already. */
function withWorks(before: readonly AddedWorkView[], added: readonly AddedWorkView[]): AddedWorkView[] {
  const works = [...before];
  const papers = new Set(works.map((work) => work.paper_id));
  for (const work of added) {
    const again = work.paper_id !== null && papers.has(work.paper_id);
    papers.add(work.paper_id);
    works.push(again ? { ...work, outcome: "there" } : work);
  }
  return works;
}

type Report = (works: readonly AddedWorkView[], done: number, total: number) => void;
