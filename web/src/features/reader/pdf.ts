/** pdf.js, and what it needs from us: where its worker and its data files lie, and who may read the file. */
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

// One piece of a file that is read by ranges; smaller ones cost more calls than they save bytes. A guess.
const RANGE_BYTES = 256 * 1024;

const worker = PDFWorker.create({ port: pdfWorker() });

// What was begun before there is a reader for it.
let early: { paperId: string; task: Promise<PDFDocumentLoadingTask> } | null = null;
let opened = false;

/** Begin to open the first paper's PDF; its reader goes on with that. */
export function beginPdf(paperId: string): void {
  if (opened) {
    return;
  }
  const task = begin(paperId);
  early = { paperId, task };
  // Whoever opens it hears what went wrong.
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
