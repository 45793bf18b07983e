/** All tables, and a form for a new one. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listTables } from "@/api/tables";
import type { TableList, TableSummary } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { counted } from "@/lib/text";
import { ago } from "@/lib/times";
import { Button, IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { useRemoved } from "@/ui/toasts";
import { Room } from "@/ui/room";
import { NewTableForm } from "./new-table";
import { removeTable, TABLES_KEY } from "./use-table";

const LOOK_MS = 2_000;
const STATES = { filling: "Being filled", ready: "Filled", stopped: "Stopped" } as const;

export function TablesRoom() {
  const { query } = useLocation();
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: TABLES_KEY,
    queryFn: ({ pageParam, signal }) => listTables(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page: TableList) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ tables }) => tables.some((one) => one.state === "filling")) ? LOOK_MS : false,
  });
  const removed = useRemoved();
  const tables = list.data?.pages.flatMap((page) => page.tables).filter(({ id }) => !removed.has(`table:${id}`));
  const paperIds = query.get("papers")?.split(",").filter(Boolean) ?? [];
  const making = query.has("new") || paperIds.length > 0;
  useEffect(() => {
    document.title = "Tables · ScholarAI";
  }, []);
  return (
    <Room
      title="Tables"
      actions={
        !making && (
          <Button look="primary" icon="plus" onClick={() => setQuery({ new: "1" })}>
            New table
          </Button>
        )
      }
    >
      {making && (
        <NewTableForm
          key={paperIds.join()}
          paperIds={paperIds}
          onCancel={() => setQuery({ new: null, papers: null })}
        />
      )}
      <div className="mt-5 overflow-hidden rounded-2xl border border-line bg-surface">
        {list.isPending ? (
          <div className="p-6">
            <Skeleton lines={6} label="Loading your tables" />
          </div>
        ) : !tables ? (
          <Failed title="Your tables cannot be listed." error={list.error} retry={() => void list.refetch()} />
        ) : !tables.length ? (
          <Empty icon="table" title="No tables yet">
            <p className="text-pretty">
              A table asks many papers the same questions: a row for each paper, a column for each question. Every cell
              leads to the words of the paper that it rests on.
            </p>
          </Empty>
        ) : (
          <ul aria-label="Tables" className="divide-y divide-line">
            {tables.map((table) => (
              <TableRow
                key={table.id}
                table={table}
                onDelete={() => removeTable(table.id, () => void client.invalidateQueries({ queryKey: TABLES_KEY }))}
              />
            ))}
          </ul>
        )}
      </div>
      {list.hasNextPage && (
        <p className="mt-4 text-center">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </Room>
  );
}

function TableRow({ table, onDelete }: { table: TableSummary; onDelete: () => void }) {
  const names = table.columns.map(({ name }) => name).join(", ");
  return (
    <li data-table={table.id} className="relative flex items-center gap-3 px-4 py-3 hover:bg-hover sm:px-5">
      <div className="min-w-0 flex-1">
        <h2>
          <Link href={`/tables/${table.id}`} className="font-medium after:absolute after:inset-0 hover:text-accent">
            <bdi>{table.title}</bdi>
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-xs text-soft">
          {counted(table.papers, "paper")} · {counted(table.columns.length, "column")}
          {names && `: ${names}`}
        </p>
      </div>
      <p className="shrink-0 text-right text-xs text-faint max-sm:hidden">
        {STATES[table.state]}
        <span className="block">{ago(table.updated_at)}</span>
      </p>
      <IconButton icon="trash" label={`Delete “${table.title}”`} className="relative -mr-2" onClick={onDelete} />
    </li>
  );
}
