import { useEffect, useRef } from "react";
import { IconButton } from "@/ui/button";
import { reader as texts } from "@/texts/reader";
import { MOST_HITS } from "./find";
import type { Finding } from "./use-finding";

export function FindBar({ finding, close }: { finding: Finding; close: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const { query, setQuery, hits, index, move, ready, listed, setListed } = finding;
  return (
    <search className="flex items-center gap-1 border-b border-hover px-2 py-1.5">
      <input
        ref={input}
        id={finding.field}
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            move(event.shiftKey ? -1 : 1);
          } else if (event.key === "ArrowDown" && listed) {
            event.preventDefault();
            document.getElementById(finding.list)?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          } else if (event.key === "Escape") {
            close();
          }
        }}
        className="h-8 min-w-0 flex-1 rounded-lg border border-line bg-surface px-2.5 text-sm"
      />
      <span role="status" className="min-w-20 text-center text-sm text-soft tabular-nums">
        {said(query, ready, hits.length, index)}
      </span>
      <IconButton
        icon="list"
        label={texts.listMatches}
        aria-pressed={listed}
        disabled={hits.length < 2}
        onClick={() => setListed(!listed)}
      />
      <IconButton icon="up" label={texts.previous} disabled={!hits.length} onClick={() => move(-1)} />
      <IconButton icon="down" label={texts.next} disabled={!hits.length} onClick={() => move(1)} />
      <IconButton icon="close" label={texts.closeFind} onClick={close} />
    </search>
  );
}

function said(query: string, ready: boolean, count: number, index: number): string {
  if (!query.trim()) {
    return "";
  }
  if (!ready) {
    return texts.notRead;
  }
  const all = count === MOST_HITS ? `${MOST_HITS}+` : String(count);
  return count ? texts.match(index + 1, all) : texts.noMatches;
}
