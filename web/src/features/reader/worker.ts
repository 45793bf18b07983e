/** The worker of pdf.js, started once and early: its 1.2 MB load while the page itself is still rendering. */
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";

let worker: Worker | null = null;

export function pdfWorker(): Worker {
  worker ??= new Worker(workerUrl, { type: "module" });
  return worker;
}
