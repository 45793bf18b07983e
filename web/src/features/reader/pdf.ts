/** Opens PDFs with pdf.js: the URLs of its worker and data files, and authorization. */
import {
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
} from "pdfjs-dist";
import type { DocumentInitParameters } from "pdfjs-dist/types/src/display/api";
import { apiUrl, authorization, getFile } from "@/api/http";
import { filesIn } from "@/lib/archive";
import { reader as texts } from "@/texts/reader";
import { likeliestPdfs } from "./archived-pdf";
import { pdfWorker } from "./worker";

export { RenderingCancelledException };
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

/** Open a paper's PDF; `archivedPages` is its number of pages where the file is an archive that holds it. */
export function openPdf(paperId: string, archivedPages: number | null): Promise<PDFDocumentLoadingTask> {
  if (archivedPages !== null) {
    return beginArchived(paperId, archivedPages);
  }
  const begun = early?.paperId === paperId ? early.task : null;
  early = null;
  opened = true;
  return begun ?? begin(paperId);
}

/** Open a paper's file, which is a PDF, for a look that is not the reader's. */
export function openFile(paperId: string): Promise<PDFDocumentLoadingTask> {
  return begin(paperId);
}

async function begin(paperId: string): Promise<PDFDocumentLoadingTask> {
  return open({
    url: apiUrl(`/papers/${paperId}/file`),
    httpHeaders: await authorization(),
    rangeChunkSize: RANGE_BYTES,
    disableAutoFetch: true,
  });
}

/** Open the PDF in a paper's archive: of those that are likely, the one with as many pages as were read. */
async function beginArchived(paperId: string, pages: number): Promise<PDFDocumentLoadingTask> {
  const archive = await getFile(`/papers/${paperId}/file`);
  for (const file of likeliestPdfs(await filesIn(await archive.arrayBuffer()))) {
    const task = open({ data: await file.bytes() });
    const document = await task.promise.catch(() => null);
    if (document?.numPages === pages) {
      return task;
    }
    await task.destroy();
  }
  throw new Error(texts.noSuchPdf);
}

/** Open a PDF that is at hand. */
export function openBytes(data: Uint8Array): PDFDocumentLoadingTask {
  return open({ data });
}

function open(source: DocumentInitParameters): PDFDocumentLoadingTask {
  const files = new URL("/pdfjs/", location.href).href;
  return getDocument({
    ...source,
    worker,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
  });
}
