/** What models cost, day by day; days without a model's tokens are left out. */
import { useQuery } from "@tanstack/react-query";
import { getSpending } from "@/api/account";
import { dollars } from "@/lib/money";
import { settings as texts } from "@/texts/settings";

export function Spent() {
  const { data } = useQuery({ queryKey: ["spending"], queryFn: ({ signal }) => getSpending(signal) });
  const days = data?.days.filter(({ spent }) => spent.input_tokens + spent.output_tokens > 0) ?? [];
  if (!days.length) {
    return null;
  }
  return (
    <section aria-labelledby="spent" className="mt-8 text-sm">
      <h2 id="spent" className="font-semibold">
        {texts.spent}
      </h2>
      <dl className="mt-1 grid max-w-md grid-cols-[auto_auto_1fr] gap-x-6 gap-y-0.5 text-soft tabular-nums">
        {days.map(({ day, questions, spent }) => (
          <div key={day} className="contents">
            <dt>{day}</dt>
            <dd className="text-ink">{spent.cost_usd === null ? texts.priceNotKnown : dollars(spent.cost_usd)}</dd>
            <dd>{texts.asked(questions, spent.input_tokens + spent.output_tokens)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
