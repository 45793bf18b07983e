/** What models cost for the answers of a conversation, and for all conversations about its paper. */
import { useQuery } from "@tanstack/react-query";
import { getPaperSpending } from "@/api/account";
import { dollars, spentText } from "@/lib/money";
import { chat as texts } from "@/texts/chat";
import { common } from "@/texts/common";
import type { Turn } from "./turns";

/** Nothing is shown while no model took anything: answers by rules cost nothing. */
export function SpentHere({ turns, paperId }: { turns: readonly Turn[]; paperId: string | null }) {
  const usages = turns.flatMap(({ answer }) => (answer ? [answer.usage] : []));
  const tokens = usages.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0);
  const { data: paper } = useQuery({
    queryKey: ["paper-spending", paperId, tokens],
    queryFn: ({ signal }) => getPaperSpending(paperId!, signal),
    enabled: paperId !== null && tokens > 0,
  });
  if (tokens === 0) {
    return null;
  }
  const cost_usd = usages.reduce((sum, one) => sum + one.cost_usd, 0);
  const unpriced_tokens = usages.reduce((sum, one) => sum + one.unpriced_tokens, 0);
  return (
    <p className="px-5 pt-2 text-sm text-soft tabular-nums">
      {texts.conversationCost(spentText({ cost_usd, unpriced_tokens }))}
      {paper && paper.conversations > 1 && (
        <>
          {" "}
          {texts.paperCost(
            paper.conversations,
            paper.spent.cost_usd === null ? common.priceNotKnown : dollars(paper.spent.cost_usd),
          )}
        </>
      )}
    </p>
  );
}
