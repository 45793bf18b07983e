/** The model that answers now: where its texts go, and what they cost. */
import type { ModelSettingsView } from "@/api/types";
import { costText } from "@/lib/money";

export function InUse({ settings }: { settings: ModelSettingsView }) {
  const { provider, model, base_url, recipient, price, question, offers } = settings;
  const title = offers.find(({ name }) => name === provider)?.title ?? provider;
  return (
    <section aria-labelledby="in-use" className="mt-5 text-sm">
      <h2 id="in-use" className="font-semibold">
        {provider === "local" ? "No model answers" : `${model} answers`}
      </h2>
      <ul className="mt-1 space-y-1 text-soft">
        {provider === "local" ? (
          <li>Answers are sentences of your papers, chosen by rules.</li>
        ) : (
          <li>
            {title}
            {base_url && ` at ${base_url}`}
          </li>
        )}
        <li>
          {recipient
            ? `Questions and the passages found for them go to ${recipient.company} through ${recipient.service}.`
            : "Nothing leaves this machine."}
        </li>
        <li>A question costs: {costText(question)}.</li>
        {price?.seen && (
          <li>
            ${price.input_usd} to read and ${price.output_usd} to write a million tokens, seen on {price.seen} (
            {price.source}).
          </li>
        )}
      </ul>
      {price?.is_old && (
        <p className="mt-2 rounded-lg bg-danger-tint px-3 py-2 text-danger">
          This price was seen long ago and may be out of date. The setting SCHOLARAI_MODEL_PRICES names a newer one.
        </p>
      )}
    </section>
  );
}
