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

export function useDraft(): [Draft, ChangeDraft] {
  const [draft, setDraft] = useState(() => draftOf(keptInTab(NAME)));
  useEffect(() => keepInTab(NAME, draft), [draft]);
  const change = useCallback<ChangeDraft>((by) => setDraft((before) => ({ ...before, ...by(before) })), []);
  return [draft, change];
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
