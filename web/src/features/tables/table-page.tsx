/** One table: how far it is filled, its cells, and what can be done with it. */
import { useEffect, useState } from "react";
import { ApiError } from "@/api/http";
import type { CitationV1, TableView } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { tables as texts } from "@/texts/tables";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { TabTitle } from "@/ui/tab-title";
import { Dialogs, type Dialog } from "./dialogs";
import { Grid } from "./grid";
import { Heading } from "./table-heading";
import { sayFailure, useTable } from "./use-table";
import { rowsIn, sortQuery, viewOf } from "./view";

export interface TablePageProps {
  tableId: string;
  /** The cell whose quote is shown beside the table, as "paper.column". */
  shown: string | null;
  onShow: (cell: string, citation: CitationV1) => void;
  /** Called when the table is there, so that a cell named by the address can be shown. */
  onTable: (view: TableView) => void;
}

export function TablePage({ tableId, shown, onShow, onTable }: TablePageProps) {
  const { query: address } = useLocation();
  const made = useTable(tableId);
  const { query, view: table, change } = made;
  const [dialog, setDialog] = useState<Dialog>(null);
  useEffect(() => {
    if (table) {
      onTable(table);
    }
  }, [table, onTable]);
  if (query.isError && !table) {
    const gone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <Failed
        gone={gone}
        title={gone ? texts.gone : texts.notOpened}
        error={query.error}
        retry={() => void query.refetch()}
      >
        <Link href="/tables" className="text-sm text-accent underline">
          {texts.all}
        </Link>
      </Failed>
    );
  }
  if (!table) {
    return (
      <div className="p-8">
        <Skeleton lines={9} label={texts.loading} />
      </div>
    );
  }
  const view = viewOf(address);
  const rows = rowsIn(table, view);
  const again = () => change.mutate({ retry: true }, { onError: sayFailure });
  return (
    <div className="flex h-full flex-col">
      <TabTitle>{table.table.title}</TabTitle>
      <Heading table={table} made={made} rows={rows.length} onDialog={setDialog} onAgain={again} />
      {!table.table.columns.length || !table.rows.length ? (
        <Empty icon="table" title={table.rows.length ? texts.noColumns : texts.noPapers}>
          <Button
            className="mt-2"
            icon="plus"
            onClick={() => setDialog({ kind: table.rows.length ? "column" : "papers" })}
          >
            {table.rows.length ? texts.addColumn : texts.addPapers}
          </Button>
        </Empty>
      ) : !rows.length ? (
        <Empty icon="filter" title={texts.noRow}>
          <Button className="mt-2" onClick={() => setQuery({ q: null })}>
            {texts.showAll(table.rows.length)}
          </Button>
        </Empty>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto border-t border-line" data-grid>
          <Grid
            table={table.table}
            rows={rows}
            view={view}
            shown={shown}
            onSort={(sort, descending) => setQuery(sortQuery(sort, descending))}
            onShow={onShow}
            onRetry={again}
            onRename={(column) => setDialog({ kind: "name", column })}
            onRemoveColumn={made.removeColumn}
            onRemovePaper={made.removePaper}
          />
        </div>
      )}
      {dialog && <Dialogs table={table} made={made} dialog={dialog} onClose={() => setDialog(null)} />}
    </div>
  );
}
