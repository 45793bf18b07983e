/** Papers: one paper's state and content, uploading, retrying, deleting. */
import { CONSTANTS } from "./constants";
import { ApiError, fromFailure, getFile, getJson, sendJson } from "./http";
import { fromProblem } from "./problem";
import type {
  AttachedSource,
  BriefView,
  CreatedPaper,
  DescribedPaper,
  Extraction,
  ContentView,
  MergedPaper,
  PaperList,
  PaperView,
  ProblemDetails,
  RelatedView,
  Upload,
} from "./types";
import { calls as texts } from "@/texts/calls";
import { common } from "@/texts/common";

export function getPaper(id: string, signal?: AbortSignal): Promise<PaperView> {
  return getJson(`/papers/${id}`, signal);
}

const LISTED_PER_CALL = CONSTANTS.limits.papersPerList;

/** Return those of the papers that there are, in this order, however many. */
export async function getPapers(ids: readonly string[], signal?: AbortSignal): Promise<PaperView[]> {
  const found: PaperView[] = [];
  for (let start = 0; start < ids.length; start += LISTED_PER_CALL) {
    const query = new URLSearchParams({ papers: ids.slice(start, start + LISTED_PER_CALL).join(";") });
    const list: PaperList = await getJson(`/papers?${query}`, signal);
    found.push(...list.papers);
  }
  return found;
}

/** Return the supplements of a paper. */
export async function getSupplements(id: string, signal?: AbortSignal): Promise<PaperView[]> {
  const list: PaperList = await getJson(`/papers?${new URLSearchParams({ supplements_of: id })}`, signal);
  return list.papers;
}

export function getExtraction(id: string, signal?: AbortSignal): Promise<Extraction> {
  return getJson(`/papers/${id}/extraction`, signal);
}

export function getContent(id: string, signal?: AbortSignal): Promise<ContentView> {
  return getJson(`/papers/${id}/content`, signal);
}

export function getBrief(id: string, signal?: AbortSignal): Promise<BriefView> {
  return getJson(`/papers/${id}/brief`, signal);
}

export function getRelated(id: string, signal?: AbortSignal): Promise<RelatedView> {
  return getJson(`/papers/${id}/related`, signal);
}

export const PAPER_FORMATS = CONSTANTS.paperExports;
export type PaperFormat = keyof typeof PAPER_FORMATS;
export const CITATION_STYLES = CONSTANTS.citationStyles;
export type CitationStyle = keyof typeof CITATION_STYLES;

/** Return papers, or all of the library where `ids` is null, as a file of references, or as a bibliography in a style. */
export function exportPapers(
  ids: readonly string[] | null,
  format: PaperFormat,
  style: CitationStyle | null,
): Promise<Blob> {
  const query = new URLSearchParams({ format, ...(ids && { papers: ids.join(";") }), ...(style && { style }) });
  return getFile(`/papers/export?${query}`);
}

export const TABLE_FORMATS = CONSTANTS.tableExports;
export type TableFormat = keyof typeof TABLE_FORMATS;

/** Return a table as a file; tables are numbered from 1. */
export function exportTable(id: string, number: number, format: TableFormat): Promise<Blob> {
  return getFile(`/papers/${id}/tables/${number}?format=${format}`);
}

export function extractAgain(id: string): Promise<Extraction> {
  return sendJson("POST", `/papers/${id}/extract`);
}

/** Have a paper read again from its PDF and from the file of another paper. */
export function attachSource(id: string, sourceId: string): Promise<Extraction> {
  return sendJson("POST", `/papers/${id}/source`, { source_id: sourceId } satisfies AttachedSource);
}

export function describePaper(id: string, changes: DescribedPaper): Promise<PaperView> {
  return sendJson("PATCH", `/papers/${id}`, changes);
}

/** Give a paper what is kept of a second record of it; a call with the same key is one. */
export function mergePapers(id: string, merged: MergedPaper, key: string): Promise<PaperView> {
  return sendJson("POST", `/papers/${id}/merge`, merged, { key });
}

export function deletePaper(id: string): Promise<void> {
  return sendJson("DELETE", `/papers/${id}`);
}

export interface Uploaded {
  paperId: string;
  /** The same file was in the library before, so that nothing was sent. */
  known: boolean;
}

/**
 * Announce a file, upload it to the returned URL unless it is there already, and return its paper.
 *
 * If the upload fails, the announced paper is deleted.
 */
export async function uploadPaper(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  if (!file.size) {
    throw new ApiError({
      status: 0,
      code: "empty_file",
      detail: texts.emptyFile,
      action: texts.downloadAgain,
      retryable: false,
    });
  }
  const created = await sendJson<CreatedPaper>("POST", "/papers", {
    filename: file.name,
    size_bytes: file.size,
    sha256: await digest(file),
  });
  if (!created.upload) {
    return { paperId: created.paper_id, known: true };
  }
  try {
    signal.throwIfAborted();
    await put(created.upload, file, onProgress, signal);
  } catch (error) {
    await deletePaper(created.paper_id).catch(() => undefined);
    throw error;
  }
  return { paperId: created.paper_id, known: false };
}

// A browser takes a whole file into memory to hash it; longer ones are sent unseen. A guess.
const LONGEST_HASHED = 100 * 2 ** 20;

/** The file's SHA-256, or null where it is too long or the browser has no hashes to offer, as on pages without TLS. */
async function digest(file: File): Promise<string | null> {
  if (file.size > LONGEST_HASHED) {
    return null;
  }
  try {
    const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return null;
  }
}

// A line on which nothing moves is given up; storing a large file behind the last byte takes a while, too. A guess.
const LONGEST_STILL_MS = 120_000;

/** Uses XMLHttpRequest, since fetch does not report the progress of an upload. */
function put(upload: Upload, file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(upload.method, upload.url);
    for (const [name, value] of Object.entries(upload.headers)) {
      request.setRequestHeader(name, value);
    }
    let still = false;
    const giveUp = () => {
      still = true;
      request.abort();
    };
    let timer = setTimeout(giveUp, LONGEST_STILL_MS);
    request.upload.onprogress = (event) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, LONGEST_STILL_MS);
      onProgress(event.total ? event.loaded / event.total : 0);
    };
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => (request.status < 300 ? resolve() : reject(refused(request)));
    request.onerror = () => reject(fromFailure(new TypeError("network")));
    request.onabort = () =>
      reject(
        still
          ? fromFailure(new DOMException("no progress", "TimeoutError"))
          : new DOMException("stopped", "AbortError"),
      );
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function refused(request: XMLHttpRequest): ApiError {
  try {
    return fromProblem(JSON.parse(request.responseText) as ProblemDetails);
  } catch {
    return new ApiError({
      status: request.status,
      code: "upload_refused",
      detail: texts.fileRefused(request.status),
      action: common.tryAgain,
      retryable: true,
    });
  }
}
