/** Costs of models in words; an unknown price is never shown as 0. */

const DOLLARS = { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 5 } as const;

export interface Cost {
  usd: number | null;
  free: boolean;
}

export function dollars(usd: number): string {
  return usd.toLocaleString("en", DOLLARS);
}

export function costText({ usd, free }: Cost): string {
  if (free) {
    return "nothing";
  }
  return usd === null ? "price not known" : `about ${dollars(usd)}`;
}

/** What was spent, with what it leaves out: tokens of models whose price is not known. */
export function spentText({ cost_usd, unpriced_tokens }: { cost_usd: number; unpriced_tokens: number }): string {
  if (unpriced_tokens === 0) {
    return cost_usd > 0 ? dollars(cost_usd) : "nothing";
  }
  const left = `price not known of ${unpriced_tokens.toLocaleString("en")} tokens`;
  return cost_usd > 0 ? `${dollars(cost_usd)}, ${left}` : left;
}
