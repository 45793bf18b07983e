/** All tables, and a form for a new one. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { listTables } from "@/api/tables";
import type { TableList, TableSummary } from "@/api/types";
import { setQuery, useLocation } from "@/lib/location";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { tables as texts } from "@/texts/tables";
import { Button, IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { oneStop } from "@/ui/one-stop";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { useRemoved } from "@/ui/toasts";
import { Room } from "@/ui/room";
import { NewTableForm } from "./new-table";
import { removeTable, TABLES_KEY } from "./use-table";
import { shownColumn } from "./view";

const LOOK_MS = 2_000;

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
  return (
    <Room
      title={texts.title}
      reports
      actions={
        !making && (
          <Button look="primary" icon="plus" onClick={() => setQuery({ new: "1" })}>
            {texts.make}
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
      <div className="mt-5 border-t border-line empty:hidden">
        {list.isPending ? (
          <div className="py-6">
            <Skeleton lines={6} label={texts.loadingList} />
          </div>
        ) : !tables ? (
          <Failed title={texts.listFailed} error={list.error} retry={() => void list.refetch()} />
        ) : !tables.length ? (
          !making && (
            <Empty icon="table" title={texts.none}>
              <p className="text-pretty">{texts.noneHint}</p>
            </Empty>
          )
        ) : (
          <ul ref={oneStop} aria-label={texts.title} className="divide-y divide-hover">
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
            {common.showMore}
          </Button>
        </p>
      )}
    </Room>
  );
}

function TableRow({ table, onDelete }: { table: TableSummary; onDelete: () => void }) {
  const names = table.columns.map((column) => shownColumn(column).name).join(", ");
  return (
    <li data-table={table.id} className="relative flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h2>
          <Link
            href={`/tables/${table.id}`}
            className="line-clamp-2 font-medium after:absolute after:inset-0 hover:text-accent"
          >
            <bdi>{table.title}</bdi>
          </Link>
        </h2>
        <p className="mt-0.5 truncate text-sm text-soft">
          {texts.size(table.papers, table.columns.length)}
          {names && `: ${names}`}
        </p>
      </div>
      <p className="shrink-0 text-right text-sm text-soft max-sm:hidden">
        {texts.states[table.state]}
        <span className="block">{ago(table.updated_at)}</span>
      </p>
      <IconButton
        icon="trash"
        label={common.deleteIt(table.title)}
        tip={common.delete}
        className="relative -mr-2"
        onClick={onDelete}
      />
    </li>
  );
}
