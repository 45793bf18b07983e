import { useEffect, useState } from "react";
import { explained } from "./faults";
import { openPdf, type PDFDocumentLoadingTask, type PDFDocumentProxy } from "./pdf";

export type PdfState =
  | { status: "loading" }
  | { status: "ready"; document: PDFDocumentProxy; firstPage: { width: number; height: number } }
  | { status: "failed"; error: Error; retry: () => void };

/** Open a paper's PDF, and close it when the paper is left. See `openPdf`. */
export function usePdf(paperId: string, archivedPages: number | null): PdfState {
  const [state, setState] = useState<PdfState>({ status: "loading" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let task: PDFDocumentLoadingTask | null = null;
    setState({ status: "loading" });
    async function open() {
      task = await openPdf(paperId, archivedPages);
      const document = await task.promise;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!left) {
        setState({ status: "ready", document, firstPage: { width, height } });
      }
    }
    open().catch((error: unknown) => {
      if (!left) {
        setState({ status: "failed", error: explained(error), retry: () => setTries((n) => n + 1) });
      }
    });
    return () => {
      left = true;
      void task?.destroy();
    };
  }, [paperId, archivedPages, tries]);
  return state;
}
