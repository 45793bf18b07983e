/** Zotero: what is connected, taking in a collection, and sending notes back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getZotero } from "@/api/zotero";
import type { LibraryOfZotero } from "@/api/types";
import { settings as texts } from "@/texts/settings";
import { common } from "@/texts/common";
import { listed } from "@/texts/words";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/states";
import { ApiError } from "@/api/http";
import { useZotero, type Work } from "./use-zotero";

export function Zotero() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["zotero"],
    queryFn: ({ signal }) => getZotero(signal),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-labelledby="zotero" className="mt-8 text-sm">
      <h2 id="zotero" className="font-semibold">
        Zotero
      </h2>
      {data ? (
        <Connected libraries={data.libraries} />
      ) : error ? (
        <div className="mt-1 text-soft">
          <p>
            {error.message} {error instanceof ApiError && error.action}
          </p>
          <Button icon="retry" className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
            {common.retry}
          </Button>
        </div>
      ) : (
        <div className="mt-2">
          <Skeleton lines={2} label={texts.askingZotero} />
        </div>
      )}
    </section>
  );
}

function Connected({ libraries }: { libraries: readonly LibraryOfZotero[] }) {
  const [path, setPath] = useState(libraries[0]?.path ?? "");
  const [collection, setCollection] = useState("");
  const { work, take, send, stop } = useZotero();
  const library = libraries.find((one) => one.path === path);
  const busy = work?.busy ?? false;
  if (!library) {
    return <p className="mt-1 text-soft">{texts.opensNothing}</p>;
  }
  const select = "mt-1 block h-9 w-full rounded-lg border border-line bg-surface px-2 text-ink";
  return (
    <>
      <p className="mt-1 text-soft">{texts.connected(libraries.map(({ name }) => name))}</p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <label className="text-soft">
          {texts.library}
          <select
            value={path}
            disabled={busy}
            onChange={(event) => {
              setPath(event.target.value);
              setCollection("");
            }}
            className={select}
          >
            {libraries.map((one) => (
              <option key={one.path} value={one.path}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label className="text-soft">
          {texts.collection}
          <select
            value={collection}
            disabled={busy}
            onChange={(event) => setCollection(event.target.value)}
            className={select}
          >
            <option value="">{texts.wholeLibrary}</option>
            {nested(library.collections).map(({ key, name, depth }) => (
              <option key={key} value={key}>
                {"\u2003".repeat(depth)}
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="primary" icon="download" disabled={busy} onClick={() => void take(path, collection || null)}>
          {texts.import}
        </Button>
        <Button icon="upload" disabled={busy || !libraries.some((one) => one.writable)} onClick={() => void send()}>
          {texts.sendNotes}
        </Button>
        {busy && (
          <Button look="plain" icon="stop" onClick={stop}>
            {texts.stop}
          </Button>
        )}
      </div>
      {!libraries.some((one) => one.writable) && <p className="mt-2 text-xs text-soft">{texts.mayNotWrite}</p>}
      {work && <Told work={work} />}
    </>
  );
}

function Told({ work }: { work: Work }) {
  const failed = work.kind === "import" ? work.items.filter(({ outcome }) => outcome === "failed") : [];
  return (
    <div className="mt-3">
      <p role="status" className={work.busy ? "animate-pulse text-accent" : ""}>
        {work.busy ? texts.working : work.error ? "" : texts.done}{" "}
        {work.kind === "import" ? ofImport(work) : ofSend(work)}
      </p>
      {failed.length > 0 && (
        <ul className="mt-2 rounded-lg bg-warn-tint px-4 py-2 text-warn">
          {failed.map(({ key, title, detail }) => (
            <li key={key}>
              <bdi>{title}</bdi>: {detail}
            </li>
          ))}
        </ul>
      )}
      {work.kind === "send" && work.sent.refused.length > 0 && (
        <p className="mt-2 rounded-lg bg-warn-tint px-4 py-2 text-warn">{texts.refused(work.sent.refused)}</p>
      )}
      {work.error && (
        <p role="alert" className="mt-2 text-danger">
          {work.error.message} {work.error instanceof ApiError && work.error.action} {texts.keptBefore}
        </p>
      )}
    </div>
  );
}

function ofImport({ items, notes, error }: Extract<Work, { kind: "import" }>): string {
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const said = (["added", "record", "there", "gone", "failed"] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => texts.imported[outcome](count(outcome)));
  const came = said.length ? `${listed(said)}.` : error ? "" : texts.nothingNew;
  return notes ? `${came} ${texts.notesCame(notes)}` : came;
}

function ofSend({ sent }: Extract<Work, { kind: "send" }>): string {
  const { written, changed, conflicts, left_out: leftOut } = sent;
  return [
    texts.written(written, changed),
    conflicts > 0 && texts.conflicts(conflicts),
    leftOut.length > 0 && texts.leftOut(leftOut.length),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return collections with those nested in them behind them, and how deep each stands. */
function nested(
  all: LibraryOfZotero["collections"],
  parent: string | null = null,
  depth = 0,
): { key: string; name: string; depth: number }[] {
  const known = new Set(all.map(({ key }) => key));
  return all
    .filter((one) => (one.parent !== null && known.has(one.parent) ? one.parent : null) === parent)
    .flatMap(({ key, name }) => [{ key, name, depth }, ...(depth < 9 ? nested(all, key, depth + 1) : [])]);
}
