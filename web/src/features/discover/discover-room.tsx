/** Published papers beyond the library: a question or keywords, one list of what the services know, and adding from it. */
import { useMemo, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import { ApiError } from "@/api/http";
import type { DiscoveredWorks, DiscoveredWorkView } from "@/api/types";
import { isFault, useAdding } from "@/lib/adding";
import { common } from "@/texts/common";
import { discover as texts } from "@/texts/discover";
import { AddingBar } from "@/ui/adding-bar";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Empty, Failed } from "@/ui/states";
import { Room } from "@/ui/room";
import { Filters } from "./filters";
import { isSilent, ServicesLine } from "./services-line";
import { SwitchedOff } from "./switched-off";
import { useDiscovery, type Narrowing } from "./use-discovery";
import { WorkRow, WorkSkeleton } from "./work-row";

const LONGEST = CONSTANTS.limits.searchCharacters;

export function DiscoverRoom() {
  const { words, narrowing, deployment, services, found, shown, search, narrow } = useDiscovery();
  const off = services?.length === 0 || (found.error instanceof ApiError && found.error.code === "services_off");
  return (
    <Room title={texts.title} tab={words || texts.title} foot={<AddingBar />}>
      {off ? (
        <SwitchedOff />
      ) : (
        <>
          <Search key={words} words={words} busy={found.isFetching} onSearch={search} />
          {services && <p className="mt-1.5 text-sm text-soft">{texts.wordsGo(services)}</p>}
          {deployment.isError && !services ? (
            <Failed title={texts.notListed} error={deployment.error} retry={() => void deployment.refetch()} />
          ) : !words ? (
            <Start />
          ) : found.isError ? (
            <Failed title={texts.failed} error={found.error} retry={() => void found.refetch()} />
          ) : !found.data ? (
            <Waiting />
          ) : (
            <Found
              key={`found ${words}`}
              {...{ narrowing, shown }}
              found={found.data}
              busy={found.isFetching}
              onNarrow={narrow}
              onAgain={() => void found.refetch()}
            />
          )}
        </>
      )}
    </Room>
  );
}

function Search({ words, busy, onSearch }: { words: string; busy: boolean; onSearch: (words: string) => void }) {
  const [draft, setDraft] = useState(words);
  return (
    <search>
      <form
        className="mt-4 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(draft.trim());
        }}
      >
        <span className="relative min-w-0 flex-1">
          <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-5 text-soft" />
          <input
            type="search"
            autoFocus={!words}
            aria-label={texts.query}
            placeholder={texts.query}
            maxLength={LONGEST}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            className="h-10 w-full rounded-lg border border-line bg-surface pr-3 pl-10"
          />
        </span>
        <Button type="submit" look="primary" disabled={!draft.trim() || busy} className="min-h-10">
          {texts.search}
        </Button>
      </form>
    </search>
  );
}

function Start() {
  return (
    <Empty icon="discover" title={texts.start}>
      <p>{texts.startHint}</p>
    </Empty>
  );
}

function Waiting() {
  return (
    <div className="mt-5">
      <p role="status" className="text-sm text-soft">
        {texts.asking}
      </p>
      <ul aria-hidden="true" className="mt-3 divide-y divide-hover border-t border-line">
        {[1, 2, 3, 4, 5].map((n) => (
          <WorkSkeleton key={n} />
        ))}
      </ul>
    </div>
  );
}

type Services = Pick<DiscoveredWorks, "services">;

interface FoundProps {
  found: DiscoveredWorks;
  shown: readonly DiscoveredWorkView[];
  narrowing: Narrowing;
  busy: boolean;
  onNarrow: (changes: Partial<Narrowing>) => void;
  onAgain: () => void;
}

function Found({ found, shown, narrowing, busy, onNarrow, onAgain }: FoundProps) {
  const { works, services } = found;
  const { adding, add } = useAdding();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = useMemo(
    () => shown.flatMap((work) => (canAdd(work, adding.done.get(work.add ?? "")) ? [work.add!] : [])),
    [shown, adding.done],
  );
  const wanted = open.filter((name) => chosen.has(name));
  const choose = (name: string, is: boolean) =>
    setChosen((before) => new Set(is ? [...before, name] : [...before].filter((one) => one !== name)));
  return (
    <>
      <ServicesLine {...{ found, busy, onAgain }} />
      <div className="mt-3 border-t border-line">
        <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-b border-hover py-1.5">
          <label className="flex min-h-8 items-center gap-3 text-sm text-soft">
            <input
              type="checkbox"
              disabled={!open.length}
              checked={open.length > 0 && wanted.length === open.length}
              ref={(box) => {
                if (box) {
                  box.indeterminate = wanted.length > 0 && wanted.length < open.length;
                }
              }}
              onChange={(event) => setChosen(new Set(event.target.checked ? open : []))}
              aria-label={texts.chooseAll}
              className="size-4"
            />
            <span role="status">
              {wanted.length ? texts.chosen(wanted.length) : texts.shown(shown.length, works.length)}
            </span>
          </label>
          {wanted.length > 0 ? (
            <Button
              look="primary"
              icon="plus"
              className="ml-auto"
              onClick={() => {
                add(wanted);
                setChosen(new Set());
              }}
            >
              {common.addPapers(wanted.length)}
            </Button>
          ) : (
            <Filters {...{ narrowing, onNarrow }} />
          )}
        </div>
        {!works.length ? (
          <NothingFound {...{ services, busy, onAgain }} />
        ) : !shown.length ? (
          <Empty icon="filter" title={texts.nonePass}>
            <Button className="mt-2" onClick={() => onNarrow({ from: "", to: "", open: false, fresh: false })}>
              {texts.showAll(works.length)}
            </Button>
          </Empty>
        ) : (
          <ul aria-label={texts.found} className="divide-y divide-hover">
            {shown.map((work, n) => (
              <WorkRow
                key={work.add ?? n}
                work={work}
                added={adding.done.get(work.add ?? "")}
                waiting={adding.wanted.includes(work.add ?? "")}
                chosen={chosen.has(work.add ?? "")}
                onChoose={(is) => work.add !== null && choose(work.add, is)}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Why the list is empty: a service that did not answer may know what the others do not. */
function NothingFound({ services, busy, onAgain }: Pick<FoundProps, "busy" | "onAgain"> & Services) {
  const answered = services.some(({ state }) => state === "answered");
  if (answered && !services.some(isSilent)) {
    return (
      <Empty icon="search" title={texts.none}>
        <p>{texts.noneHint}</p>
      </Empty>
    );
  }
  return (
    <Empty icon="search" title={answered ? texts.noneHere : texts.noneAnswered}>
      <p>{answered ? texts.noneHereHint : texts.noneAnsweredHint}</p>
      <Button className="mt-3" disabled={busy} onClick={onAgain}>
        {texts.askAgain}
      </Button>
    </Empty>
  );
}

/** Tell whether adding a work could bring something: the library has it not, or has no file of it. */
function canAdd(work: DiscoveredWorkView, added: Parameters<typeof isFault>[0] | undefined): boolean {
  const lacks = work.paper_id === null || (work.paper_status === "record" && work.pdfs.length > 0);
  return work.add !== null && lacks && (added === undefined || isFault(added));
}
