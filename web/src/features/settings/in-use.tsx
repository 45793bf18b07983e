/** The model that answers now: where its texts go, and what they cost. */
import type { ModelSettingsView } from "@/api/types";
import { costText } from "@/lib/money";
import { settings as texts } from "@/texts/settings";

export function InUse({ settings }: { settings: ModelSettingsView }) {
  const { provider, model, base_url, recipient, price, question, offers } = settings;
  const title = offers.find(({ name }) => name === provider)?.title ?? provider;
  return (
    <section aria-labelledby="in-use" className="mt-5 text-sm">
      <h2 id="in-use" className="font-semibold">
        {provider === "local" ? texts.noModelAnswers : texts.modelAnswers(model)}
      </h2>
      <ul className="mt-1 space-y-1 text-soft">
        {provider === "local" ? <li>{texts.byRules}</li> : <li>{base_url ? texts.at(title, base_url) : title}</li>}
        <li>{recipient ? texts.goesTo(recipient.company, recipient.service) : texts.nothingLeaves}</li>
        <li>{texts.questionCosts(costText(question))}</li>
        {price?.seen && <li>{texts.price(price.input_usd, price.output_usd, price.seen, price.source)}</li>}
      </ul>
      {price?.is_old && <p className="mt-2 rounded-lg bg-danger-tint px-3 py-2 text-danger">{texts.oldPrice}</p>}
    </section>
  );
}
