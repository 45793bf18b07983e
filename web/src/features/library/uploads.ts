/** Uploads: a few at once, each with its progress and a retry. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { fromFailure, isAbort } from "@/api/http";
import { uploadPaper } from "@/api/papers";

export interface UploadItem {
  id: number;
  file: File;
  state: "waiting" | "sending" | "failed" | "known";
  share: number;
  error: Error | null;
  /** The paper that the same file was before. */
  paperId?: string;
}

export interface Uploads {
  items: readonly UploadItem[];
  add: (files: Iterable<File>) => void;
  retry: (id: number) => void;
  dismiss: (id: number) => void;
}

// Browsers open six connections to a host; this leaves two for other calls.
const AT_ONCE = 4;

type Action =
  | { type: "add"; items: UploadItem[] }
  | { type: "change"; id: number; to: Partial<UploadItem> }
  | { type: "drop"; id: number };

let lastId = 0;

export function useUploads(onSent: (paperId: string) => void): Uploads {
  const [items, dispatch] = useReducer(reduce, []);
  const stops = useRef(new Map<number, AbortController>());

  useEffect(() => {
    const sending = items.filter((item) => item.state === "sending").length;
    for (const item of items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, AT_ONCE - sending))) {
      const stop = new AbortController();
      stops.current.set(item.id, stop);
      dispatch({ type: "change", id: item.id, to: { state: "sending", share: 0, error: null } });
      uploadPaper(item.file, (share) => dispatch({ type: "change", id: item.id, to: { share } }), stop.signal).then(
        ({ paperId, known }) => {
          onSent(paperId);
          dispatch(
            known ? { type: "change", id: item.id, to: { state: "known", paperId } } : { type: "drop", id: item.id },
          );
        },
        (error: unknown) => {
          if (!isAbort(error)) {
            dispatch({ type: "change", id: item.id, to: { state: "failed", error: fromFailure(error) } });
          }
        },
      );
    }
  }, [items, onSent]);

  return {
    items,
    add: useCallback((files) => {
      const added = Array.from(files, (file) => ({
        id: (lastId += 1),
        file,
        state: "waiting" as const,
        share: 0,
        error: null,
      }));
      dispatch({ type: "add", items: added });
    }, []),
    retry: useCallback((id) => dispatch({ type: "change", id, to: { state: "waiting", share: 0, error: null } }), []),
    dismiss: useCallback((id) => {
      stops.current.get(id)?.abort();
      dispatch({ type: "drop", id });
    }, []),
  };
}

function reduce(items: readonly UploadItem[], action: Action): readonly UploadItem[] {
  switch (action.type) {
    case "add":
      return [...items, ...action.items];
    case "change":
      return items.map((item) => (item.id === action.id ? { ...item, ...action.to } : item));
    case "drop":
      return items.filter((item) => item.id !== action.id);
  }
}
