/** The command palette: actions, papers, passages, conversations and notes in one list, opened by Ctrl+K. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { listSessions } from "@/api/chat";
import { getJson } from "@/api/http";
import { searchPassages } from "@/api/library";
import type { LibraryList } from "@/api/types";
import { placeOf } from "@/lib/conversation-place";
import { navigate } from "@/lib/location";
import { usePaused } from "@/lib/use-paused";
import type { Address } from "@/lib/routes";
import { shell as texts } from "@/texts/shell";
import { Dialog } from "@/ui/dialog";
import { Icon, type IconName } from "@/ui/icons";
import { WAYS } from "./ways";

// A search may ask a model for a vector: it waits until typing stops.
const PAUSE_MS = 250;
const FEW = 5;
const SHORTEST = 3;

interface Entry {
  id: string;
  group: string;
  name: string;
  note?: string;
  icon: IconName;
  run: () => void;
}

export function Palette(props: { onClose: () => void; onKeys: () => void; onTheme: () => void }) {
  const { onClose } = props;
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const entries = useEntries(words, props);
  const current = entries[Math.min(at, entries.length - 1)];
  useEffect(() => {
    document.getElementById(`${list}-${current?.id ?? ""}`)?.scrollIntoView({ block: "nearest" });
  }, [list, current]);
  function choose(entry: Entry, close: () => void) {
    close();
    onClose();
    entry.run();
  }
  function press(event: KeyboardEvent, close: () => void) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && entries.length) {
      event.preventDefault();
      setAt((Math.min(at, entries.length - 1) + by + entries.length) % entries.length);
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      choose(current, close);
    }
  }
  return (
    <Dialog
      title={texts.searchAndCommands}
      bare
      light
      className="mt-[12vh] mb-auto w-[38rem] overflow-hidden p-0"
      onClose={onClose}
    >
      {(close) => (
        <>
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Icon name="search" className="size-5 shrink-0 text-soft" />
            <input
              autoFocus
              role="combobox"
              aria-label={texts.searchAndCommands}
              aria-expanded
              aria-controls={list}
              aria-activedescendant={current && `${list}-${current.id}`}
              placeholder={texts.searchHint}
              value={words}
              maxLength={200}
              onChange={(event) => {
                setWords(event.target.value);
                setAt(0);
              }}
              onKeyDown={(event) => press(event, close)}
              className="h-12 min-w-0 flex-1 bg-transparent outline-none"
            />
          </div>
          <div id={list} role="listbox" aria-label={texts.results} className="max-h-[56vh] overflow-y-auto p-1.5">
            {entries.map((entry, index) => (
              <div key={entry.id}>
                {entry.group !== entries[index - 1]?.group && (
                  <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-sm font-semibold text-soft">
                    {entry.group}
                  </p>
                )}
                <div
                  id={`${list}-${entry.id}`}
                  role="option"
                  aria-selected={entry === current}
                  onClick={() => choose(entry, close)}
                  onPointerMove={() => setAt(index)}
                  className="flex cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-sm aria-selected:bg-hover"
                >
                  <Icon name={entry.icon} className="size-4 shrink-0 text-soft" />
                  <bdi className="min-w-0 flex-1 truncate text-left">{entry.name}</bdi>
                  {entry.note && <bdi className="max-w-40 shrink-0 truncate text-sm text-soft">{entry.note}</bdi>}
                </div>
              </div>
            ))}
            {!entries.length && <p className="px-3 py-6 text-center text-sm text-soft">{texts.nothingFound}</p>}
          </div>
        </>
      )}
    </Dialog>
  );
}

function useEntries(words: string, acts: { onKeys: () => void; onTheme: () => void }): Entry[] {
  const asked = usePaused(words.trim(), PAUSE_MS);
  const usual = { placeholderData: keepPreviousData, retry: false, staleTime: 30_000 };
  const library = useQuery({
    queryKey: ["palette", "library", asked],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(FEW), ...(asked ? { q: asked } : {}) });
      return getJson<LibraryList>(`/library?${query}`, signal);
    },
    ...usual,
  });
  const passages = useQuery({
    queryKey: ["palette", "passages", asked],
    queryFn: ({ signal }) => searchPassages(asked, FEW, signal),
    enabled: asked.length >= SHORTEST,
    ...usual,
  });
  const sessions = useQuery({ queryKey: ["sessions", null], queryFn: ({ signal }) => listSessions(null, signal) });
  const has = (name: string) => name.toLowerCase().includes(words.trim().toLowerCase());
  const go = (href: Address) => () => navigate(href);
  return [
    ...actions(acts).filter(({ name }) => has(name)),
    ...(library.data?.papers ?? []).map((paper) => ({
      id: `paper-${paper.paper_id}`,
      group: texts.papers,
      name: paper.title ?? paper.filename,
      icon: "file" as const,
      run: go(`/papers/${paper.paper_id}`),
    })),
    ...(asked.length >= SHORTEST ? (passages.data?.papers ?? []) : []).slice(0, FEW).flatMap((paper) =>
      paper.passages.slice(0, 1).map((passage) => ({
        id: `passage-${passage.chunk_id}`,
        group: texts.inText,
        name: passage.text.slice(0, 160),
        note: paper.metadata.title ?? paper.filename,
        icon: "search" as const,
        run: go(`/papers/${paper.paper_id}${passage.page_numbers[0] ? `?page=${passage.page_numbers[0]}` : ""}`),
      })),
    ),
    ...(sessions.data?.sessions ?? [])
      .filter(({ title }) => has(title))
      .slice(0, FEW)
      .map((session) => ({
        id: `conversation-${session.id}`,
        group: texts.rooms.history,
        name: session.title,
        icon: "chat" as const,
        run: go(placeOf(session.id, session.paper_ids)),
      })),
    ...(asked ? (library.data?.notes ?? []) : []).slice(0, FEW).map((note) => ({
      id: `note-${note.note_id}`,
      group: texts.rooms.note,
      name: note.excerpt,
      icon: "note" as const,
      run: go(`/papers/${note.paper_ids[0] ?? ""}`),
    })),
  ];
}

function actions({ onKeys, onTheme }: { onKeys: () => void; onTheme: () => void }): Entry[] {
  return [
    ...WAYS.map(({ href, room, icon }) => ({
      id: `way-${room}`,
      group: texts.goTo,
      name: texts.rooms[room],
      icon,
      run: () => navigate(href),
    })),
    { id: "theme", group: texts.commands, name: texts.colours, icon: "moon", run: onTheme },
    { id: "keys", group: texts.commands, name: texts.keyboard, note: "?", icon: "info", run: onKeys },
  ];
}
