/** The first page of a paper's PDF in small, drawn here: the server keeps no pictures of pages. */
import { useEffect, useState } from "react";
import { drawPage, release } from "./canvas";
import { openFile } from "./pdf";

// Wide enough for a card on a sharp screen.
const WIDTH = 260;
// Pictures of some tens of kilobytes each. A guess.
const MOST = 400;
// Each takes a worker's time and calls for parts of a file. A guess.
const AT_ONCE = 2;

/** The pictures that were drawn since the page was opened, by paper and change; null: it cannot be drawn. */
const drawn = new Map<string, string | null>();
const waiting: (() => void)[] = [];
let busy = 0;

/** `version` changes when the paper's file may have. */
export default function FirstPage({ paperId, version }: { paperId: string; version: string }) {
  const key = `${paperId} ${version}`;
  const [, setDone] = useState<string | null>(null);
  useEffect(() => {
    const wish = new AbortController();
    if (!drawn.has(key)) {
      void inTurn(wish.signal, async () => {
        remember(key, await pictureOf(paperId).catch(() => null));
        if (!wish.signal.aborted) {
          setDone(key);
        }
      });
    }
    return () => wish.abort();
  }, [key, paperId]);
  const url = drawn.get(key);
  return url ? <img src={url} alt="" draggable={false} className="w-full bg-white" data-first-page /> : null;
}

async function pictureOf(paperId: string): Promise<string | null> {
  const task = await openFile(paperId);
  try {
    const canvas = await drawPage(await task.promise, 1, WIDTH, 0).done;
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas ? canvas.toBlob(resolve, "image/webp", 0.8) : resolve(null),
    );
    release(canvas);
    return blob && URL.createObjectURL(blob);
  } finally {
    await task.destroy();
  }
}

function remember(key: string, url: string | null): void {
  drawn.set(key, url);
  const [oldest] = drawn;
  if (drawn.size > MOST && oldest) {
    drawn.delete(oldest[0]);
    if (oldest[1]) {
      URL.revokeObjectURL(oldest[1]);
    }
  }
}

/** Do some work when it is its turn, unless it is not wanted any more; what came last is looked at first. */
async function inTurn(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (busy >= AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  busy += 1;
  try {
    if (!signal.aborted) {
      await work();
    }
  } finally {
    busy -= 1;
    waiting.pop()?.();
  }
}
