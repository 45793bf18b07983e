/** Said where no service may be asked: how they are switched on, and what then leaves the machine. */
import { Empty } from "@/ui/states";

export function SwitchedOff() {
  return (
    <div className="mt-4 rounded-xl border border-line bg-surface">
      <Empty icon="discover" title="No outside service is switched on">
        <p className="text-pretty">
          This page searches beyond your library only where the settings of the server allow it. Then the words of a
          search, and titles and identifiers of papers, are sent to the services that are named there. Files and notes
          are never sent to them.
        </p>
        <p className="mt-3">
          Start the server with{" "}
          <code className="rounded bg-hover px-1.5 py-0.5 wrap-anywhere text-ink">
            SCHOLARAI_LITERATURE=crossref,arxiv,europe_pmc
          </code>
        </p>
      </Empty>
    </div>
  );
}
