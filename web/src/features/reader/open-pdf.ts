/** The PDFs that readers show, for parts of the page that draw from it without opening it again. */
import { useSyncExternalStore } from "react";
import type { PDFDocumentProxy } from "./pdf";

const open = new Map<string, PDFDocumentProxy>();
const listeners = new Set<() => void>();

/** Name the PDF that is shown of a paper, or null where none is any more. */
export function setOpenPdf(paperId: string, document: PDFDocumentProxy | null): void {
  if (document) {
    open.set(paperId, document);
  } else {
    open.delete(paperId);
  }
  listeners.forEach((listener) => listener());
}

/** Return the PDF of a paper while the reader shows it, else null. */
export function useOpenPdf(paperId: string): PDFDocumentProxy | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open.get(paperId) ?? null,
  );
}
