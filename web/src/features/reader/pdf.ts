/** pdf.js, and what it needs from us: where its worker and its data files lie, and who may read the file. */
import {
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  ResponseException,
  TextLayer,
} from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { apiUrl, authorization } from "@/api/http";

export { InvalidPDFException, RenderingCancelledException, ResponseException, TextLayer };
export type { PDFDocumentLoadingTask, PDFDocumentProxy };

// One piece of a file that is read by ranges; smaller ones cost more calls than they save bytes. A guess.
const RANGE_BYTES = 256 * 1024;

GlobalWorkerOptions.workerSrc = workerUrl;
const worker = new PDFWorker();

export async function openPdf(paperId: string): Promise<PDFDocumentLoadingTask> {
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
