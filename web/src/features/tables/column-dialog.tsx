/** Adds columns to a table: a question of one's own, ready-made ones, or one computed from others. */
import { useState, type ReactNode } from "react";
import { CONSTANTS } from "@/api/constants";
import { ApiError } from "@/api/http";
import { MOST_COLUMNS, NO_COLUMN } from "@/api/tables";
import type { AskedColumn, NewColumn } from "@/api/types";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Expected } from "./expected";
import { TemplateChoice } from "./template-choice";

const WAYS = ["own", "ready", "computed"] as const;
type Way = (typeof WAYS)[number];
const LIMITS = CONSTANTS.limits;
const FIELD = "mt-1 w-full rounded-lg border border-line bg-surface px-3 py-2 text-base font-normal";
const PANES = "mt-3 flex flex-col gap-3 text-sm";

interface ColumnDialogProps {
  columns: readonly AskedColumn[];
  paperIds: readonly string[];
  onAdd: (columns: NewColumn[]) => Promise<unknown>;
  onClose: () => void;
}

export function ColumnDialog({ columns, paperIds, onAdd, onClose }: ColumnDialogProps) {
  const [way, setWay] = useState<Way>("own");
  const [own, setOwn] = useState(NO_COLUMN);
  const [computed, setComputed] = useState<NewColumn>({ ...NO_COLUMN, kind: "computed" });
  const [ready, setReady] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const wanted = {
    own: own.question.trim() ? [own] : [],
    ready: ready.map((template) => ({ ...NO_COLUMN, template })),
    computed: computed.expression.trim() ? [computed] : [],
  }[way];
  const room = MOST_COLUMNS - columns.length;
  const full = wanted.length > room;
  const add = async (close: () => void) => {
    setBusy(true);
    setError(null);
    try {
      await onAdd(wanted);
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(`${texts.wentWrong} ${common.tryAgain}`));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title={texts.addColumn} onClose={onClose}>
      {(close) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted.length && !full && !busy) {
              void add(close);
            }
          }}
        >
          <div role="group" aria-label={texts.kind} className="flex gap-1 rounded-lg bg-hover p-1">
            {WAYS.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={way === name}
                onClick={() => setWay(name)}
                className="min-h-8 flex-1 rounded-lg px-2 text-sm text-soft hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm"
              >
                {texts.ways[name]}
              </button>
            ))}
          </div>
          {way === "own" && <OwnPane column={own} onChange={setOwn} />}
          {way === "ready" && (
            <div className={PANES}>
              <TemplateChoice
                chosen={ready}
                there={columns.map(({ question }) => question)}
                onChange={setReady}
                className="max-h-[45vh] overflow-y-auto"
              />
            </div>
          )}
          {way === "computed" && <ComputedPane column={computed} columns={columns} onChange={setComputed} />}
          {(error || full) && (
            <p role="alert" className="mt-3 text-sm text-danger">
              {error
                ? `${error.message} ${(error instanceof ApiError && error.action) || ""}`
                : room > 0
                  ? texts.roomFor(room)
                  : texts.columnsFull(MOST_COLUMNS)}
            </p>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
            <div className="mr-auto min-h-5">
              {way !== "computed" && <Expected columns={wanted.length} source={{ paper_ids: [...paperIds] }} />}
            </div>
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" look="primary" disabled={busy || full || !wanted.length}>
              {wanted.length > 1 ? texts.addColumns(wanted.length) : texts.addTheColumn}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface PaneProps {
  column: NewColumn;
  onChange: (column: NewColumn) => void;
}

function OwnPane({ column, onChange }: PaneProps) {
  return (
    <div className={PANES}>
      <label className="font-medium">
        {texts.whatToFind}
        <textarea
          autoFocus
          rows={2}
          maxLength={LIMITS.columnQuestionCharacters}
          value={column.question}
          onChange={(event) => onChange({ ...column, question: event.target.value })}
          placeholder={texts.findExample}
          className={`${FIELD} resize-y`}
        />
      </label>
      <NameField {...{ column, onChange }} hint={texts.shortName} />
      <label className="flex w-fit items-center gap-2">
        <input
          type="checkbox"
          checked={column.kind === "number"}
          onChange={(event) => onChange({ ...column, kind: event.target.checked ? "number" : "words" })}
          className="size-4"
        />
        {texts.isNumber}
      </label>
    </div>
  );
}

function ComputedPane({ column, columns, onChange }: PaneProps & { columns: readonly AskedColumn[] }) {
  const usable = columns.filter(({ kind }) => kind !== "computed");
  return (
    <div className={PANES}>
      <label className="font-medium">
        {texts.computedFrom}
        <input
          autoFocus
          maxLength={LIMITS.expressionCharacters}
          value={column.expression}
          onChange={(event) => onChange({ ...column, expression: event.target.value })}
          placeholder="c2 / c1 * 100"
          className={`${FIELD} font-mono`}
        />
      </label>
      <p className="text-sm text-soft">{texts.computedHint}</p>
      <div role="group" aria-label={texts.insertColumn} className="flex flex-wrap gap-1.5">
        {usable.map(({ id, name }) => (
          <Chip
            key={id}
            onClick={() => onChange({ ...column, expression: `${column.expression.trimEnd()} ${id}`.trimStart() })}
          >
            <code>{id}</code> <bdi>{name}</bdi>
          </Chip>
        ))}
      </div>
      <NameField {...{ column, onChange }} hint={texts.computedName} />
    </div>
  );
}

function NameField({ column, onChange, hint }: PaneProps & { hint: string }) {
  return (
    <label className="font-medium">
      {hint}
      <input
        maxLength={LIMITS.columnNameCharacters}
        value={column.name}
        onChange={(event) => onChange({ ...column, name: event.target.value })}
        className={FIELD}
      />
    </label>
  );
}

function Chip({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-7 max-w-full truncate rounded-lg border border-line px-2 text-sm hover:bg-hover"
    >
      {children}
    </button>
  );
}
