/** A review beside the cited paper: a click on a citation opens the paper at its box. */
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import type { CitationV1, ReportView } from "@/api/types";
import { findCited } from "@/features/review/cited";
import { ReviewPage } from "@/features/review/review-page";
import { setQuery } from "@/lib/location";
import { citationTarget, type Target } from "@/lib/target";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Split } from "@/ui/split";
import { Failed, Skeleton } from "@/ui/states";
import { usePapersAsked } from "./papers-asked";
import { useWide } from "./use-wide";

const Reader = lazy(() => import("@/features/reader/reader"));

export default function ReviewRoom({ reviewId }: { reviewId: string }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const wanted = useRef(new URLSearchParams(location.search).get("cite"));
  const wide = useWide();
  const show = useCallback((cite: string, citation: CitationV1) => {
    setTarget(citationTarget(citation));
    setShown(cite);
    setQuery({ cite });
  }, []);
  const showWanted = useCallback(
    (report: ReportView) => {
      const cite = wanted.current;
      const citation = cite && findCited(report, cite);
      if (citation) {
        wanted.current = null;
        show(cite, citation);
      }
    },
    [show],
  );
  function close() {
    // The close button disappears with the paper, so the focus returns to where the paper was opened.
    const chip = document.querySelector<HTMLElement>("[data-citation][aria-pressed=true]");
    queueMicrotask(() => chip?.focus());
    setTarget(null);
    setShown(null);
    setQuery({ cite: null });
  }
  const page = <ReviewPage key={reviewId} {...{ reviewId, shown }} onCitation={show} onReport={showWanted} />;
  const paper = target && (
    <Suspense fallback={<div className="h-full bg-desk" />}>
      <CitedPaper target={target} onClose={close} />
    </Suspense>
  );
  if (wide) {
    return (
      <main className="h-full">
        <Split first={page} second={paper} label="Width of the paper" />
      </main>
    );
  }
  return (
    <main className="relative h-full">
      <div className="h-full" inert={paper !== null}>
        {page}
      </div>
      {paper && <div className="absolute inset-0 z-30 bg-surface">{paper}</div>}
    </main>
  );
}

function CitedPaper({ target, onClose }: { target: Target; onClose: () => void }) {
  const { paperId } = target;
  const { data, error, refetch } = usePapersAsked([paperId]);
  const paper = data?.[0];
  const closing = <IconButton icon="close" label="Close the paper" onClick={onClose} />;
  if (error && !paper) {
    return (
      <div>
        {closing}
        <Failed title="This paper cannot be opened." error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (!paper) {
    return (
      <div className="p-8">
        <Skeleton lines={6} label="Loading the paper" />
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <p className="truncate border-b border-line bg-surface px-4 py-2 text-sm">
        <Link href={`/papers/${paperId}`} className="font-medium hover:text-accent hover:underline">
          {paper.metadata.title ?? paper.filename}
        </Link>
      </p>
      <div className="min-h-0 flex-1">
        <Reader key={paperId} paper={paper} target={target} startPage={null} onPage={ignore} actions={closing} />
      </div>
    </div>
  );
}

function ignore(): void {
  // The address names the review and the citation, which determine the page of the paper.
}
