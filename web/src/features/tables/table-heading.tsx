/** The head of a table: its name, how far it is filled, what to do about what failed, and its tools. */
import { exportTable, TABLE_FORMATS, type TableFormat } from "@/api/tables";
import type { TableView } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { spentText } from "@/lib/money";
import { saveFile } from "@/lib/saving";
import { counted } from "@/lib/text";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Menu } from "@/ui/menu";
import { Progress } from "@/ui/progress";
import { say } from "@/ui/toasts";
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
          say(more > 0 ? `${counted(more, "paper")} added` : "The collection has no new papers");
        },
        onError: sayFailure,
      },
    );
  return (
    <header className="shrink-0 px-3 pt-3 pb-2.5 sm:px-5 sm:pt-4">
      <p className="text-xs">
        <Link href="/tables" className="rounded text-soft hover:text-ink hover:underline">
          All tables
        </Link>
      </p>
      <div className="mt-0.5 flex items-center gap-2">
        <h1 className="min-w-0 flex-1 truncate text-xl font-semibold" title={table.title}>
          <bdi>{table.title}</bdi>
        </h1>
        <Menu
          label="More about this table"
          className={MENU_BUTTON}
          groups={[
            {
              name: writerOf(table.model),
              items: [
                ...(table.collection_id
                  ? [{ label: "Add new papers of the collection", icon: "collection" as const, onSelect: refresh }]
                  : []),
                { label: "Rename", icon: "edit", onSelect: () => onDialog({ kind: "title" }) },
                { label: "Delete the table", icon: "trash", danger: true, onSelect: removeAll },
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
          aria-label="Filter the rows"
          placeholder="Filter the rows"
          value={query.get("q") ?? ""}
          onChange={(event) => setQuery({ q: event.target.value || null })}
          className="h-9 w-44 min-w-0 rounded-lg border border-line bg-surface px-3 text-sm max-sm:w-full"
        />
        <p role="status" className="text-sm text-soft tabular-nums">
          {left > 0
            ? `${done.toLocaleString("en")} of ${counted(cells, "cell")}`
            : `${rows === view.rows.length ? "" : `${rows} of `}${counted(view.rows.length, "paper")}`}
          {!filling && table.spent.calls > 0 && ` · ${spentText(table.spent)}`}
        </p>
        <span className="mr-auto" />
        {filling && (
          <Button icon="stop" disabled={stop.isPending} onClick={() => stop.mutate(undefined, { onError: sayFailure })}>
            Stop
          </Button>
        )}
        <Button icon="plus" onClick={() => onDialog({ kind: "column" })} aria-label="Add a column">
          Column
        </Button>
        <Button icon="plus" onClick={() => onDialog({ kind: "papers" })} aria-label="Add papers">
          Papers
        </Button>
        <ExportMenu id={table.id} title={table.title} />
      </div>
      {filling && left > 0 && (
        <div className="mt-2">
          <Progress
            share={cells ? done / cells : 0}
            label={`Filling the table: ${done} of ${counted(cells, "cell")}`}
          />
        </div>
      )}
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
  const said = [
    table.error && `${table.error.message} ${table.error.action}`,
    ...table.notices.map(({ detail }) => detail),
    left > 0 && `${counted(left, "cell")} not filled.`,
    failed > 0 && `${counted(failed, "cell")} failed.`,
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
          {left > 0 ? "Fill the rest" : "Fill them again"}
        </button>
      )}
    </div>
  );
}

function ExportMenu({ id, title }: { id: string; title: string }) {
  const save = async (format: TableFormat) => {
    try {
      saveFile(await exportTable(id, format), `${fileName(title)}${TABLE_FORMATS[format].ending}`);
    } catch (error) {
      sayFailure(error);
    }
  };
  const items = (Object.keys(TABLE_FORMATS) as TableFormat[]).map((format) => ({
    label: TABLE_FORMATS[format].label,
    note: TABLE_FORMATS[format].ending,
    onSelect: () => void save(format),
  }));
  return (
    <Menu label="Export" className={MENU_BUTTON} groups={[{ name: "", items }]}>
      <Icon name="download" className="size-4" />
      <span className="max-sm:sr-only">Export</span>
    </Menu>
  );
}

function fileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name.slice(0, 60) || "table";
}

function writerOf(model: string): string {
  return model === "extractive" ? "Filled without a language model" : `Filled by ${model}, every quote checked`;
}
