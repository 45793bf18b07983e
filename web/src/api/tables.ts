/** Tables of papers by questions: made, filled in the background, changed, exported. */
import { CONSTANTS } from "./constants";
import { getFile, getJson, sendJson } from "./http";
import type {
  ChangedTable,
  NewColumn,
  NewTable,
  TableEstimateView,
  TableList,
  TablePapers,
  TableSummary,
  TableView,
} from "./types";

export const TABLE_FORMATS = CONSTANTS.tablesExports;
export type TableFormat = keyof typeof TABLE_FORMATS;
export const TEMPLATES = CONSTANTS.columnTemplates;
export const { papersPerTable: MOST_PAPERS, columnsPerTable: MOST_COLUMNS } = CONSTANTS.limits;

export const NO_COLUMN: NewColumn = { template: null, name: "", question: "", kind: "words", expression: "" };

export function listTables(cursor: string | null, signal?: AbortSignal): Promise<TableList> {
  const more = cursor ? `&cursor=${encodeURIComponent(cursor)}` : "";
  return getJson(`/tables?limit=50${more}`, signal);
}

export function getTable(id: string, signal?: AbortSignal): Promise<TableView> {
  return getJson(`/tables/${id}`, signal);
}

export function createTable(table: NewTable): Promise<TableSummary> {
  return sendJson("POST", "/tables", table);
}

export function estimateTable(cells: TablePapers, signal?: AbortSignal): Promise<TableEstimateView> {
  return sendJson("POST", "/tables/estimate", cells, { signal });
}

export function changeTable(id: string, changes: ChangedTable): Promise<TableSummary> {
  return sendJson("PATCH", `/tables/${id}`, changes);
}

export function stopTable(id: string): Promise<TableSummary> {
  return sendJson("POST", `/tables/${id}/stop`);
}

export function deleteTable(id: string): Promise<void> {
  return sendJson("DELETE", `/tables/${id}`);
}

export function exportTable(id: string, format: TableFormat): Promise<Blob> {
  return getFile(`/tables/${id}/export?format=${format}`);
}
