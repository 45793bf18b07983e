/** The bar of the selection, with its menus and the dialogs that they open. */
import { useMemo, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import type { LibraryList, ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { TextDialog } from "@/ui/text-dialog";
import { ChosenBar } from "./chosen-bar";
import { collectionGroups, exportGroups, stateGroups, tagGroups, type Mark } from "./marking";
import type { Selection } from "./selection";
import type { Collections } from "./use-collections";

interface ChosenProps {
  papers: readonly ListedPaper[];
  selection: Selection;
  collections: Collections;
  mark: Mark;
  facets: LibraryList["facets"] | undefined;
  onRemove: (ids: readonly string[]) => void;
}

export function Chosen({ papers, selection, collections, mark, facets, onRemove }: ChosenProps) {
  const [naming, setNaming] = useState<"tag" | "collection" | null>(null);
  // What a filter hides now is not acted on.
  const chosen = useMemo(() => papers.filter((one) => selection.ids.has(one.paper_id)), [papers, selection.ids]);
  if (!chosen.length) {
    return null;
  }
  const ids = chosen.map((one) => one.paper_id);
  const readable = chosen.filter(({ status }) => status === "completed").map((one) => one.paper_id);
  const tags = facets?.tag.values.map(({ value }) => value) ?? [];
  return (
    <>
      <ChosenBar
        {...{ ids, readable }}
        menus={[
          { label: texts.tag, icon: "tag", groups: tagGroups(chosen, ids, tags, mark, () => setNaming("tag")) },
          {
            label: texts.collect,
            icon: "collection",
            groups: collectionGroups(chosen, ids, collections.all, mark, () => setNaming("collection")),
          },
          { label: texts.mark, icon: "check", groups: stateGroups(ids, mark) },
          { label: texts.export, icon: "download", groups: exportGroups(ids) },
        ]}
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
