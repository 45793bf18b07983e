/** What a review found beyond the library, with ways to add it. */
import { serviceName } from "@/api/discover";
import type { Beyond, BeyondWork } from "@/api/types";
import { isFault, useAdding } from "@/lib/adding";
import { common } from "@/texts/common";
import { reviews as texts } from "@/texts/reviews";
import { AddingBar } from "@/ui/adding-bar";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";

export function BeyondPart({ beyond }: { beyond: Beyond }) {
  const { adding, add } = useAdding();
  const silent = beyond.services.filter(({ state }) => state === "failed" || state === "late");
  const asked = beyond.services.filter(({ state }) => state === "answered");
  const open = beyond.works.flatMap((work) => {
    const added = work.add === null ? undefined : adding.done.get(work.add);
    const wanted = work.add !== null && adding.wanted.includes(work.add);
    return work.add !== null && work.paper_id === null && (added ? isFault(added) : !wanted) ? [work.add] : [];
  });
  return (
    <section aria-labelledby="beyond" className="border-t border-line py-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="beyond" className="mr-auto text-lg font-semibold">
          {texts.beyond}
        </h2>
        {open.length > 1 && (
          <Button icon="plus" onClick={() => add(open)}>
            {common.addPapers(open.length)}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-soft">
        {asked.length > 0 && `${texts.foundBy(asked.map(({ service }) => serviceName(service)))} `}
        {beyond.total > beyond.works.length && `${texts.best(beyond.works.length, beyond.total)} `}
        {texts.quotesNone}
      </p>
      {silent.length > 0 && (
        <ul className="mt-2 rounded-lg bg-warn-tint px-4 py-2 text-sm text-warn">
          {silent.map(({ service, state, detail }) => (
            <li key={service}>
              {state === "late"
                ? common.serviceLate(serviceName(service))
                : common.serviceFailed(serviceName(service), detail)}
            </li>
          ))}
        </ul>
      )}
      {beyond.works.length === 0 ? (
        <p className="mt-3 text-sm text-soft">{texts.nothingFound}</p>
      ) : (
        <ul aria-label={texts.list} className="mt-3 divide-y divide-line">
          {beyond.works.map((work, n) => (
            <Work key={work.add ?? n} work={work} />
          ))}
        </ul>
      )}
      <div className="mt-3 overflow-hidden rounded-lg">
        <AddingBar />
      </div>
    </section>
  );
}

function Work({ work }: { work: BeyondWork }) {
  const { adding, add } = useAdding();
  const added = work.add === null ? undefined : adding.done.get(work.add);
  const waiting = work.add !== null && adding.wanted.includes(work.add) && !added;
  const fault = added && isFault(added);
  const paperId = added && !fault ? added.paper_id : work.paper_id;
  const names = work.authors.slice(0, 3).join(", ") + (work.authors.length > 3 ? ` ${texts.andOthers}` : "");
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left text-sm leading-snug font-medium text-pretty">
          <MathText text={work.title} />
        </p>
        <p className="mt-0.5 text-sm text-soft">
          <bdi>{[names, work.year, work.venue].filter(Boolean).join(" · ")}</bdi>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm">
          {work.warning && <span className="font-semibold text-danger">{work.warning}</span>}
          {fault ? (
            <span className="text-danger">{common.notAdded(added.detail)}</span>
          ) : (
            <span className="text-soft">{added ? texts.added : texts.works[work.state]}</span>
          )}
        </p>
      </div>
      {paperId !== null ? (
        <Link
          href={`/papers/${paperId}`}
          className="inline-flex min-h-8 shrink-0 items-center gap-1 text-sm text-accent hover:underline"
        >
          <Icon name="check" className="size-4" />
          {common.open}
        </Link>
      ) : (
        work.add !== null && (
          <Button icon="plus" disabled={waiting} aria-label={texts.add(work.title)} onClick={() => add([work.add!])}>
            {waiting ? common.adding : common.add}
          </Button>
        )
      )}
    </li>
  );
}
