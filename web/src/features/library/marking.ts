/** What can be done to one paper or to many: marks, collections, exports, deletion. */
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { markPapers, type Marking } from "@/api/library";
import { CITATION_STYLES, exportPapers, PAPER_FORMATS, type CitationStyle, type PaperFormat } from "@/api/papers";
import type { CollectionView, LibraryList, ListedPaper, MarkedPaper, Marks } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { library as texts } from "@/texts/library";
import type { MenuGroup, MenuItem } from "@/ui/menu";
import { say } from "@/ui/toasts";
import { PAPERS } from "./use-papers";

// An address names the papers of an export, and servers take addresses of some thousand characters.
const EXPORTED_AT_ONCE = 100;
const READ_STATES = ["unread", "reading", "read"] as const;

export type Mark = (ids: readonly string[], marking: Marking, said?: string) => void;

/**
 * Return what marks papers and then lists them again, and how many are still to be marked.
 *
 * `said` is said when it is done, and can be undone then.
 */
export function useMark(): { mark: Mark; left: number } {
  const client = useQueryClient();
  const [left, setLeft] = useState(0);
  const { mutate } = useMutation({
    mutationFn: async ({ calls }: { calls: readonly Call[]; said?: string; back: readonly Call[] }) => {
      let due = calls.reduce((sum, [ids]) => sum + ids.length, 0);
      setLeft(due);
      for (const [ids, marking] of calls) {
        await markPapers(ids, marking, (marked) => {
          remember(client, marked);
          due -= marked.length;
          setLeft(due);
        });
      }
    },
    onSuccess: (_, { said, back }) =>
      said && say(said, back.length ? { undo: () => mutate({ calls: back, back: [] }) } : {}),
    onError: (error) => say(error.message, { alarming: true }),
    onSettled: () => {
      setLeft(0);
      return client.invalidateQueries({ queryKey: PAPERS });
    },
  });
  return {
    mark: (ids, marking, said) => mutate({ calls: [[ids, marking]], said, back: undone(client, ids, marking) }),
    left,
  };
}

/** Show marks in all lists at once; those that are out of sight are not fetched again. */
function remember(client: QueryClient, marked: readonly MarkedPaper[]): void {
  const now = new Map(marked.map(({ paper_id: id, marks }) => [id, marks]));
  client.setQueriesData<Partial<LibraryList>>({ queryKey: PAPERS }, (list) =>
    list?.papers
      ? {
          ...list,
          papers: list.papers.map((one) => {
            const marks = now.get(one.paper_id);
            return marks ? { ...one, marks } : one;
          }),
        }
      : list,
  );
}

type Call = [ids: readonly string[], marking: Marking];

/** Return the calls after which papers are marked as they were, as far as lists have shown them. */
function undone(client: QueryClient, ids: readonly string[], marking: Marking): Call[] {
  const lists = client.getQueriesData<Partial<LibraryList>>({ queryKey: PAPERS });
  const shown = lists.flatMap(([, list]) => list?.papers ?? []);
  const known = [...new Map(shown.map((paper) => [paper.paper_id, paper.marks])).entries()];
  const before = known.filter(([id]) => ids.includes(id));
  const those = (which: (marks: Marks) => boolean) => before.filter(([, marks]) => which(marks)).map(([id]) => id);
  const calls: Call[] = [];
  for (const tag of marking.add_tags ?? []) {
    calls.push([those(({ tags }) => !tags.some((one) => same(one, tag))), { remove_tags: [tag] }]);
  }
  for (const tag of marking.remove_tags ?? []) {
    calls.push([those(({ tags }) => tags.some((one) => same(one, tag))), { add_tags: [tag] }]);
  }
  for (const id of marking.add_to ?? []) {
    calls.push([those(({ collection_ids: inside }) => !inside.includes(id)), { remove_from: [id] }]);
  }
  for (const id of marking.remove_from ?? []) {
    calls.push([those(({ collection_ids: inside }) => inside.includes(id)), { add_to: [id] }]);
  }
  if (typeof marking.favourite === "boolean") {
    const favourite = !marking.favourite;
    calls.push([those((marks) => marks.favourite === favourite), { favourite }]);
  }
  for (const state of READ_STATES) {
    if (marking.read_state && marking.read_state !== state) {
      calls.push([those((marks) => marks.read_state === state), { read_state: state }]);
    }
  }
  return calls.filter(([papers]) => papers.length > 0);
}

/** Tell whether two tags are one: their case does not count. */
function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function tagGroups(
  papers: readonly ListedPaper[],
  ids: readonly string[],
  known: readonly string[],
  mark: Mark,
  onNew: () => void,
): MenuGroup[] {
  const has = (tag: string) => papers.length > 0 && papers.every(({ marks }) => marks.tags.includes(tag));
  const items = known.map((tag) => ({
    label: tag,
    checked: has(tag),
    onSelect: () =>
      has(tag)
        ? mark(ids, { remove_tags: [tag] }, texts.untagged(tag))
        : mark(ids, { add_tags: [tag] }, texts.tagged(tag)),
  }));
  return [
    ...(items.length ? [{ name: texts.facets.tag, items }] : []),
    { name: "", items: [newItem(texts.newTag, onNew)] },
  ];
}

export function collectionGroups(
  papers: readonly ListedPaper[],
  ids: readonly string[],
  all: readonly CollectionView[],
  mark: Mark,
  onNew: () => void,
): MenuGroup[] {
  const items = all.map(({ collection_id: id, name, depth }) => {
    const inside = papers.length > 0 && papers.every(({ marks }) => marks.collection_ids.includes(id));
    return {
      label: "\u2003".repeat(depth) + name,
      checked: inside,
      onSelect: () =>
        inside
          ? mark(ids, { remove_from: [id] }, texts.removedFrom(name))
          : mark(ids, { add_to: [id] }, texts.addedTo(name)),
    };
  });
  const making = { name: "", items: [newItem(texts.newCollectionNamed, onNew)] };
  return [...(items.length ? [{ name: texts.collections, items }] : []), making];
}

function newItem(label: string, onSelect: () => void) {
  return { label, icon: "plus" as const, onSelect };
}

/** What the papers can be marked as, without what all of them are. */
export function stateGroups(papers: readonly ListedPaper[], ids: readonly string[], mark: Mark): MenuGroup[] {
  const all = (state: ListedPaper["marks"]["read_state"]) => papers.every(({ marks }) => marks.read_state === state);
  const favourites = papers.every(({ marks }) => marks.favourite);
  const items: (MenuItem | false)[] = [
    !all("read") && {
      label: texts.markRead,
      icon: "check",
      onSelect: () => mark(ids, { read_state: "read" }, texts.markedRead),
    },
    !all("reading") && {
      label: texts.markReading,
      icon: "history",
      onSelect: () => mark(ids, { read_state: "reading" }, texts.markedReading),
    },
    !all("unread") && {
      label: texts.markUnread,
      icon: "unread",
      onSelect: () => mark(ids, { read_state: "unread" }, texts.markedUnread),
    },
    favourites
      ? {
          label: texts.noFavourites,
          icon: "minus",
          onSelect: () => mark(ids, { favourite: false }, texts.noLongerFavourites(ids.length)),
        }
      : {
          label: texts.makeFavourites,
          icon: "star",
          onSelect: () => mark(ids, { favourite: true }, texts.madeFavourites(ids.length)),
        },
  ];
  return [{ name: "", items: items.filter((item) => item !== false) }];
}

/** `whole`: the papers are the whole library, so that an address need not name them. */
export function exportGroups(ids: readonly string[], whole: boolean): MenuGroup[] {
  const all = Object.entries(PAPER_FORMATS) as [PaperFormat, (typeof PAPER_FORMATS)[PaperFormat]][];
  const plain = all.filter(([, { styled }]) => !styled);
  const styles = Object.entries(CITATION_STYLES) as [CitationStyle, { label: string }][];
  return [
    {
      name: texts.references,
      items: plain.map(([format, { label }]) => ({
        label: texts.exportLabel(format, label),
        onSelect: () => void save(ids, whole, format, null),
      })),
    },
    {
      name: texts.bibliography,
      items: styles.map(([style, { label }]) => ({
        label: texts.exportLabel(style, label),
        onSelect: () => void save(ids, whole, "txt", style),
      })),
    },
  ];
}

async function save(
  ids: readonly string[],
  whole: boolean,
  format: PaperFormat,
  style: CitationStyle | null,
): Promise<void> {
  if (!whole && ids.length > EXPORTED_AT_ONCE) {
    say(texts.mostExported(EXPORTED_AT_ONCE), { alarming: true });
    return;
  }
  try {
    saveFile(await exportPapers(whole ? null : ids, format, style), `papers${PAPER_FORMATS[format].ending}`);
    say(texts.exported(ids.length));
  } catch (error) {
    say(error instanceof Error ? error.message : texts.exportFailed, { alarming: true });
  }
}
