/** pdf.js, and what it needs from us: where its worker and its data files lie, and who may read the file. */
import {
  getDocument,
  InvalidPDFException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  ResponseException,
  TextLayer,
} from "pdfjs-dist";
import { ApiError, apiUrl, authorization, fromFailure } from "@/api/http";
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

/** Put pdf.js' faults into the words of ours. */
export function explained(error: unknown): Error {
  if (error instanceof ResponseException) {
    const { status } = error as { status: number };
    const detail =
      status === 404 ? "The file has not arrived or is gone." : `The file could not be fetched (${status}).`;
    return new ApiError({ status, code: "file_unreachable", detail, action: "Try again.", retryable: true });
  }
  if (error instanceof InvalidPDFException) {
    const detail = "The file is damaged: no page of it can be drawn.";
    return new ApiError({ status: 422, code: "damaged", detail, action: "Upload it anew.", retryable: false });
  }
  return fromFailure(error);
}
