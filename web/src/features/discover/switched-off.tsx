/** Said where no service may be asked: how they are switched on, and what then leaves the machine. */
import { discover as texts } from "@/texts/discover";
import { Empty } from "@/ui/states";

const EXAMPLE = "SCHOLARAI_LITERATURE=crossref,arxiv,europe_pmc";

export function SwitchedOff() {
  return (
    <div className="mt-4 rounded-xl border border-line bg-surface">
      <Empty icon="discover" title={texts.off}>
        <p className="text-pretty">{texts.offHint}</p>
        <p className="mt-3">
          {texts.startServer} <code className="rounded bg-hover px-1.5 py-0.5 wrap-anywhere text-ink">{EXAMPLE}</code>
        </p>
      </Empty>
    </div>
  );
}
