/** What can be done to one paper or to many: marks, collections, exports, deletion. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { markPapers, type Marking } from "@/api/library";
import { CITATION_STYLES, exportPapers, PAPER_FORMATS, type CitationStyle, type PaperFormat } from "@/api/papers";
import type { CollectionView, ListedPaper } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { library as texts } from "@/texts/library";
import type { MenuGroup } from "@/ui/menu";
import { say } from "@/ui/toasts";
import { PAPERS } from "./use-papers";

// An address names the papers of an export, and servers take addresses of some thousand characters.
const EXPORTED_AT_ONCE = 100;

export type Mark = (ids: readonly string[], marking: Marking, said?: string) => void;

/** Return what marks papers and then lists them again; `said` is said when it is done. */
export function useMark(): Mark {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ ids, marking }: { ids: readonly string[]; marking: Marking; said?: string }) =>
      markPapers(ids, marking),
    onSuccess: (_, { said }) => said && say(said),
    onError: (error) => say(error.message, { alarming: true }),
    onSettled: () => client.invalidateQueries({ queryKey: PAPERS }),
  });
  return (ids, marking, said) => mutate({ ids, marking, said });
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
    onSelect: () => (has(tag) ? mark(ids, { remove_tags: [tag] }) : mark(ids, { add_tags: [tag] }, texts.tagged(tag))),
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

export function stateGroups(ids: readonly string[], mark: Mark): MenuGroup[] {
  return [
    {
      name: "",
      items: [
        { label: texts.markRead, icon: "check", onSelect: () => mark(ids, { read_state: "read" }, texts.markedRead) },
        { label: texts.markReading, icon: "history", onSelect: () => mark(ids, { read_state: "reading" }) },
        {
          label: texts.markUnread,
          icon: "unread",
          onSelect: () => mark(ids, { read_state: "unread" }, texts.markedUnread),
        },
        { label: texts.makeFavourites, icon: "star", onSelect: () => mark(ids, { favourite: true }) },
        { label: texts.noFavourites, icon: "minus", onSelect: () => mark(ids, { favourite: false }) },
      ],
    },
  ];
}

export function exportGroups(ids: readonly string[]): MenuGroup[] {
  const all = Object.entries(PAPER_FORMATS) as [PaperFormat, (typeof PAPER_FORMATS)[PaperFormat]][];
  const plain = all.filter(([, { styled }]) => !styled);
  const styles = Object.entries(CITATION_STYLES) as [CitationStyle, { label: string }][];
  return [
    {
      name: texts.references,
      items: plain.map(([format, { label }]) => ({
        label: texts.exportLabel(format, label),
        onSelect: () => void save(ids, format, null),
      })),
    },
    {
      name: texts.bibliography,
      items: styles.map(([style, { label }]) => ({
        label: texts.exportLabel(style, label),
        onSelect: () => void save(ids, "txt", style),
      })),
    },
  ];
}

async function save(ids: readonly string[], format: PaperFormat, style: CitationStyle | null): Promise<void> {
  if (ids.length > EXPORTED_AT_ONCE) {
    say(texts.mostExported(EXPORTED_AT_ONCE), { alarming: true });
    return;
  }
  try {
    saveFile(await exportPapers(ids, format, style), `papers${PAPER_FORMATS[format].ending}`);
    say(texts.exported(ids.length));
  } catch (error) {
    say(error instanceof Error ? error.message : texts.exportFailed, { alarming: true });
  }
}
