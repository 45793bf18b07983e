/** At the foot of every room: how far the uploads are, what failed with a second try, and what a reload lost. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button, IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Progress } from "@/ui/progress";
import { say } from "@/ui/toasts";
import { UploadRow } from "./upload-row";
import {
  canRetry,
  dismissLost,
  dismissUploads,
  isOpen,
  retryUploads,
  shownName,
  useUploads,
  type UploadItem,
} from "./uploads";
import { refreshPapers } from "./use-library";

export function UploadTray() {
  const { items, sent, lost } = useUploads();
  const [all, setAll] = useState(false);
  useArrivals(sent, items.some(isOpen));
  const going = items.filter(isOpen);
  const again = items.filter(canRetry).length;
  // A single one is its own summary.
  const summed = going.length > 1 || again > 1;
  const shown = all || !summed ? items : items.filter((item) => !isOpen(item));
  if (!items.length && !lost.length) {
    return null;
  }
  return (
    <section aria-label={texts.uploads} className="shrink-0 border-t border-line bg-surface text-sm">
      {summed && (
        <div className="flex min-h-11 items-center gap-3 px-4">
          <p role="status" className="shrink-0 tabular-nums">
            {going.length > 0 ? texts.filesSent(sent, sent + going.length) : texts.notSent(again)}
          </p>
          <span className="min-w-8 flex-1">
            {going.length > 0 && <Progress share={shareOf(going, sent)} label={texts.uploads} />}
          </span>
          {again > 1 && (
            <Button icon="retry" onClick={() => retryUploads()}>
              {texts.retryAll}
            </Button>
          )}
          {all && going.length > 1 && (
            <Button look="plain" icon="stop" onClick={() => dismissUploads()}>
              {texts.stopAll}
            </Button>
          )}
          {going.length > 0 && (
            <IconButton
              icon={all ? "down" : "up"}
              label={texts.showUploads}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            />
          )}
        </div>
      )}
      {lost.length > 0 && <Lost names={lost} />}
      {shown.length > 0 && (
        <ul
          aria-label={texts.uploads}
          className="max-h-[30vh] divide-y divide-line overflow-y-auto border-t border-line"
        >
          {shown.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              onRetry={() => retryUploads(item.id)}
              onDismiss={() => dismissUploads(item.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Fetch the lists of papers again as files arrive, and say once when a batch is in. */
function useArrivals(sent: number, busy: boolean): void {
  const client = useQueryClient();
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (sent > 0) {
      void refreshPapers(client);
    }
  }, [client, sent]);
  useEffect(() => {
    if (wasBusy.current && !busy && sent > 1) {
      say(texts.allSent(sent));
    }
    wasBusy.current = busy;
  }, [busy, sent]);
}

function Lost({ names }: { names: readonly string[] }) {
  return (
    <div className="flex items-start gap-3 border-t border-line px-4 py-2">
      <Icon name="warn" className="mt-1 size-5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1 py-1">
        <p role="alert" className="text-pretty">
          {texts.lost(names.length)}
        </p>
        <ul aria-label={texts.lostFiles} tabIndex={0} className="mt-1 max-h-[20vh] overflow-y-auto text-soft">
          {names.map((name, index) => (
            <li key={index} dir="auto" className="text-left wrap-anywhere">
              {shownName(name)}
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon="close" label={common.dismiss} onClick={dismissLost} />
    </div>
  );
}

function shareOf(going: readonly UploadItem[], sent: number): number {
  const under = going.reduce((sum, { state, share }) => sum + (state === "sending" ? share : 0), 0);
  return (sent + under) / (sent + going.length);
}
