/** What the user has used today and stores now, beside the limits of this site. */
import { useQuery } from "@tanstack/react-query";
import { getUsage } from "@/api/account";
import type { UsageView } from "@/api/types";
import { Failed } from "@/ui/states";
import { Part } from "./part";

const MIB = 1024 * 1024;
const DOLLARS = { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;

const whole = (n: number) => n.toLocaleString("en", { maximumFractionDigits: 0 });

type Counted = Exclude<keyof UsageView, "resets_at">;
const ROWS: readonly [Counted, string, (n: number) => string][] = [
  ["questions", "Questions today", whole],
  ["tokens", "Model tokens today", whole],
  ["cost_usd", "Model cost today", (n) => n.toLocaleString("en", DOLLARS)],
  ["uploads", "Papers added today", whole],
  ["pages", "Pages read today", whole],
  ["reading_s", "Reading time today", (n) => `${whole(n)} s`],
  ["stored_bytes", "Storage", (n) => `${(n / MIB).toLocaleString("en", { maximumFractionDigits: 1 })} MiB`],
];

/** Nothing is shown where nothing was used and nothing is limited. */
export function Usage() {
  const { data, error, refetch } = useQuery({ queryKey: ["usage"], queryFn: ({ signal }) => getUsage(signal) });
  if (error) {
    return <Failed title="Your usage cannot be loaded." error={error} retry={() => void refetch()} />;
  }
  const rows = data ? ROWS.filter(([name]) => data[name].taken > 0 || data[name].limit !== null) : [];
  if (!data || rows.length === 0) {
    return null;
  }
  return (
    <Part title="Your usage">
      <dl className="grid max-w-sm grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums">
        {rows.map(([name, label, format]) => (
          <Row key={name} label={label} format={format} {...data[name]} />
        ))}
      </dl>
      <p className="mt-2">Today’s counts start again at {timeOf(data.resets_at)}.</p>
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
  return (
    <>
      <dt>{label}</dt>
      <dd className={limit !== null && taken >= limit ? "font-medium text-danger" : "text-ink"}>
        {format(taken)}
        {limit !== null && ` of ${format(limit)}${taken >= limit ? ", limit reached" : ""}`}
      </dd>
    </>
  );
}

/** Return the user's own time of the day. */
function timeOf(moment: string): string {
  return new Date(moment).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
