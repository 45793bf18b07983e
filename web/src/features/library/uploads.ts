/** Uploads: a few at once, each with its progress and a retry, and with what is to follow it. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { ApiError, fromFailure, isAbort } from "@/api/http";
import { uploadPaper, type Uploaded } from "@/api/papers";
import { say } from "@/ui/toasts";

/** What is done with a paper once its file is here. */
export interface Following {
  /** Said of the upload until it is done. */
  says: string;
  run: (sent: Uploaded, onProgress: (share: number) => void, signal: AbortSignal) => Promise<void>;
}

export interface UploadItem {
  id: number;
  file: File;
  state: "waiting" | "sending" | "following" | "failed" | "known";
  share: number;
  error: Error | null;
  /** The paper that the same file was before. */
  paperId?: string;
  following?: Following;
}

export interface Uploads {
  items: readonly UploadItem[];
  add: (files: Iterable<File>, following?: Following) => void;
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
  const seen = useRef(true);

  useEffect(() => {
    seen.current = true;
    return () => {
      seen.current = false;
    };
  }, []);

  useEffect(() => {
    const sending = items.filter((item) => item.state === "sending").length;
    for (const item of items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, AT_ONCE - sending))) {
      const stop = new AbortController();
      stops.current.set(item.id, stop);
      const change = (to: Partial<UploadItem>) => dispatch({ type: "change", id: item.id, to });
      change({ state: "sending", share: 0, error: null });
      sent(item, change, onSent, stop.signal).then(
        ({ paperId, known }) =>
          known && !item.following ? change({ state: "known", paperId }) : dispatch({ type: "drop", id: item.id }),
        (failure: unknown) => {
          if (!isAbort(failure)) {
            const error = fromFailure(failure);
            change({ state: "failed", error });
            // The list of uploads ends with the library; what was to follow goes on.
            if (item.following && !seen.current) {
              say(wordsOf(error), { alarming: true });
            }
          }
        },
      );
    }
  }, [items, onSent]);

  return {
    items,
    add: useCallback((files, following) => {
      const added = Array.from(files, (file) => ({
        id: (lastId += 1),
        file,
        state: "waiting" as const,
        share: 0,
        error: null,
        following,
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

async function sent(
  { file, following }: UploadItem,
  change: (to: Partial<UploadItem>) => void,
  onSent: (paperId: string) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const onProgress = (share: number) => change({ share });
  const uploaded = await uploadPaper(file, onProgress, signal);
  onSent(uploaded.paperId);
  if (following) {
    change({ state: "following", share: 0 });
    await following.run(uploaded, onProgress, signal);
  }
  return uploaded;
}

/** Return what a failure says, and what to do. */
export function wordsOf(error: Error | null): string {
  return [error?.message, error instanceof ApiError && error.action].filter(Boolean).join(" ");
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
