/** Changes of a finished report; each one says so when it is done, with the way back to what was there before. */
import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { editReview } from "@/api/reviews";
import type { EditReport, ReviewSummary } from "@/api/types";
import { reviews as texts } from "@/texts/reviews";
import { say } from "@/ui/toasts";
import { isUnderWay } from "./steps";

export interface Edits {
  /** `done` is what is said once the change is there. */
  edit: (wish: EditReport, done: string) => void;
  error: Error | null;
}

export function useEdits(reviewId: string, review: ReviewSummary | undefined, refresh: () => Promise<unknown>): Edits {
  const { mutate, error } = useMutation({
    mutationFn: (wish: EditReport) => editReview(reviewId, wish),
    onSuccess: refresh,
  });
  const ordered = useRef<{ from: number; done: string; wish: EditReport } | null>(null);
  const version = review?.version ?? 0;
  const edit = useCallback(
    (wish: EditReport, done: string) => {
      ordered.current = { from: version, done, wish };
      mutate(wish, {
        onError: () => {
          ordered.current = null;
        },
      });
    },
    [mutate, version],
  );
  useEffect(() => {
    const last = ordered.current;
    if (review && last && !isUnderWay(review) && review.version > last.from) {
      ordered.current = null;
      const { from, done, wish } = last;
      // A section that was added or restored may not have been there before: then the whole version is.
      const section = ["add", "restore"].includes(wish.action) ? null : wish.section_id;
      const before: EditReport = { action: "restore", section_id: section, version: from };
      say(done, done === texts.takenBack ? {} : { undo: () => edit(before, texts.takenBack) });
    }
  }, [review, edit]);
  return { edit, error };
}
