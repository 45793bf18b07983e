/** A table of a paper with its head, its cells over several rows and columns, its notes, and buttons that save it. */
import { useMutation } from "@tanstack/react-query";
import { exportTable, TABLE_FORMATS, type TableFormat } from "@/api/papers";
import type { Table } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { Button } from "@/ui/button";
import { MathText } from "@/ui/math";
import { reader as texts } from "@/texts/reader";
import type { Range } from "./marked";

interface TableViewProps {
  id: string;
  table: Table;
  /** The table's place among the paper's tables, from 1. */
  number: number;
  paperId: string;
  ranges: readonly Range[];
}

export function TableView({ id, table, number, paperId, ranges }: TableViewProps) {
  const mark = ranges[0]?.kind;
  const head = table.rows.slice(0, table.header_rows);
  const body = table.rows.slice(table.header_rows);
  return (
    <div id={id} data-mark={mark} className={`my-5 overflow-x-auto ${mark ? "rounded bg-[var(--mark)]" : ""}`}>
      <table className="mx-auto border-y border-ink text-base leading-normal">
        {head.length > 0 && (
          <thead className="border-b border-soft">
            {head.map((_, row) => (
              <Row key={row} table={table} row={row} />
            ))}
          </thead>
        )}
        <tbody>
          {body.map((_, index) => (
            <Row key={index} table={table} row={table.header_rows + index} />
          ))}
        </tbody>
      </table>
      {table.notes.map((note) => (
        <p key={note} className="mt-1.5 text-sm text-soft">
          <MathText text={note} />
        </p>
      ))}
      <SaveButtons paperId={paperId} number={number} />
    </div>
  );
}

function Row({ table, row }: { table: Table; row: number }) {
  const isHead = row < table.header_rows;
  const Cell = isHead || table.group_rows.includes(row) ? "th" : "td";
  return (
    <tr>
      {table.rows[row]?.map((text, column) => {
        if (isCovered(table, row, column)) {
          return null;
        }
        const span = table.spans.find(([top, left]) => top === row && left === column);
        return (
          <Cell
            key={column}
            rowSpan={span?.[2]}
            colSpan={span?.[3]}
            className={isHead ? "px-3 py-1.5 text-left font-semibold" : "px-3 py-1 text-left align-top"}
          >
            <MathText text={text} />
          </Cell>
        );
      })}
    </tr>
  );
}

function isCovered(table: Table, row: number, column: number): boolean {
  return table.spans.some(
    ([top, left, rows, columns]) =>
      row >= top && row < top + rows && column >= left && column < left + columns && (row !== top || column !== left),
  );
}

function SaveButtons({ paperId, number }: { paperId: string; number: number }) {
  const save = useMutation({
    mutationFn: async (format: TableFormat) =>
      saveFile(await exportTable(paperId, number, format), `table-${number}${TABLE_FORMATS[format].ending}`),
  });
  return (
    <div role="group" aria-label={texts.saveTable(number)} className="mt-2 flex flex-wrap items-center gap-2 font-sans">
      {(Object.keys(TABLE_FORMATS) as TableFormat[]).map((format) => (
        <Button key={format} disabled={save.isPending} onClick={() => save.mutate(format)}>
          {TABLE_FORMATS[format].label}
        </Button>
      ))}
      {save.isError && <span role="alert">{texts.tableNotSaved}</span>}
    </div>
  );
}
