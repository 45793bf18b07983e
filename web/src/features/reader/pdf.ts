/** Opens PDFs with pdf.js: the URLs of its worker and data files, and authorization. */
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
} from "pdfjs-dist";
import { apiUrl, authorization } from "@/api/http";
import { pdfWorker } from "./worker";

export { RenderingCancelledException, TextLayer };
export type { PDFDocumentLoadingTask, PDFDocumentProxy };

// The size of a range request; smaller ones cost more calls than they save bytes. A guess.
const RANGE_BYTES = 256 * 1024;

const worker = PDFWorker.create({ port: pdfWorker() });

// A document opened before its reader is mounted.
let early: { paperId: string; task: Promise<PDFDocumentLoadingTask> } | null = null;
let opened = false;

/** Start opening the first paper's PDF; its reader takes it over. */
export function beginPdf(paperId: string): void {
  if (opened) {
    return;
  }
  const task = begin(paperId);
  early = { paperId, task };
  // The reader that opens it receives the error.
  task
    .then(({ promise }) => promise)
    .then((document) => document.getPage(1))
    .catch(() => undefined);
}

export function openPdf(paperId: string): Promise<PDFDocumentLoadingTask> {
  const begun = early?.paperId === paperId ? early.task : null;
  early = null;
  opened = true;
  return begun ?? begin(paperId);
}

async function begin(paperId: string): Promise<PDFDocumentLoadingTask> {
  const files = new URL("/pdfjs/", location.href).href;
  return getDocument({
    url: apiUrl(`/papers/${paperId}/file`),
    httpHeaders: await authorization(),
    worker,
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  });
}
