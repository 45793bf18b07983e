/** What became of asking each service: who answered, and why the others did not. */
import { serviceName } from "@/api/discover";
import type { DiscoveredWorks, ServiceAnswerView } from "@/api/types";
import { common } from "@/texts/common";
import { discover as texts } from "@/texts/discover";
import { Icon } from "@/ui/icons";

export function ServicesLine({ found, busy, onAgain }: { found: DiscoveredWorks; busy: boolean; onAgain: () => void }) {
  const { services, total, works } = found;
  const answered = services.filter(({ state }) => state === "answered");
  const silent = services.filter(isSilent);
  const keyless = services.filter(({ code }) => code === "key_missing");
  return (
    <div className="mt-4 space-y-2 text-sm">
      {answered.length > 0 && (
        <p className="text-soft">
          {texts.answered(answered.map(({ service, count }) => `${serviceName(service)} (${count})`))}
          {total > works.length && ` ${texts.best(works.length, total)}`}
          {found.retrieval === "lexical" && ` ${texts.byWords}`}
        </p>
      )}
      {silent.length > 0 && (
        <div role="alert" className="flex items-start gap-2 rounded-lg bg-warn-tint px-3 py-2 text-warn">
          <Icon name="warn" className="mt-0.5 size-4" />
          <div className="min-w-0 flex-1">
            {silent.map((one) => (
              <p key={one.service}>{why(one)}</p>
            ))}
            {works.length > 0 && <p>{texts.othersListed}</p>}
          </div>
          {works.length > 0 && (
            <button
              type="button"
              disabled={busy}
              onClick={onAgain}
              className="min-h-6 shrink-0 underline disabled:opacity-50"
            >
              {texts.askAgain}
            </button>
          )}
        </div>
      )}
      {keyless.length > 0 && (
        <p className="text-sm text-soft">{texts.wantKeys(keyless.map(({ service }) => serviceName(service)))}</p>
      )}
    </div>
  );
}

/** Tell whether a service was asked and did not answer. */
export function isSilent({ state }: ServiceAnswerView): boolean {
  return state === "failed" || state === "late";
}

function why({ service, state, detail }: ServiceAnswerView): string {
  const name = serviceName(service);
  return state === "late" ? common.serviceLate(name) : common.serviceFailed(name, detail);
}
