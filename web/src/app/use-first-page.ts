import { useEffect, useState } from "react";
import type { PaperView } from "@/api/types";
import { useOpenPdf } from "@/features/reader/open-pdf";

// A file that takes longer, or cannot be shown, holds nothing back. A guess.
const MOST_MS = 3_000;

/** Tell whether the first page of a paper is drawn: what takes the server's time waits until then. */
export function useFirstPage({ id, media_type: type }: PaperView): boolean {
  const drawn = useOpenPdf(id) !== null;
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(id), MOST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return drawn || late === id || type !== "application/pdf";
}
