/** Imports from Zotero and sends to it, call by call, until nothing more is to do or somebody stops. */
import { common } from "@/texts/common";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { importFromZotero, sendToZotero } from "@/api/zotero";
import type { SentView, TakenItemView } from "@/api/types";

// Each call works for a bounded time; more of them than any library needs. A guess.
const MOST_CALLS = 500;

export type Work =
  | { kind: "import"; busy: boolean; items: readonly TakenItemView[]; notes: number; error: Error | null }
  | { kind: "send"; busy: boolean; sent: Omit<SentView, "more">; error: Error | null };

type Imported = Extract<Work, { kind: "import" }>;
type Sent = Extract<Work, { kind: "send" }>;

export function useZotero() {
  const client = useQueryClient();
  const [work, setWork] = useState<Work | null>(null);
  const stopped = useRef(false);

  const repeat = useCallback(
    async <T extends Work>(first: T, step: (before: T) => Promise<{ after: T; more: boolean }>) => {
      stopped.current = false;
      let now = first;
      setWork(now);
      try {
        for (let calls = 0; calls < MOST_CALLS && !isStopped(stopped); calls += 1) {
          const { after, more } = await step(now);
          now = after;
          setWork(now);
          if (!more) {
            break;
          }
        }
        setWork({ ...now, busy: false });
      } catch (error) {
        setWork({ ...now, busy: false, error: error instanceof Error ? error : new Error(`${common.retry}.`) });
      }
      void client.invalidateQueries({ queryKey: ["papers"] });
      void client.invalidateQueries({ queryKey: ["notes"] });
    },
    [client],
  );

  return {
    work,
    stop: () => {
      stopped.current = true;
    },
    take: (library: string, collection: string | null) =>
      repeat<Imported>({ kind: "import", busy: true, items: [], notes: 0, error: null }, async (before) => {
        const { items, notes, more } = await importFromZotero(library, collection);
        const came = (notes.new ?? 0) + (notes.changed ?? 0);
        return { after: { ...before, items: [...before.items, ...items], notes: before.notes + came }, more };
      }),
    send: () =>
      repeat<Sent>(
        {
          kind: "send",
          busy: true,
          sent: { written: 0, changed: 0, conflicts: 0, refused: [], left_out: [] },
          error: null,
        },
        async (before) => {
          const { more, ...sent } = await sendToZotero();
          return { after: { ...before, sent: added(before.sent, sent) }, more };
        },
      ),
  };
}

/** Read again each time: somebody may stop while a call is waited for. */
function isStopped(stopped: React.RefObject<boolean>): boolean {
  return stopped.current;
}

function added(one: Sent["sent"], other: Sent["sent"]): Sent["sent"] {
  return {
    written: one.written + other.written,
    changed: one.changed + other.changed,
    conflicts: one.conflicts + other.conflicts,
    refused: [...new Set([...one.refused, ...other.refused])],
    left_out: [...new Set([...one.left_out, ...other.left_out])],
  };
}
