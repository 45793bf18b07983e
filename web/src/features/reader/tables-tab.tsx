/** The tables of a paper: where they are, and their cells to copy or to save. */
import { useMutation } from "@tanstack/react-query";
import { exportTable } from "@/api/papers";
import type { Table } from "@/api/types";
import { withoutLabel } from "@/lib/captions";
import { Button } from "@/ui/button";
import { MathText } from "@/ui/math";
import { say } from "@/ui/toasts";
import { reader as texts } from "@/texts/reader";

// Rows and columns of the beginning that is shown.
const ROWS = 4;
const COLUMNS = 4;

export function TablesTab({
  tables,
  paperId,
  onShow,
}: {
  tables: readonly Table[];
  paperId: string;
  onShow: (table: Table) => void;
}) {
  if (!tables.length) {
    return <p className="p-4 text-sm text-soft">{texts.noTables}</p>;
  }
  return (
    <ul aria-label={texts.tabs.tables} className="h-full space-y-5 overflow-y-auto p-4 text-sm">
      {tables.map((table, index) => (
        <li key={index}>
          <button type="button" onClick={() => onShow(table)} className="w-full rounded text-left hover:text-accent">
            <span className="font-medium">{table.label || texts.table(index + 1)}</span>
            {table.page_number && <span className="text-sm text-soft"> · {texts.page(table.page_number)}</span>}
            <span className="mt-0.5 line-clamp-3 text-sm text-soft">
              <MathText text={withoutLabel(table.caption, table.label)} />
            </span>
          </button>
          <Beginning rows={table.rows} />
          {table.rows.length > 0 && <CopyButton paperId={paperId} number={index + 1} />}
        </li>
      ))}
    </ul>
  );
}

function Beginning({ rows }: { rows: string[][] }) {
  const columns = rows[0]?.length ?? 0;
  if (!columns) {
    return <p className="mt-1 text-sm text-soft">{texts.cellsUnknown}</p>;
  }
  return (
    <>
      <table className="mt-1.5 w-full table-fixed border-y border-line text-sm">
        <tbody>
          {rows.slice(0, ROWS).map((row, index) => (
            <tr key={index} className="border-b border-line last:border-0">
              {row.slice(0, COLUMNS).map((cell, column) => (
                <td key={column} className="truncate py-0.5 pr-2">
                  <MathText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-sm text-soft">{texts.cells(rows.length, columns)}</p>
    </>
  );
}

function CopyButton({ paperId, number }: { paperId: string; number: number }) {
  const copy = useMutation({
    mutationFn: async () => {
      const blob = await exportTable(paperId, number, "csv");
      await navigator.clipboard.writeText(await blob.text());
    },
    onSuccess: () => say(texts.tableCopied(number)),
    onError: () => say(texts.tableNotCopied, { alarming: true }),
  });
  return (
    <Button look="plain" icon="copy" className="mt-1 -ml-2" disabled={copy.isPending} onClick={() => copy.mutate()}>
      {texts.copyCsv}
    </Button>
  );
}
