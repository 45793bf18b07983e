/** One table as it is filled, and what can be done with it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { changeTable, deleteTable, getTable, stopTable } from "@/api/tables";
import type { AskedColumn, ChangedTable, RowView, TableView } from "@/api/types";
import { navigate } from "@/lib/location";
import { tables as texts } from "@/texts/tables";
import { removeWithUndo, say, useRemoved } from "@/ui/toasts";
import { shownColumn } from "./view";

export const TABLES_KEY = ["tables"] as const;
const LOOK_MS = 1_000;

export function useTable(tableId: string) {
  const client = useQueryClient();
  const key = ["table", tableId];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getTable(tableId, signal),
    refetchInterval: ({ state }) => (state.data?.table.state === "filling" ? LOOK_MS : false),
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: TABLES_KEY });
    return client.invalidateQueries({ queryKey: key });
  };
  const change = useMutation({
    mutationFn: (changes: ChangedTable) => changeTable(tableId, changes),
    onSettled: refresh,
  });
  const stop = useMutation({ mutationFn: () => stopTable(tableId), onSettled: refresh });
  const removed = useRemoved();
  const view = useMemo(() => query.data && without(query.data, removed), [query.data, removed]);
  const remove = (name: string, text: string, changes: ChangedTable) =>
    removeWithUndo({
      key: `table:${tableId}:${name}`,
      text,
      remove: async () => {
        try {
          await changeTable(tableId, changes);
        } finally {
          await refresh();
        }
      },
    });
  return {
    query,
    view,
    change,
    stop,
    refresh,
    removeColumn: (column: AskedColumn) =>
      remove(column.id, texts.columnRemoved(shownColumn(column).name), { remove_columns: [column.id] }),
    removePaper: ({ paper_id: id, label }: RowView) =>
      remove(id, texts.paperRemoved(label || texts.someRow), { remove_papers: [id] }),
    removeAll: () => {
      removeTable(tableId, () => void client.invalidateQueries({ queryKey: TABLES_KEY }));
      navigate("/tables");
    },
  };
}

export type Made = ReturnType<typeof useTable>;

/** Delete a table after the time to undo; lists leave out what `table:ID` names. */
export function removeTable(id: string, onDone: () => void): void {
  removeWithUndo({
    key: `table:${id}`,
    text: texts.deleted,
    remove: () => deleteTable(id).finally(onDone),
  });
}

export function sayFailure(error: unknown): void {
  say(error instanceof Error ? error.message : texts.failedToChange, { alarming: true });
}

/** Return the table without the columns and papers that are being removed. */
function without({ table, rows }: TableView, removed: ReadonlySet<string>): TableView {
  const stays = (name: string) => !removed.has(`table:${table.id}:${name}`);
  const columns = table.columns.filter(({ id }) => stays(id));
  const left = rows.filter(({ paper_id: id }) => stays(id));
  if (columns.length === table.columns.length) {
    return left.length === rows.length ? { table, rows } : { table, rows: left };
  }
  return {
    table: { ...table, columns },
    rows: left.map((row) => ({ ...row, cells: row.cells.filter(({ column_id: id }) => stays(id)) })),
  };
}
