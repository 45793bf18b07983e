/** Costs of models in words; an unknown price is never shown as 0. */

import { common } from "@/texts/common";
import { number } from "@/texts/words";

const DOLLARS = { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 5 } as const;

export interface Cost {
  usd: number | null;
  free: boolean;
}

export function dollars(usd: number): string {
  return number(usd, DOLLARS);
}

export function costText({ usd, free }: Cost): string {
  if (free) {
    return common.nothing;
  }
  return usd === null ? common.priceNotKnown : common.about(dollars(usd));
}

/** What was spent, with what it leaves out: tokens of models whose price is not known. */
export function spentText({ cost_usd, unpriced_tokens }: { cost_usd: number; unpriced_tokens: number }): string {
  if (unpriced_tokens === 0) {
    return cost_usd > 0 ? dollars(cost_usd) : common.nothing;
  }
  return cost_usd > 0 ? common.spentAndUnpriced(dollars(cost_usd), unpriced_tokens) : common.unpriced(unpriced_tokens);
}
