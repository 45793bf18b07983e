/** The bar of the selection, with its menus and the dialogs that they open. */
import { useMemo, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import type { LibraryList, ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { TextDialog } from "@/ui/text-dialog";
import type { MenuGroup } from "@/ui/menu";
import { ChosenBar } from "./chosen-bar";
import { collectionGroups, exportGroups, stateGroups, tagGroups, type Mark } from "./marking";
import { titleOf } from "./paper-row";
import type { Selection } from "./selection";
import { useSupplements, type MakeSupplement } from "./use-supplements";
import type { Collections } from "./use-collections";

interface ChosenProps {
  papers: readonly ListedPaper[];
  /** Fetches the rest of the list; null where all of it is here. */
  onLoad: (() => void) | null;
  /** A question is typed on top, which is asked there. */
  asking: boolean;
  /** How many papers the library has. */
  everything: number;
  selection: Selection;
  collections: Collections;
  mark: Mark;
  facets: LibraryList["facets"] | undefined;
  onMerge: (ids: readonly [string, string]) => void;
  onRemove: (ids: readonly string[]) => void;
}

export function Chosen({
  papers,
  onLoad,
  asking,
  everything,
  selection,
  collections,
  mark,
  facets,
  onMerge,
  onRemove,
}: ChosenProps) {
  const [naming, setNaming] = useState<"tag" | "collection" | null>(null);
  const supplement = useSupplements();
  // What a filter hides now is not acted on.
  const chosen = useMemo(() => papers.filter((one) => selection.ids.has(one.paper_id)), [papers, selection.ids]);
  if (!chosen.length) {
    return null;
  }
  const ids = chosen.map((one) => one.paper_id);
  const [one, two] = ids;
  const readable = chosen.filter(({ status }) => status === "completed").map((one) => one.paper_id);
  const supplements = supplementGroups(chosen, supplement);
  const tags = facets?.tag.values.map(({ value }) => value) ?? [];
  return (
    <>
      <ChosenBar
        {...{ ids, readable, asking, onLoad }}
        elsewhere={selection.ids.size - ids.length}
        menus={[
          { label: texts.tag, icon: "tag", groups: tagGroups(chosen, ids, tags, mark, () => setNaming("tag")) },
          {
            label: texts.collect,
            icon: "collection",
            groups: collectionGroups(chosen, ids, collections.all, mark, () => setNaming("collection")),
          },
          { label: texts.mark, icon: "check", groups: stateGroups(chosen, ids, mark) },
          { label: texts.export, icon: "download", groups: exportGroups(ids, ids.length === everything) },
          ...(supplements.length ? [{ label: texts.supplement, icon: "attach" as const, groups: supplements }] : []),
        ]}
        onMerge={one && two && ids.length === 2 ? () => onMerge([one, two]) : null}
        onDelete={() => onRemove(ids)}
        onClear={selection.clear}
      />
      {naming === "tag" && (
        <TextDialog
          title={texts.tagChosen}
          label={texts.tag}
          action={texts.tag}
          known={tags}
          maxLength={CONSTANTS.limits.tagCharacters}
          onClose={() => setNaming(null)}
          onSave={(tag) => mark(ids, { add_tags: [tag] }, texts.tagged(tag))}
        />
      )}
      {naming === "collection" && (
        <TextDialog
          title={texts.newCollectionOf}
          label={common.name}
          action={texts.make}
          maxLength={CONSTANTS.limits.collectionCharacters}
          onClose={() => setNaming(null)}
          onSave={(name) => collections.make(name, null, (id) => mark(ids, { add_to: [id] }, texts.addedTo(name)))}
        />
      )}
    </>
  );
}

/** Of two papers, either may be the supplement of the other, unless that is one itself. */
function supplementGroups(papers: readonly ListedPaper[], supplement: MakeSupplement): MenuGroup[] {
  const [one, two] = papers;
  if (!one || !two || papers.length !== 2) {
    return [];
  }
  const pairs = [
    [one, two],
    [two, one],
  ] as const;
  const items = pairs
    .filter(([file, paper]) => paper.supplement_of === null && file.supplement_of !== paper.paper_id)
    .map(([file, paper]) => ({ label: titleOf(paper), onSelect: () => supplement(file, paper.paper_id) }));
  return items.length ? [{ name: texts.supplementOf, items }] : [];
}
