/** Zotero: finding and connecting it, taking in a collection, and sending notes back. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getZotero } from "@/api/zotero";
import type { LibraryOfZotero, TakenItemView, ZoteroConnection } from "@/api/types";
import { settings as texts } from "@/texts/settings";
import { common } from "@/texts/common";
import { listed } from "@/texts/words";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/states";
import { ApiError } from "@/api/http";
import { Fault } from "./fault";
import { useChange, useConnections } from "./use-connections";
import { useZotero, type Work } from "./use-zotero";

const KEYS = "https://www.zotero.org/settings/keys";

export function Zotero() {
  const { data, error, isFetching, refetch } = useConnections();
  return (
    <section aria-labelledby="zotero" className="mt-8 text-sm">
      <h2 id="zotero" className="font-semibold">
        Zotero
      </h2>
      {data ? (
        <>
          {data.zotero.connected || data.zotero.has_key ? (
            <Libraries zotero={data.zotero} />
          ) : (
            <Offer zotero={data.zotero} looking={isFetching} onLook={() => void refetch()} />
          )}
          <Key zotero={data.zotero} />
        </>
      ) : error ? (
        <Away error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="mt-2">
          <Skeleton lines={2} label={texts.askingZotero} />
        </div>
      )}
    </section>
  );
}

function Away({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  return (
    <div className="mt-1 text-soft">
      <p>
        {error.message} {error instanceof ApiError && error.action}
      </p>
      <Button icon="retry" className="mt-2" disabled={busy} onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  );
}

/** What runs on this machine, with the button that connects it. */
function Offer({ zotero, looking, onLook }: { zotero: ZoteroConnection; looking: boolean; onLook: () => void }) {
  const { change } = useChange();
  return (
    <div className="mt-1">
      <p className="text-soft">{texts.program[zotero.program](zotero.version)}</p>
      <div className="mt-2">
        {zotero.program === "ready" ? (
          <Button look="primary" disabled={change.isPending} onClick={() => change.mutate({ zotero_program: true })}>
            {texts.connect}
          </Button>
        ) : (
          <Button icon="retry" disabled={looking} onClick={onLook}>
            {texts.lookAgain}
          </Button>
        )}
      </div>
      <Fault error={change.error} />
    </div>
  );
}

function Libraries({ zotero }: { zotero: ZoteroConnection }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["zotero"],
    queryFn: ({ signal }) => getZotero(signal),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const { change } = useChange();
  return (
    <>
      {data ? (
        <Connected libraries={data.libraries} zotero={zotero} />
      ) : error ? (
        <Away error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className="mt-2">
          <Skeleton lines={2} label={texts.askingZotero} />
        </div>
      )}
      {zotero.connected && !zotero.fixed_by.includes("SCHOLARAI_ZOTERO_URL") && (
        <Button
          look="plain"
          className="mt-2 -ml-2.5"
          disabled={change.isPending}
          onClick={() => change.mutate({ zotero_program: false })}
        >
          {texts.disconnect}
        </Button>
      )}
      <Fault error={change.error} />
    </>
  );
}

function Connected({ libraries, zotero }: { libraries: readonly LibraryOfZotero[]; zotero: ZoteroConnection }) {
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
                {texts.counted(one.name, one.items)}
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
            {nested(library.collections).map(({ key, name, items, depth }) => (
              <option key={key} value={key}>
                {"\u2003".repeat(depth)}
                {texts.counted(name, items)}
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
      <Watch path={path} collection={collection || null} zotero={zotero} />
      <MayWrite writable={libraries.some((one) => one.writable)} zotero={zotero} />
      {work && <Told work={work} />}
    </>
  );
}

/** The switch that imports what is new in the chosen collection automatically. */
function Watch(props: { path: string; collection: string | null; zotero: ZoteroConnection }) {
  const { path, collection, zotero } = props;
  const { change } = useChange();
  const { watched } = zotero;
  const isThis = watched?.library === path && watched.collection === collection;
  return (
    <>
      <label className="mt-3 flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={isThis}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ watched: event.target.checked ? { library: path, collection } : null })}
        />
        {texts.watch}
      </label>
      {watched && !isThis && <p className="mt-1 text-soft">{texts.watchesOther}</p>}
      <Fault error={change.error} />
    </>
  );
}

function MayWrite({ writable, zotero }: { writable: boolean; zotero: ZoteroConnection }) {
  const { ask } = useChange();
  if (!zotero.may_ask) {
    return writable ? null : <p className="mt-2 text-soft">{texts.mayNotWrite}</p>;
  }
  return (
    <div className="mt-2">
      <p className="text-soft">{ask.isPending ? texts.answerZotero : texts.writeAsks}</p>
      <Button className="mt-2" disabled={ask.isPending} onClick={() => ask.mutate()}>
        {texts.allowWriting}
      </Button>
      <Fault error={ask.error} />
    </div>
  );
}

/** A key of zotero.org, for a Zotero on another machine, or one that cannot be written to. */
function Key({ zotero }: { zotero: ZoteroConnection }) {
  const { change } = useChange();
  const [key, setKey] = useState("");
  const fixed = zotero.fixed_by.filter((name) => name !== "SCHOLARAI_ZOTERO_URL");
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-soft">{texts.zoteroOnline}</summary>
      {fixed.length > 0 ? (
        <p className="mt-2 text-soft">{texts.fixed(fixed)}</p>
      ) : (
        <form
          className="mt-2 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ zotero_key: key }, { onSuccess: () => setKey("") });
          }}
        >
          <label className="min-w-0 grow text-soft">
            {texts.zoteroKey}
            <input
              type="password"
              autoComplete="off"
              required
              value={key}
              placeholder={zotero.has_key ? texts.keyKept : ""}
              onChange={(event) => setKey(event.target.value)}
              className="mt-1 block h-9 w-full rounded-lg border border-line bg-surface px-2 text-ink"
            />
          </label>
          <Button type="submit" disabled={change.isPending}>
            {texts.useZoteroKey}
          </Button>
          {zotero.has_key && (
            <Button look="plain" disabled={change.isPending} onClick={() => change.mutate({ zotero_key: "" })}>
              {texts.forgetZoteroKey}
            </Button>
          )}
          <p className="basis-full text-soft">
            {texts.zoteroKeyHint}{" "}
            <a href={KEYS} target="_blank" rel="noreferrer" className="underline hover:text-ink">
              {KEYS.replace("https://www.", "")}
            </a>
            .
          </p>
        </form>
      )}
      <Fault error={change.error} />
    </details>
  );
}

function Told({ work }: { work: Work }) {
  const failed =
    work.kind === "import" ? work.items.filter(({ outcome }) => outcome === "failed" || outcome === "left_out") : [];
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
  const count = (kind: string) => items.filter((item) => kindOf(item) === kind).length;
  const said = (["added", "supplement", "record", "there", "gone", "left_out", "failed"] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => texts.imported[kind](count(kind)));
  const came = said.length ? `${listed(said)}.` : error ? "" : texts.nothingNew;
  return notes ? `${came} ${texts.notesCame(notes)}` : came;
}

/** What became of an item; a further PDF that is here is a supplement, whether it was here before or not. */
function kindOf({ outcome, supplement_of: of }: TakenItemView): string {
  return of !== null && (outcome === "added" || outcome === "there") ? "supplement" : outcome;
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
): { key: string; name: string; items: number | null; depth: number }[] {
  const known = new Set(all.map(({ key }) => key));
  return all
    .filter((one) => (one.parent !== null && known.has(one.parent) ? one.parent : null) === parent)
    .flatMap(({ key, name, items }) => [
      { key, name, items, depth },
      ...(depth < 9 ? nested(all, key, depth + 1) : []),
    ]);
}
