/** The PDF that the reader shows, for parts of the page that draw from it without opening it again. */
import { useSyncExternalStore } from "react";
import type { PDFDocumentProxy } from "./pdf";

interface OpenPdf {
  paperId: string;
  document: PDFDocumentProxy;
}

let open: OpenPdf | null = null;
const listeners = new Set<() => void>();

/** Name the PDF that is shown, or that none is any more. */
export function setOpenPdf(pdf: OpenPdf | null): void {
  open = pdf;
  listeners.forEach((listener) => listener());
}

/** Return the PDF of a paper while the reader shows it, else null. */
export function useOpenPdf(paperId: string): PDFDocumentProxy | null {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  return shown?.paperId === paperId ? shown.document : null;
}
