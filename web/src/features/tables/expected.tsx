/** What filling cells is expected to cost, said before they are ordered. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { estimateTable, MOST_COLUMNS, MOST_PAPERS } from "@/api/tables";
import { costText } from "@/lib/money";
import { counted } from "@/lib/text";
import { lasting } from "@/lib/times";

/** Ask what so many columns of these papers take, of the whole library where `paperIds` is null. */
export function useExpected(columns: number, paperIds: readonly string[] | null) {
  const tooMany = (paperIds?.length ?? 0) > MOST_PAPERS || columns > MOST_COLUMNS;
  return useQuery({
    queryKey: ["table-estimate", columns, ...(paperIds ?? ["all"])],
    queryFn: ({ signal }) => estimateTable({ columns, paper_ids: paperIds && [...paperIds] }, signal),
    enabled: !tooMany && paperIds?.length !== 0,
    placeholderData: keepPreviousData,
  });
}

export function Expected({ columns, paperIds }: { columns: number; paperIds: readonly string[] | null }) {
  const { data } = useExpected(columns, paperIds);
  if (!data || columns === 0) {
    return null;
  }
  const { papers, estimate, cost, model } = data;
  const cells = counted(papers * columns, "cell");
  return (
    <p role="status" className="text-sm text-soft">
      {estimate.calls === 0
        ? `${cells}, without a language model and at no cost`
        : `${cells}: ${costText(cost)}, ${lasting(estimate.seconds)} (${counted(estimate.calls, "call")} of ${model})`}
    </p>
  );
}
