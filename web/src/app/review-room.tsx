/** A review beside the cited paper: a click on a citation opens the paper at its box. */
import { useCallback, useRef, useState } from "react";
import type { CitationV1, ReportView } from "@/api/types";
import { findCited } from "@/features/review/cited";
import { ReviewPage } from "@/features/review/review-page";
import { setQuery } from "@/lib/location";
import { citationTarget, type Target } from "@/lib/target";
import { BesidePaper } from "./cited-paper";

export default function ReviewRoom({ reviewId }: { reviewId: string }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const wanted = useRef(new URLSearchParams(location.search).get("cite"));
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
    setTarget(null);
    setShown(null);
    setQuery({ cite: null });
  }
  const page = <ReviewPage key={reviewId} {...{ reviewId, shown }} onCitation={show} onReport={showWanted} />;
  return <BesidePaper {...{ page, target }} opener="[data-citation][aria-pressed=true]" onClose={close} />;
}
