/** The bar of the selection, with its menus and the dialogs that they open. */
import { useMemo, useState } from "react";
import { CONSTANTS } from "@/api/constants";
import type { LibraryList, ListedPaper } from "@/api/types";
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
          { label: "Tag", icon: "tag", groups: tagGroups(chosen, ids, tags, mark, () => setNaming("tag")) },
          {
            label: "Collect",
            icon: "collection",
            groups: collectionGroups(chosen, ids, collections.all, mark, () => setNaming("collection")),
          },
          { label: "Mark", icon: "check", groups: stateGroups(ids, mark) },
          { label: "Export", icon: "download", groups: exportGroups(ids) },
        ]}
        onDelete={() => onRemove(ids)}
        onClear={selection.clear}
      />
      {naming === "tag" && (
        <TextDialog
          title="Tag the chosen papers"
          label="Tag"
          action="Tag"
          known={tags}
          maxLength={CONSTANTS.limits.tagCharacters}
          onClose={() => setNaming(null)}
          onSave={(tag) => mark(ids, { add_tags: [tag] }, `Tagged “${tag}”`)}
        />
      )}
      {naming === "collection" && (
        <TextDialog
          title="New collection of the chosen papers"
          label="Name"
          action="Make"
          maxLength={CONSTANTS.limits.collectionCharacters}
          onClose={() => setNaming(null)}
          onSave={(name) => collections.make(name, null, (id) => mark(ids, { add_to: [id] }, `Added to “${name}”`))}
        />
      )}
    </>
  );
}
