/** Earlier conversations: open one again, or delete it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { deleteSession, listSessions } from "@/api/chat";
import type { SessionView } from "@/api/types";
import { IconButton } from "@/ui/button";
import { removeWithUndo, useRemoved } from "@/ui/toasts";
import { Failed, Skeleton } from "@/ui/states";
import { ago } from "@/lib/times";
import { chat as texts } from "@/texts/chat";

export function SessionsMenu({
  paperId,
  current,
  onOpen,
  onDeleted,
}: {
  /** Of this paper alone, or null for all. */
  paperId: string | null;
  current: string | null;
  onOpen: (sessionId: string) => void;
  onDeleted: (sessionId: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function leave(event: PointerEvent) {
      if (!root.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    }
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, []);
  return (
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
      onBlur={(event) => event.relatedTarget && !root.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <IconButton icon="history" label={texts.earlier} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="absolute right-0 z-30 mt-1 max-h-[60vh] w-80 max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-lg">
          <Sessions
            {...{ paperId, current, onDeleted }}
            onOpen={(id) => {
              setOpen(false);
              onOpen(id);
            }}
          />
        </div>
      )}
    </div>
  );
}

function Sessions({ paperId, current, onOpen, onDeleted }: Parameters<typeof SessionsMenu>[0]) {
  const client = useQueryClient();
  const removed = useRemoved();
  const key = ["sessions", paperId];
  const sessions = useQuery({ queryKey: key, queryFn: ({ signal }) => listSessions(paperId, signal), staleTime: 0 });
  if (sessions.isPending) {
    return (
      <div className="p-3">
        <Skeleton lines={3} label={texts.conversations} />
      </div>
    );
  }
  if (sessions.isError) {
    return <Failed title={texts.listFailed} error={sessions.error} retry={() => void sessions.refetch()} />;
  }
  const listed = sessions.data.sessions.filter(({ id }) => !removed.has(`conversation:${id}`));
  if (!listed.length) {
    return <p className="p-3 text-sm text-soft">{texts.noneHere}</p>;
  }
  function remove({ id, title }: SessionView) {
    const wasOpen = id === current;
    onDeleted(id);
    removeWithUndo({
      key: `conversation:${id}`,
      text: texts.deleted(title),
      remove: () => deleteSession(id).finally(() => client.invalidateQueries({ queryKey: ["sessions"] })),
      onUndo: () => wasOpen && onOpen(id),
    });
  }
  return (
    <ul>
      {listed.map((session) => (
        <li key={session.id} className="flex items-center gap-1">
          <button
            type="button"
            aria-current={session.id === current ? "true" : undefined}
            onClick={() => onOpen(session.id)}
            className="min-w-0 flex-1 rounded-lg px-2.5 py-2 text-left hover:bg-hover aria-[current]:bg-hover"
          >
            <span dir="auto" className="block truncate text-left text-sm">
              {session.title}
            </span>
            <span className="block text-sm text-soft">
              {texts.questions(Math.ceil(session.message_count / 2))}, {ago(session.updated_at)}
            </span>
          </button>
          <IconButton icon="trash" label={texts.deleteOne(session.title)} onClick={() => remove(session)} />
        </li>
      ))}
    </ul>
  );
}
