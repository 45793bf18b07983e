/** What the user has used today and stores now, beside the limits of this site. */
import { useQuery } from "@tanstack/react-query";
import { getUsage } from "@/api/account";
import type { UsageView } from "@/api/types";
import { account as texts } from "@/texts/account";
import { language } from "@/texts/language";
import { number } from "@/texts/words";
import { Failed } from "@/ui/states";
import { Part } from "./part";

const MIB = 1024 * 1024;
const DOLLARS = { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;

const whole = (n: number) => number(n, { maximumFractionDigits: 0 });

type Counted = Exclude<keyof UsageView, "resets_at">;
const ROWS: readonly [Counted, (n: number) => string][] = [
  ["questions", whole],
  ["tokens", whole],
  ["cost_usd", (n) => number(n, DOLLARS)],
  ["uploads", whole],
  ["pages", whole],
  ["reading_s", (n) => `${whole(n)} s`],
  ["stored_bytes", (n) => `${number(n / MIB, { maximumFractionDigits: 1 })} MiB`],
];

/** Nothing is shown where nothing was used and nothing is limited. */
export function Usage() {
  const { data, error, refetch } = useQuery({ queryKey: ["usage"], queryFn: ({ signal }) => getUsage(signal) });
  if (error) {
    return <Failed title={texts.usageNotLoaded} error={error} retry={() => void refetch()} />;
  }
  const rows = data ? ROWS.filter(([name]) => data[name].taken > 0 || data[name].limit !== null) : [];
  if (!data || rows.length === 0) {
    return null;
  }
  return (
    <Part title={texts.usage}>
      <dl className="grid max-w-sm grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums">
        {rows.map(([name, format]) => (
          <Row key={name} label={texts.used[name]} format={format} {...data[name]} />
        ))}
      </dl>
      <p className="mt-2">{texts.startsAgain(timeOf(data.resets_at))}</p>
    </Part>
  );
}

interface RowProps {
  label: string;
  taken: number;
  limit: number | null;
  format: (n: number) => string;
}

function Row({ label, taken, limit, format }: RowProps) {
  const reached = limit !== null && taken >= limit;
  return (
    <>
      <dt>{label}</dt>
      <dd className={reached ? "font-medium text-danger" : "text-ink"}>
        {limit === null ? format(taken) : texts.ofLimit(format(taken), format(limit), reached)}
      </dd>
    </>
  );
}

/** Return the user's own time of the day. */
function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
