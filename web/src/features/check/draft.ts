/** What is to be checked and against what, kept until the tab is closed. */
import { useCallback, useEffect, useState } from "react";
import { keepInTab, keptInTab } from "@/lib/keeping";

export interface Draft {
  text: string;
  /** The HTML of a clipboard, as long as the text is what a browser shows of it. */
  html: string | null;
  /** The ids of papers; null: all of the library. */
  papers: readonly string[] | null;
  /** Whether a model is to read the claims. */
  model: boolean;
  /** Whether the text is the page's own example. */
  example: boolean;
}

export type ChangeDraft = (change: (before: Draft) => Partial<Draft>) => void;

const NAME = "check";

// The room while it is shown: what is written there is newer than what is kept.
let shown: ChangeDraft | null = null;

export function useDraft(): [Draft, ChangeDraft] {
  const [draft, setDraft] = useState(() => draftOf(keptInTab(NAME)));
  useEffect(() => keepInTab(NAME, draft), [draft]);
  const change = useCallback<ChangeDraft>((by) => setDraft((before) => ({ ...before, ...by(before) })), []);
  useEffect(() => {
    shown = change;
    return () => {
      shown = null;
    };
  }, [change]);
  return [draft, change];
}

/** Choose a paper for the check, whether or not its room is shown. */
export function choosePaper(id: string): void {
  const choose: Parameters<ChangeDraft>[0] = ({ papers }) => ({ papers: [...new Set([...(papers ?? []), id])] });
  if (shown) {
    shown(choose);
  } else {
    const before = draftOf(keptInTab(NAME));
    keepInTab(NAME, { ...before, ...choose(before) });
  }
}

/** Read a draft that may be of an older release. */
export function draftOf(before: unknown): Draft {
  const { text, html, papers, model, example } = (before ?? {}) as { [Name in keyof Draft]?: unknown };
  return {
    text: typeof text === "string" ? text : "",
    html: typeof html === "string" ? html : null,
    papers: Array.isArray(papers) ? papers.filter((one) => typeof one === "string") : null,
    model: model === true,
    example: example === true,
  };
}
