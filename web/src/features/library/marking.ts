/** What can be done to one paper or to many: marks, collections, exports, deletion. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { markPapers, type Marking } from "@/api/library";
import { CITATION_STYLES, exportPapers, PAPER_FORMATS, type CitationStyle, type PaperFormat } from "@/api/papers";
import type { CollectionView, ListedPaper } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { counted } from "@/lib/text";
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
    onSelect: () => (has(tag) ? mark(ids, { remove_tags: [tag] }) : mark(ids, { add_tags: [tag] }, `Tagged “${tag}”`)),
  }));
  return [...(items.length ? [{ name: "Tags", items }] : []), { name: "", items: [newItem("New tag…", onNew)] }];
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
          ? mark(ids, { remove_from: [id] }, `Removed from “${name}”`)
          : mark(ids, { add_to: [id] }, `Added to “${name}”`),
    };
  });
  const making = { name: "", items: [newItem("New collection…", onNew)] };
  return [...(items.length ? [{ name: "Collections", items }] : []), making];
}

function newItem(label: string, onSelect: () => void) {
  return { label, icon: "plus" as const, onSelect };
}

export function stateGroups(ids: readonly string[], mark: Mark): MenuGroup[] {
  return [
    {
      name: "",
      items: [
        { label: "Mark as read", icon: "check", onSelect: () => mark(ids, { read_state: "read" }, "Marked as read") },
        { label: "Mark as being read", icon: "history", onSelect: () => mark(ids, { read_state: "reading" }) },
        {
          label: "Mark as unread",
          icon: "unread",
          onSelect: () => mark(ids, { read_state: "unread" }, "Marked as unread"),
        },
        { label: "Make favourites", icon: "star", onSelect: () => mark(ids, { favourite: true }) },
        { label: "No favourites any more", icon: "minus", onSelect: () => mark(ids, { favourite: false }) },
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
      name: "References",
      items: plain.map(([format, { label }]) => ({ label, onSelect: () => void save(ids, format, null) })),
    },
    {
      name: "Bibliography as text",
      items: styles.map(([style, { label }]) => ({ label, onSelect: () => void save(ids, "txt", style) })),
    },
  ];
}

async function save(ids: readonly string[], format: PaperFormat, style: CitationStyle | null): Promise<void> {
  if (ids.length > EXPORTED_AT_ONCE) {
    say(`${EXPORTED_AT_ONCE} papers at most can be exported at once. Choose fewer.`, { alarming: true });
    return;
  }
  try {
    saveFile(await exportPapers(ids, format, style), `papers${PAPER_FORMATS[format].ending}`);
    say(`${counted(ids.length, "paper")} exported`);
  } catch (error) {
    say(error instanceof Error ? error.message : "The export failed.", { alarming: true });
  }
}
