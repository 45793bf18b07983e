/** The head of a table: its name, how far it is filled, what to do about what failed, and its tools. */
import { exportTable, TABLE_FORMATS, type TableFormat } from "@/api/tables";
import type { TableView } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { spentText } from "@/lib/money";
import { fileNameOf } from "@/lib/saving";
import { common } from "@/texts/common";
import { told } from "@/texts/problems";
import { tables as texts } from "@/texts/tables";
import { Button } from "@/ui/button";
import { ExportMenu, type ExportedFile } from "@/ui/export-menu";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Menu } from "@/ui/menu";
import { Progress } from "@/ui/progress";
import { say } from "@/ui/toasts";
import { WithoutModel } from "@/ui/without-model";
import type { Dialog } from "./dialogs";
import { sayFailure, type Made } from "./use-table";
import { progressOf } from "./view";

const MENU_BUTTON =
  "inline-flex min-h-9 items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-sm font-medium hover:bg-hover";

interface HeadingProps {
  table: TableView;
  made: Made;
  /** How many rows pass the filter. */
  rows: number;
  onDialog: (dialog: Dialog) => void;
  onAgain: () => void;
}

export function Heading({ table: view, made: { change, stop, removeAll }, rows, onDialog, onAgain }: HeadingProps) {
  const { table } = view;
  const { query } = useLocation();
  const { cells, done, failed } = progressOf(view);
  const filling = table.state === "filling";
  const left = cells - done;
  const refresh = () =>
    change.mutate(
      { refresh: true },
      {
        onSuccess: ({ papers }) => {
          const more = papers - view.rows.length;
          say(more > 0 ? texts.papersAdded(more) : texts.nothingNew);
        },
        onError: sayFailure,
      },
    );
  return (
    <header className="shrink-0 px-3 pt-3 pb-2.5 sm:px-5 sm:pt-4">
      <p className="text-sm">
        <Link href="/tables" className="rounded text-soft hover:text-ink hover:underline">
          {texts.all}
        </Link>
      </p>
      <div className="mt-0.5 flex items-center gap-2">
        <h1 dir="auto" className="min-w-0 flex-1 truncate text-left text-lg font-semibold" title={table.title}>
          {table.title}
        </h1>
        <Menu
          label={texts.more}
          className={MENU_BUTTON}
          groups={[
            {
              name: writerOf(table.model),
              items: [
                ...(table.collection_id
                  ? [{ label: texts.refresh, icon: "collection" as const, onSelect: refresh }]
                  : []),
                { label: common.rename, icon: "edit", onSelect: () => onDialog({ kind: "title" }) },
                { label: texts.delete, icon: "trash", danger: true, onSelect: removeAll },
              ],
            },
          ]}
        >
          <Icon name="more" className="size-4" />
        </Menu>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={query.get("q") ?? ""}
          onChange={(event) => setQuery({ q: event.target.value || null })}
          className="h-9 w-44 min-w-0 rounded-lg border border-line bg-surface px-3 text-sm max-sm:w-full"
        />
        <p role="status" className="text-sm text-soft tabular-nums">
          {left > 0 ? texts.filled(done, cells) : texts.shown(rows, view.rows.length)}
          {!filling && table.spent.calls > 0 && ` · ${spentText(table.spent)}`}
        </p>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {filling && (
            <Button
              icon="stop"
              disabled={stop.isPending}
              onClick={() => stop.mutate(undefined, { onError: sayFailure })}
            >
              {common.stop}
            </Button>
          )}
          <Button icon="plus" onClick={() => onDialog({ kind: "column" })} aria-label={texts.addColumn}>
            {texts.column}
          </Button>
          <Button icon="plus" onClick={() => onDialog({ kind: "papers" })} aria-label={texts.addPapers}>
            {texts.papers}
          </Button>
          <ExportMenu groups={[{ heading: "", files: filesOf(table.id, table.title) }]} />
        </div>
      </div>
      {filling && left > 0 && (
        <div className="mt-2">
          <Progress share={cells ? done / cells : 0} label={texts.filling(done, cells)} />
        </div>
      )}
      {table.notices.some(isWithoutModel) && <WithoutModel says={texts.candidates} className="mt-2" />}
      <Troubles {...{ view, left, failed }} busy={change.isPending} onAgain={onAgain} />
    </header>
  );
}

function Troubles({
  view: { table },
  left,
  failed,
  busy,
  onAgain,
}: {
  view: TableView;
  left: number;
  failed: number;
  busy: boolean;
  onAgain: () => void;
}) {
  if (table.state === "filling") {
    return null;
  }
  const error = table.error && told(table.error);
  const said = [
    error && `${error.message} ${error.action}`,
    ...table.notices.filter((notice) => !isWithoutModel(notice)).map(({ detail }) => detail),
    left > 0 && texts.left(left),
    failed > 0 && texts.failed(failed),
  ].filter(Boolean);
  if (!said.length) {
    return null;
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warn-tint px-3 py-1.5 text-sm text-warn">
      <p role="status" className="mr-auto min-w-0 text-pretty">
        {said.join(" ")}
      </p>
      {(left > 0 || failed > 0) && (
        <button
          type="button"
          disabled={busy}
          onClick={onAgain}
          className="min-h-8 rounded-lg px-2.5 font-semibold hover:bg-hover disabled:opacity-50"
        >
          {left > 0 ? texts.fillRest : texts.fillAgain}
        </button>
      )}
    </div>
  );
}

function isWithoutModel({ code }: TableView["table"]["notices"][number]): boolean {
  return code === "without_model";
}

function filesOf(id: string, title: string): ExportedFile[] {
  return (Object.keys(TABLE_FORMATS) as TableFormat[]).map((format) => ({
    label: TABLE_FORMATS[format].label,
    note: TABLE_FORMATS[format].ending,
    name: `${fileNameOf(title, "table")}${TABLE_FORMATS[format].ending}`,
    make: () => exportTable(id, format),
  }));
}

function writerOf(model: string): string {
  return model === "extractive" ? texts.byRules : texts.filledBy(model);
}
