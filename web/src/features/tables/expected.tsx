/** What filling cells is expected to cost, said before they are ordered. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { estimateTable, MOST_COLUMNS, MOST_PAPERS } from "@/api/tables";
import type { TablePapers } from "@/api/types";
import { costText } from "@/lib/money";
import { lasting } from "@/lib/times";
import { tables as texts } from "@/texts/tables";
import { WithoutModel } from "@/ui/without-model";

/** The papers of a table: some by their ids, those of a collection, or where both are missing the whole library's. */
export type Source = Pick<TablePapers, "paper_ids" | "collection_id">;

/** Ask what so many columns of a source's papers take. */
export function useExpected(columns: number, source: Source) {
  const named = source.paper_ids?.length;
  return useQuery({
    queryKey: ["table-estimate", columns, source],
    queryFn: ({ signal }) => estimateTable({ columns, ...source }, signal),
    enabled: (named ?? 1) > 0 && (named ?? 0) <= MOST_PAPERS && columns <= MOST_COLUMNS,
    placeholderData: keepPreviousData,
  });
}

export function Expected({ columns, source }: { columns: number; source: Source }) {
  const { data } = useExpected(columns, source);
  if (!data || columns === 0) {
    return null;
  }
  const { papers, estimate, cost, model } = data;
  const cells = papers * columns;
  return (
    <div role="status" className="text-sm text-soft">
      {estimate.calls === 0 ? (
        <WithoutModel says={`${texts.expectedFree(cells)}. ${texts.candidates}`} />
      ) : (
        texts.expected(cells, costText(cost), lasting(estimate.seconds), estimate.calls, model)
      )}
    </div>
  );
}
