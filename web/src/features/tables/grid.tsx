/** The cells of a table: its head and first column stay in sight, and the arrow keys walk over all of it. */
import { memo, useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import type { AskedColumn, CitationV1, RowView, TableSummary } from "@/api/types";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { Menu, type MenuGroup } from "@/ui/menu";
import { CellText } from "./cell";
import { Evidence, PHONE } from "./evidence";
import { PAPER, YEAR, shownColumn, type View } from "./view";

export interface GridProps {
  table: TableSummary;
  rows: readonly RowView[];
  view: View;
  /** The cell whose quote is shown beside the table, as "paper.column". */
  shown: string | null;
  onSort: (sort: string | null, descending: boolean) => void;
  onShow: (cell: string, citation: CitationV1) => void;
  onRetry: () => void;
  onRename: (column: AskedColumn) => void;
  onRemoveColumn: (column: AskedColumn) => void;
  onRemovePaper: (row: RowView) => void;
}

// Widths in rem: a few words a line; a phone still shows a column beside the papers' names.
const WIDTHS = { paper: 13, words: 15, number: 9, computed: 9 } as const;
const PHONE_PAPER = 9;

const HEAD =
  "flex min-h-9 w-full items-center gap-1.5 px-2.5 py-1.5 text-left text-sm font-semibold text-soft hover:bg-hover hover:text-ink aria-expanded:bg-hover";
const EDGE = "border-r border-b border-line";

export function Grid(props: GridProps) {
  const { table, rows, view, shown, onShow, onRetry } = props;
  const root = useRef<HTMLTableElement>(null);
  // Row -1 is the head, column 0 names the papers.
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [open, setOpen] = useState<{ cell: string; anchor: HTMLElement } | null>(null);
  const close = useCallback((back: boolean) => {
    setOpen((before) => {
      if (back) {
        before?.anchor.focus();
      }
      return null;
    });
  }, []);
  const openCell = useCallback((anchor: HTMLElement, cell: string) => setOpen({ cell, anchor }), []);
  const walk = (event: KeyboardEvent) => {
    const from = placeOf(event.target as HTMLElement);
    const to = from && walked(event, from, rows.length, table.columns.length);
    const next = to && root.current?.querySelector<HTMLElement>(`[data-at="${to.row}.${to.column}"]`);
    if (next) {
      event.preventDefault();
      // A menu's button would open at an arrow key.
      event.stopPropagation();
      (next.matches("th,td:not([tabindex])") ? next.querySelector<HTMLElement>("a,button") : next)?.focus();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  };
  useEffect(() => {
    // The paper beside the table takes room from it.
    root.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown]);
  const paperWidth = innerWidth < PHONE ? PHONE_PAPER : WIDTHS.paper;
  const widths = table.columns.map(({ kind }) => WIDTHS[kind]);
  const found = open && cellOf(table, rows, open.cell);
  return (
    <>
      <table
        ref={root}
        role="grid"
        aria-label={table.title}
        aria-rowcount={rows.length + 1}
        aria-colcount={table.columns.length + 1}
        onKeyDownCapture={walk}
        onFocus={(event: FocusEvent<HTMLElement>) => {
          const place = placeOf(event.target);
          if (place) {
            setAt(place);
          }
        }}
        style={{ width: `${paperWidth + sum(widths)}rem` }}
        className="min-w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <colgroup>
          <col style={{ width: `${paperWidth}rem` }} />
          {widths.map((width, index) => (
            <col key={index} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th
              scope="col"
              data-at="-1.0"
              aria-sort={sortOf(view, PAPER)}
              className={`sticky top-0 left-0 z-30 bg-ground p-0 ${EDGE}`}
            >
              <HeadMenu
                name={texts.paper}
                sorted={view.sort === PAPER || view.sort === YEAR ? view : null}
                tabIndex={at.row === -1 && at.column === 0 ? 0 : -1}
                groups={[paperOrders(props)]}
              />
            </th>
            {table.columns.map((column, index) => (
              <th
                key={column.id}
                scope="col"
                data-at={`-1.${index + 1}`}
                aria-sort={sortOf(view, column.id)}
                className={`sticky top-0 z-20 bg-ground p-0 ${EDGE}`}
              >
                <HeadMenu
                  name={shownColumn(column).name}
                  sorted={view.sort === column.id ? view : null}
                  tabIndex={at.row === -1 && at.column === index + 1 ? 0 : -1}
                  groups={columnMenu(column, props)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.paper_id}
              {...{ row, index }}
              columns={table.columns}
              filling={table.state === "filling"}
              active={at.row === index ? at.column : null}
              shown={shown?.startsWith(`${row.paper_id}.`) ? shown : null}
              onOpen={openCell}
              onRemove={props.onRemovePaper}
            />
          ))}
        </tbody>
      </table>
      {found && (
        <Evidence
          key={open.cell}
          {...found}
          columns={table.columns}
          anchor={open.anchor}
          onClose={close}
          onShow={(citation) => {
            close(true);
            onShow(open.cell, citation);
          }}
          onRetry={() => {
            close(true);
            onRetry();
          }}
        />
      )}
    </>
  );
}

interface RowProps {
  row: RowView;
  index: number;
  columns: readonly AskedColumn[];
  filling: boolean;
  /** The column that the Tab key reaches, if it is in this row. */
  active: number | null;
  shown: string | null;
  onOpen: (anchor: HTMLElement, cell: string) => void;
  onRemove: (row: RowView) => void;
}

const Row = memo(function Row({ row, index, columns, filling, active, shown, onOpen, onRemove }: RowProps) {
  const name = row.label || row.title || texts.untitledPaper;
  return (
    <tr data-row={row.paper_id} className="group">
      <th
        scope="row"
        data-at={`${index}.0`}
        className={`sticky left-0 z-10 bg-surface p-0 text-left align-top font-normal ${EDGE}`}
      >
        <div className="flex items-start">
          {row.deleted ? (
            <span className="min-w-0 flex-1 px-2.5 py-2 text-soft line-through">{name}</span>
          ) : (
            <Link
              href={`/papers/${row.paper_id}`}
              title={row.title}
              tabIndex={active === 0 ? 0 : -1}
              className="min-w-0 flex-1 px-2.5 py-2 hover:text-accent"
            >
              <bdi className="line-clamp-2 text-left font-medium">{name}</bdi>
              {!row.label.startsWith(row.title) && (
                <bdi className="line-clamp-2 text-left text-sm text-soft">{row.title}</bdi>
              )}
            </Link>
          )}
          <Menu
            label={texts.moreAbout(name)}
            tip={common.more}
            tabIndex={active === 0 ? 0 : -1}
            className="mt-1 mr-0.5 flex size-7 shrink-0 items-center justify-center rounded text-soft hover:bg-hover focus-visible:opacity-100 aria-expanded:opacity-100 sm:opacity-0 sm:group-hover:opacity-100"
            groups={[
              {
                name: "",
                items: [{ label: texts.removePaper, icon: "trash", danger: true, onSelect: () => onRemove(row) }],
              },
            ]}
          >
            <Icon name="more" className="size-4" />
          </Menu>
        </div>
      </th>
      {row.cells.map((cell, place) => {
        const id = `${row.paper_id}.${cell.column_id}`;
        const column = columns[place];
        return (
          <td
            key={cell.column_id}
            role="gridcell"
            data-at={`${index}.${place + 1}`}
            data-state={cell.state}
            tabIndex={active === place + 1 ? 0 : -1}
            aria-haspopup="dialog"
            aria-selected={shown === id}
            onClick={(event) => onOpen(event.currentTarget, id)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                onOpen(event.currentTarget, id);
              }
            }}
            dir="auto"
            className={`cursor-pointer scroll-mt-11 scroll-ml-36 bg-surface sm:scroll-ml-52 px-2.5 py-2 align-top -outline-offset-2 hover:bg-hover aria-selected:bg-accent-tint ${column?.kind === "words" ? "" : "text-right tabular-nums"} ${EDGE}`}
          >
            <CellText cell={cell} isNumber={column?.kind === "number"} filling={filling} />
          </td>
        );
      })}
    </tr>
  );
});

function HeadMenu({
  name,
  sorted,
  tabIndex,
  groups,
}: {
  name: string;
  sorted: View | null;
  tabIndex: number;
  groups: MenuGroup[];
}) {
  return (
    <>
      <Menu label={name} groups={groups} tabIndex={tabIndex} className={`${HEAD} print:hidden`}>
        <bdi className="line-clamp-2 min-w-0 flex-1 text-left">{name}</bdi>
        {sorted && <Icon name={sorted.descending ? "down" : "up"} className="size-3.5 text-accent" />}
      </Menu>
      {/* Chromium draws the head again on each page that it prints, but without its buttons. */}
      <bdi className="hidden px-2.5 py-1.5 text-left font-semibold text-soft print:block">{name}</bdi>
    </>
  );
}

function columnMenu(column: AskedColumn, { view, onSort, onRename, onRemoveColumn }: GridProps): MenuGroup[] {
  const { id, kind } = column;
  const [low, high] = texts.orders[kind === "words" ? "words" : "numbers"];
  return [
    { name: shownColumn(column).question || column.expression, items: orders([[id, low, high]], view, onSort) },
    {
      name: "",
      items: [
        { label: common.rename, icon: "edit", onSelect: () => onRename(column) },
        { label: texts.removeColumn, icon: "trash", danger: true, onSelect: () => onRemoveColumn(column) },
      ],
    },
  ];
}

function paperOrders({ view, onSort }: GridProps): MenuGroup {
  return {
    name: texts.order,
    items: orders(
      [
        [PAPER, ...texts.orders.author],
        [YEAR, ...texts.orders.year],
      ],
      view,
      onSort,
    ),
  };
}

function orders(
  names: readonly (readonly [string, string, string])[],
  view: View,
  onSort: GridProps["onSort"],
): MenuGroup["items"] {
  const choice = (label: string, sort: string | null, descending: boolean) => ({
    label,
    checked: view.sort === sort && (sort === null || view.descending === descending),
    onSelect: () => onSort(sort, descending),
  });
  return [
    ...names.flatMap(([sort, up, down]) => [choice(up, sort, false), choice(down, sort, true)]),
    choice(texts.asAdded, null, false),
  ];
}

function sortOf(view: View, id: string): "ascending" | "descending" | undefined {
  return view.sort === id ? (view.descending ? "descending" : "ascending") : undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

interface Place {
  row: number;
  column: number;
}

function placeOf(element: HTMLElement): Place | null {
  const name = element.closest<HTMLElement>("[data-at]")?.dataset.at;
  const [row, column] = name?.split(".").map(Number) ?? [];
  return row === undefined || column === undefined ? null : { row, column };
}

/** Return where a key leads, null for keys that walk nowhere. */
function walked(event: KeyboardEvent, { row, column }: Place, rows: number, columns: number): Place | null {
  const far = event.ctrlKey || event.metaKey;
  const to = {
    ArrowUp: { row: far ? -1 : row - 1, column },
    ArrowDown: { row: far ? rows - 1 : row + 1, column },
    ArrowLeft: { row, column: far ? 0 : column - 1 },
    ArrowRight: { row, column: far ? columns : column + 1 },
    Home: { row: far ? 0 : row, column: 0 },
    End: { row: far ? rows - 1 : row, column: columns },
  }[event.key];
  return to && to.row >= -1 && to.row < rows && to.column >= 0 && to.column <= columns ? to : null;
}

function cellOf(table: TableSummary, rows: readonly RowView[], id: string) {
  const row = rows.find(({ paper_id: paper }) => id.startsWith(`${paper}.`));
  const cell = row?.cells.find(({ column_id: column }) => id === `${row.paper_id}.${column}`);
  const column = cell && table.columns.find(({ id: own }) => own === cell.column_id);
  return row && cell && column ? { row, cell, column } : null;
}
