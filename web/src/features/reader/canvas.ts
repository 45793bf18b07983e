/** Renders a page on a new canvas, which replaces the previous one only when it is finished. */
import { RenderingCancelledException, type PDFDocumentProxy } from "./pdf";
import type { Rotation } from "@/lib/boxes";

// 16 million pixels, 64 MB: phones refuse larger canvases (pdf.js' own default is twice as much).
const MOST_PIXELS = 2 ** 24;

export interface Drawing {
  stop: () => void;
  done: Promise<HTMLCanvasElement | null>;
}

/** Render a page `width` CSS pixels wide; the canvas is null if rendering was stopped. */
export function drawPage(document: PDFDocumentProxy, pageNumber: number, width: number, rotation: Rotation): Drawing {
  let stopped = false;
  let stopTask = () => {};
  async function draw() {
    const page = await document.getPage(pageNumber);
    if (stopped) {
      return null;
    }
    const turned = { rotation: (page.rotate + rotation) % 360 };
    const natural = page.getViewport({ scale: 1, ...turned });
    const viewport = page.getViewport({ scale: sharpness(width, natural) * (width / natural.width), ...turned });
    const canvas = globalThis.document.createElement("canvas");
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    stopTask = () => task.cancel();
    await task.promise;
    return canvas;
  }
  return {
    stop: () => {
      stopped = true;
      stopTask();
    },
    done: draw().catch((error: unknown) => {
      if (stopped || error instanceof RenderingCancelledException) {
        return null;
      }
      throw error;
    }),
  };
}

/** Let pdf.js drop a page's operator list; it does so as soon as no rendering uses it. */
export function forget(document: PDFDocumentProxy, pageNumber: number): void {
  document.getPage(pageNumber).then(
    (page) => page.cleanup(),
    () => undefined, // the document was closed with all of its pages
  );
}

/** Free a canvas' memory at once instead of at the next garbage collection. */
export function release(canvas: HTMLCanvasElement | null): void {
  if (canvas) {
    canvas.width = 0;
    canvas.height = 0;
  }
}

function sharpness(width: number, natural: { width: number; height: number }): number {
  const pixels = width * width * (natural.height / natural.width);
  return Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / pixels));
}
