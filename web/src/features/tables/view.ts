/** Which rows of a table are shown and in which order, as the address holds it; and how far it is filled. */
import { TEMPLATES } from "@/api/tables";
import type { AskedColumn, CellView, RowView, TableView } from "@/api/types";
import { tables as texts } from "@/texts/tables";

/** The order by the papers themselves; every other name is the id of a column. */
export const PAPER = "paper";
export const YEAR = "year";

export interface View {
  words: string;
  /** What the rows are ordered by; null as the papers were added. */
  sort: string | null;
  descending: boolean;
}

export function viewOf(query: URLSearchParams): View {
  const sort = query.get("sort");
  return {
    words: query.get("q") ?? "",
    sort: sort?.replace(/^-/, "") ?? null,
    descending: sort?.startsWith("-") ?? false,
  };
}

export function sortQuery(sort: string | null, descending: boolean): Record<string, string | null> {
  return { sort: sort && (descending ? `-${sort}` : sort) };
}

/** Return the rows that have all words in their paper's name or in a cell, in the view's order; what is empty comes last. */
export function rowsIn({ table, rows }: TableView, { words, sort, descending }: View): RowView[] {
  const wanted = folded(words).split(/\s+/).filter(Boolean);
  const found = wanted.length ? rows.filter((row) => hasAll(row, wanted)) : [...rows];
  const at = table.columns.findIndex(({ id }) => id === sort);
  const key =
    sort === PAPER
      ? (row: RowView) => row.label
      : sort === YEAR
        ? (row: RowView) => row.year
        : at >= 0
          ? (row: RowView) => keyOf(table.columns[at]!, row.cells[at]!)
          : null;
  if (!key) {
    return found;
  }
  return found.sort((one, other) => compared(key(one), key(other), descending));
}

export interface Progress {
  /** Cells that papers are asked for; computed ones are not counted. */
  cells: number;
  done: number;
  failed: number;
}

export function progressOf({ table, rows }: TableView): Progress {
  const cells = rows.flatMap((row) => row.cells.filter((_, at) => table.columns[at]?.kind !== "computed"));
  return {
    cells: cells.length,
    done: cells.filter(({ state }) => state !== "pending").length,
    failed: cells.filter(canBeFilledAgain).length,
  };
}

/** Tell whether a cell is empty because something failed that may go well next time. */
export function canBeFilledAgain({ state, error }: CellView): boolean {
  return state === "failed" && error !== "paper_deleted";
}

export function columnName(columns: readonly AskedColumn[], id: string): string {
  const column = columns.find((one) => one.id === id);
  return column ? shownColumn(column).name : id;
}

/** Return a column with its name and question as the page's language says them; words of the user's own stay. */
export function shownColumn<Column extends { name: string; question: string }>(column: Column): Column {
  const template = TEMPLATES.find(({ question }) => question === column.question);
  const ready = template && texts.ready(template.id);
  if (!ready) {
    return column;
  }
  return { ...column, question: ready.question, name: column.name === template.name ? ready.name : column.name };
}

function keyOf(column: AskedColumn, cell: CellView): number | string | null {
  if (cell.state !== "filled" && cell.state !== "candidate") {
    return null;
  }
  return column.kind === "words" ? cell.value : cell.number;
}

function compared(one: number | string | null, other: number | string | null, descending: boolean): number {
  if (one === null || other === null) {
    return Number(one === null) - Number(other === null);
  }
  const ascending =
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), "en", { numeric: true, sensitivity: "base" });
  return descending ? -ascending : ascending;
}

function hasAll({ label, title, cells }: RowView, words: readonly string[]): boolean {
  const text = folded([label, title, ...cells.map(({ value }) => value)].join("\n"));
  return words.every((word) => text.includes(word));
}

/** Case and accents do not count. */
function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
