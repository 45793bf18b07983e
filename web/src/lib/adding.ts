/** Adding published works one after the other, with what became of each; it goes on while one is in another room. */
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AddedWorkView } from "@/api/types";
import { addWorks } from "@/api/works";
import { adding as texts } from "@/texts/adding";
import { common } from "@/texts/common";

export interface Adding {
  /** What names the works that are to be added, in order. */
  wanted: readonly string[];
  /** What became of them, by what names them. */
  done: ReadonlyMap<string, AddedWorkView>;
  busy: boolean;
}

const KEY = ["adding-works"];
const NOTHING: Adding = { wanted: [], done: new Map(), busy: false };

/** The state lives with the answers of the server, so that it goes with them at sign-out. */
export function useAdding() {
  const client = useQueryClient();
  const { data } = useQuery<Adding>({
    queryKey: KEY,
    queryFn: () => state(client),
    initialData: () => state(client),
    enabled: false,
    gcTime: Infinity,
    staleTime: Infinity,
  });
  const add = useCallback((names: readonly string[]) => void run(client, names), [client]);
  const stop = useCallback(
    () => change(client, ({ done, busy }) => ({ wanted: [...done.keys()], done, busy })),
    [client],
  );
  return { adding: data, add, stop };
}

/** Add works that are not waited for yet; a failure is told of its work, and the others follow. */
async function run(client: QueryClient, names: readonly string[]): Promise<void> {
  const { busy } = state(client);
  change(client, ({ wanted, done }) => {
    const again = [...new Set(names)].filter((name) => isOpen(done.get(name)));
    const kept = new Map([...done].filter(([name]) => !again.includes(name)));
    return { wanted: [...wanted.filter((name) => !again.includes(name)), ...again], done: kept, busy: true };
  });
  if (busy) {
    return;
  }
  for (let name = nextOf(client); name !== undefined; name = nextOf(client)) {
    const added = await addOne(name);
    const asked = name;
    change(client, (now) => ({ ...now, done: new Map([...now.done, [asked, added]]) }));
    void client.invalidateQueries({ queryKey: ["papers"] });
  }
  change(client, (now) => ({ ...now, busy: false }));
}

function isOpen(added: AddedWorkView | undefined): boolean {
  return added === undefined || isFault(added);
}

export function isFault({ outcome }: AddedWorkView): boolean {
  return outcome === "unknown" || outcome === "broken" || outcome === "failed";
}

async function addOne(name: string): Promise<AddedWorkView> {
  try {
    const { works } = await addWorks([name]);
    return works[0] ?? failed(name, texts.unsaid);
  } catch (error) {
    return failed(name, error instanceof Error ? error.message : common.tryAgain);
  }
}

function failed(asked: string, detail: string): AddedWorkView {
  return { asked, outcome: "failed", paper_id: null, title: null, line: null, code: "failed", detail };
}

function nextOf(client: QueryClient): string | undefined {
  const { wanted, done } = state(client);
  return wanted.find((name) => !done.has(name));
}

function state(client: QueryClient): Adding {
  return client.getQueryData<Adding>(KEY) ?? NOTHING;
}

function change(client: QueryClient, rule: (now: Adding) => Adding): void {
  client.setQueryData<Adding>(KEY, rule(state(client)));
}
