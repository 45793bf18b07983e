/** The foot of a room in which works are added: how many are done, what became of them, and stopping. */
import { isFault, useAdding } from "@/lib/adding";
import { listed } from "@/lib/text";
import { Button } from "./button";
import { Progress } from "./progress";

export function AddingBar() {
  const { adding, stop } = useAdding();
  if (!adding.wanted.length) {
    return null;
  }
  const done = [...adding.done.values()];
  const count = (outcome: string) => done.filter((one) => one.outcome === outcome).length;
  const parts = [
    [count("added"), "with PDF"],
    [count("record"), "as records"],
    [count("there"), "were there"],
    [done.filter(isFault).length, "not added"],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, words]) => `${n} ${words}`);
  return (
    <section
      aria-label="Adding"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2 text-sm"
    >
      <p role="status">
        {adding.busy ? `${done.length} of ${adding.wanted.length} done. ` : "Done. "}
        {said.length > 0 && <span className="text-soft">{listed(said)}.</span>}
      </p>
      {adding.busy && (
        <>
          <span className="min-w-24 flex-1">
            <Progress share={done.length / adding.wanted.length} label="Adding papers" />
          </span>
          <Button look="plain" icon="stop" onClick={stop}>
            Stop
          </Button>
        </>
      )}
    </section>
  );
}
