/** All conversations: search, rename, pin, export, and delete with undo. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeSession, deleteSession, listAllSessions } from "@/api/chat";
import type { SessionView } from "@/api/types";
import { placeOf } from "@/lib/conversation-place";
import { ago } from "@/lib/times";
import { Button } from "@/ui/button";
import { saveExported } from "@/ui/export-menu";
import { Icon } from "@/ui/icons";
import { Link } from "@/ui/link";
import { oneStop } from "@/ui/one-stop";
import { Menu, type MenuGroup } from "@/ui/menu";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { removeWithUndo, say, useRemoved } from "@/ui/toasts";
import { Room } from "@/ui/room";
import { chat as texts } from "@/texts/chat";
import { common } from "@/texts/common";
import { conversationFiles } from "./exports";

const KEY = ["sessions", "all"];

export function ConversationsRoom() {
  const [words, setWords] = useState("");
  const removed = useRemoved();
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) => listAllSessions(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
  const all = (list.data?.pages ?? []).flatMap((page) => page.sessions);
  const shown = all
    .filter(({ id, title }) => !removed.has(`conversation:${id}`) && has(title, words))
    .sort((one, other) => Number(other.pinned) - Number(one.pinned));
  return (
    <Room
      title={texts.conversations}
      actions={
        all.length > 0 && (
          <input
            type="search"
            aria-label={texts.searchAll}
            placeholder={texts.search}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            className="h-9 w-64 max-w-full rounded-lg border border-line bg-surface px-3 text-sm"
          />
        )
      }
    >
      <div className="mt-5 border-t border-line">
        {list.isPending ? (
          <div className="py-6">
            <Skeleton lines={6} label={texts.loadingAll} />
          </div>
        ) : list.isError && !all.length ? (
          <Failed title={texts.notListed} error={list.error} retry={() => void list.refetch()} />
        ) : !shown.length ? (
          <Empty icon="chat" title={words ? texts.noneNamed : texts.none}>
            <p>{words ? texts.otherSearch : texts.howToBegin}</p>
            {!words && (
              <Link href="/" className="mt-2 inline-block text-accent underline">
                {texts.askPapers(0)}
              </Link>
            )}
          </Empty>
        ) : (
          <ul ref={oneStop} aria-label={texts.conversations} className="divide-y divide-hover">
            {shown.map((session) => (
              <Row key={session.id} session={session} />
            ))}
          </ul>
        )}
      </div>
      {list.hasNextPage && (
        <p className="mt-3 text-center">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words ? texts.searchOlder : texts.showOlder}
          </Button>
        </p>
      )}
    </Room>
  );
}

function Row({ session }: { session: SessionView }) {
  const client = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const { id, title, pinned } = session;
  const refresh = () => client.invalidateQueries({ queryKey: ["sessions"] });
  const failed = (error: Error) => say(error.message, { alarming: true });
  const change = (changes: Parameters<typeof changeSession>[1]) =>
    void changeSession(id, changes).catch(failed).finally(refresh);
  const groups: MenuGroup[] = [
    {
      name: "",
      items: [
        { label: common.rename, icon: "edit", onSelect: () => setRenaming(true) },
        { label: pinned ? texts.unpin : texts.pin, icon: "pin", onSelect: () => change({ pinned: !pinned }) },
      ],
    },
    {
      name: common.export,
      items: conversationFiles(id).map((file) => ({
        label: file.label,
        icon: "download",
        onSelect: () => void saveExported(file),
      })),
    },
    {
      name: "",
      items: [
        {
          label: common.delete,
          icon: "trash",
          danger: true,
          onSelect: () =>
            removeWithUndo({
              key: `conversation:${id}`,
              text: texts.deleted(title),
              remove: () => deleteSession(id).finally(refresh),
            }),
        },
      ],
    },
  ];
  return (
    <li className="group flex items-center gap-2 py-1.5" data-conversation={id}>
      {pinned && <Icon name="pin" className="size-4 shrink-0 text-accent" />}
      <div className="min-w-0 flex-1">
        {renaming ? (
          <Rename
            title={title}
            onEnd={(name) => {
              setRenaming(false);
              if (name && name !== title) {
                change({ title: name });
              }
            }}
          />
        ) : (
          <Link
            href={placeOf(id, session.paper_ids)}
            dir="auto"
            className="block truncate rounded py-px text-left text-base font-medium hover:text-accent"
          >
            {title}
          </Link>
        )}
        <p className="text-sm text-soft">
          {texts.questions(Math.ceil(session.message_count / 2))} · {common.papers(session.paper_ids.length)} ·{" "}
          {ago(session.updated_at)}
        </p>
      </div>
      <Menu
        label={texts.more(title)}
        tip={common.more}
        groups={groups}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink"
      >
        <Icon name="more" />
      </Menu>
    </li>
  );
}

function Rename({ title, onEnd }: { title: string; onEnd: (name: string | null) => void }) {
  const [name, setName] = useState(title);
  return (
    <input
      autoFocus
      aria-label={texts.name}
      value={name}
      maxLength={200}
      onChange={(event) => setName(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onEnd(name.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.currentTarget.blur();
        } else if (event.key === "Escape") {
          onEnd(null);
        }
      }}
      className="h-8 w-full rounded-lg border border-line bg-surface px-2"
    />
  );
}

function has(title: string, words: string): boolean {
  const lowered = title.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowered.includes(word));
}
