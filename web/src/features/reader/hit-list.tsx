/** All matches of what is looked for, beside the text: arrows move, Enter goes there, Escape returns to the words. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { reader as texts } from "@/texts/reader";
import { MOST_HITS, type Hit } from "./find";
import { SidePanel, staysOpen } from "./side-panel";
import type { Finding } from "./use-finding";

// More are not read; further words narrow them. A guess.
const LISTED = 300;

export function HitPanel({ over, finding, jump }: { over: boolean; finding: Finding; jump: (go: () => void) => void }) {
  const jumped = useRef<string | null>(null);
  const returnToWords = () => document.getElementById(finding.field)?.focus();
  function go(index: number) {
    // The first way from where one read is one for Back; the next ones lead from match to match.
    const show = () => flushSync(() => finding.choose(index));
    if (jumped.current === finding.query) {
      show();
    } else {
      jumped.current = finding.query;
      jump(show);
    }
    if (over || !staysOpen(true)) {
      finding.setListed(false);
    }
  }
  return (
    <SidePanel over={over} label={texts.matches} close={returnToWords}>
      <HitList {...finding} onGo={go} />
    </SidePanel>
  );
}

function HitList({
  list: id,
  hits,
  index,
  onGo,
}: Pick<Finding, "list" | "hits" | "index"> & { onGo: (index: number) => void }) {
  const list = useRef<HTMLUListElement>(null);
  const listed = hits.slice(0, LISTED);
  const current = Math.min(index, listed.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: "nearest" });
  }, [current]);
  function walk(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    if (by && at >= 0) {
      event.preventDefault();
      items[Math.min(Math.max(at + by, 0), items.length - 1)]?.focus();
    }
  }
  return (
    <div className="flex h-full flex-col">
      <h2 className="border-b border-line px-4 py-2.5 text-sm font-semibold text-soft">
        {hits.length === MOST_HITS ? texts.moreMatches(MOST_HITS) : texts.matchCount(hits.length)}
      </h2>
      <ul
        id={id}
        ref={list}
        aria-label={texts.matches}
        onKeyDown={walk}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {listed.map((hit, place) => (
          <li key={hit.id} className="[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
            <button
              type="button"
              aria-current={place === current ? "true" : undefined}
              tabIndex={place === current ? 0 : -1}
              onClick={() => onGo(place)}
              className="flex w-full gap-3 rounded-lg px-2.5 py-1.5 text-left text-sm leading-snug hover:bg-hover aria-[current]:bg-hover"
            >
              <Snippet hit={hit} />
              {hit.pages[0] && (
                <span className="shrink-0 text-sm text-soft tabular-nums">{texts.page(hit.pages[0].page_number)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {hits.length > LISTED && (
        <p className="border-t border-line px-4 py-2 text-sm text-soft">{texts.firstListed(LISTED)}</p>
      )}
    </div>
  );
}

function Snippet({ hit: { snippet } }: { hit: Hit }) {
  return (
    <span dir="auto" className="min-w-0 flex-1 text-soft wrap-break-word">
      {snippet.before}
      <mark className="rounded-sm bg-[var(--mark)] text-ink">{snippet.match}</mark>
      {snippet.after}
    </span>
  );
}
