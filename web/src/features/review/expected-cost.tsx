/** What a review of these papers is expected to cost; filters make it cheaper. Without a model, that it is a reading list. */
import { useQuery } from "@tanstack/react-query";
import type { Depth } from "@/api/chat";
import { estimateReview } from "@/api/reviews";
import { costText } from "@/lib/money";
import { reviews as texts } from "@/texts/reviews";
import { WithoutModel } from "@/ui/without-model";

export function ExpectedCost({ paperIds, depth, fetch }: { paperIds: string[]; depth: Depth | null; fetch: number }) {
  const { data } = useQuery({
    queryKey: ["review-estimate", depth, fetch, ...paperIds],
    queryFn: ({ signal }) => estimateReview(paperIds, { depth, fetch }, signal),
  });
  if (!data) {
    // Two lines, so that nothing below moves once they are known.
    return <p className="mt-2 min-h-10" />;
  }
  if (data.estimate.calls === 0) {
    return <WithoutModel says={texts.readingList} className="mt-2 min-h-10" />;
  }
  return (
    <p className="mt-2 min-h-10 text-sm text-soft">
      {texts.expectedCost(costText(data.cost), data.estimate.calls, data.model)}
    </p>
  );
}
