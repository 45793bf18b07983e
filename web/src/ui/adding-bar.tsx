/** The foot of a room in which works are added: how many are done, what became of them, and stopping. */
import { isFault, useAdding } from "@/lib/adding";
import { adding as texts } from "@/texts/adding";
import { common } from "@/texts/common";
import { listed } from "@/texts/words";
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
    [count("added"), texts.added],
    [count("record"), texts.record],
    [count("there"), texts.there],
    [done.filter(isFault).length, texts.failed],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, words]) => words(n));
  return (
    <section
      aria-label={texts.title}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-2 text-sm"
    >
      <p role="status">
        {adding.busy ? texts.progress(done.length, adding.wanted.length) : common.done}{" "}
        {said.length > 0 && <span className="text-soft">{listed(said)}.</span>}
      </p>
      {adding.busy && (
        <>
          <span className="min-w-24 flex-1">
            <Progress share={done.length / adding.wanted.length} label={texts.papers} />
          </span>
          <Button look="plain" icon="stop" onClick={stop}>
            {common.stop}
          </Button>
        </>
      )}
    </section>
  );
}
