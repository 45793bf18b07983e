/** Attaching a source to a paper that is there as a PDF: the source is uploaded as a paper, read, and then named as the source. */
import type { QueryClient } from "@tanstack/react-query";
import { CONSTANTS } from "@/api/constants";
import { ApiError } from "@/api/http";
import { attachSource, getExtraction, getPaper } from "@/api/papers";
import type { ListedPaper } from "@/api/types";
import { library as texts } from "@/texts/library";
import { told } from "@/texts/problems";
import { say } from "@/ui/toasts";
import { titleOf } from "./paper-row";
import { removePapers } from "./removing";
import type { Following } from "./uploads";
import { refreshPapers } from "./use-library";
import { isUnderWay } from "./use-papers";

// Progress is written at most once a second (domain/paper.py).
const LOOK_MS = 1_000;
// Sources are read within seconds, but may wait behind other papers. A guess.
const LONGEST_MS = 10 * 60_000;
// A PDF has no source in it, and plain text has no equations or tables to give.
const NO_SOURCES: readonly string[] = [".pdf", ".txt"];
const ARCHIVE = "application/zip";

export const SOURCE_ENDINGS = CONSTANTS.formats.endings.filter((ending) => !NO_SOURCES.includes(ending));

/**
 * Tell what can be done about a paper's source: attached to a PDF that has been read, or replaced.
 *
 * A PDF with its source is an archive, as an uploaded project is: `hasPdf` tells them apart.
 */
export function sourceOf({ status, media_type: type }: ListedPaper): "attach" | "replace" | null {
  if (status !== "completed") {
    return null;
  }
  return type === "application/pdf" ? "attach" : type === ARCHIVE ? "replace" : null;
}

/** Tell whether a paper has a PDF that a source can be attached to. */
export async function hasPdf(paper: ListedPaper): Promise<boolean> {
  return paper.media_type !== ARCHIVE || Boolean((await getPaper(paper.paper_id)).counts.pages);
}

export function isSource({ name }: File): boolean {
  return SOURCE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

/**
 * Return what follows the upload of a paper's source: it is waited for, attached, and its own paper is deleted.
 *
 * A source that was in the library before stays there.
 */
export function attachTo(paper: ListedPaper, client: QueryClient): Following {
  const { paper_id: id } = paper;
  const title = titleOf(paper);
  // It stays ours when a second try finds the file of the first.
  let ours = false;
  return {
    says: texts.attaching(title),
    run: async ({ paperId, known }, onProgress, signal) => {
      ours ||= !known;
      try {
        await read(paperId, onProgress, signal);
        await attachSource(id, paperId);
      } catch (error) {
        throw ours && error instanceof ApiError ? withKept(error) : error;
      }
      client.removeQueries({ queryKey: ["content", id] });
      void refreshPapers(client);
      say(texts.attached(title));
      if (ours) {
        removePapers(client, [paperId], texts.sourceDeleted);
      }
    },
  };
}

/** Wait until a paper is read. */
async function read(id: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
  const until = Date.now() + LONGEST_MS;
  for (;;) {
    const { status, progress, error: fault } = await getExtraction(id, signal);
    if (status === "completed") {
      return;
    }
    if (!isUnderWay({ status })) {
      const error = fault && told(fault);
      throw new ApiError({
        status: 0,
        code: error?.code ?? status,
        detail: texts.sourceNotRead(error?.message ?? ""),
        action: error?.action ?? null,
        retryable: false,
      });
    }
    if (Date.now() >= until) {
      throw new ApiError({
        status: 0,
        code: "timeout",
        detail: texts.sourceLate,
        action: texts.attachLater,
        retryable: true,
      });
    }
    onProgress(progress.percent / 100);
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException("stopped", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, LOOK_MS);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Return a failure that says, too, what became of the uploaded source. */
function withKept(error: ApiError): ApiError {
  const { message, status, code, retryable, current, retryAfterS } = error;
  const action = [error.action, texts.sourceKept].filter(Boolean).join(" ");
  return new ApiError({ detail: message, status, code, retryable, action, current }, retryAfterS);
}
