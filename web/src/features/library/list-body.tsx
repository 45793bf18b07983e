/** The list itself, or why there is none. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode, type RefObject } from "react";
import { CONSTANTS } from "@/api/constants";
import { extractAgain } from "@/api/papers";
import type { ListedPaper } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button } from "@/ui/button";
import { Empty, Failed, Skeleton } from "@/ui/states";
import { TextDialog } from "@/ui/text-dialog";
import { say } from "@/ui/toasts";
import { sourceOf } from "./attaching";
import { collectionGroups, exportGroups, stateGroups, tagGroups, type Mark } from "./marking";
import { PaperCard } from "./paper-card";
import { PaperList } from "./paper-list";
import { DRAGGED, PaperRow, type PaperRowProps } from "./paper-row";
import type { Selection } from "./selection";
import type { Collections } from "./use-collections";
import { refreshPapers, type LibraryRows, type Row } from "./use-library";
import { useSupplements, type MakeSupplement } from "./use-supplements";
import { ALL, isFiltered, type View } from "./view";

const FORMATS = CONSTANTS.formats;

interface ListBodyProps {
  library: LibraryRows;
  rows: readonly Row[];
  scroller: RefObject<HTMLElement | null>;
  startAt: () => number;
  view: View;
  onView: (changes: Partial<View>) => void;
  selection: Selection;
  collections: Collections;
  mark: Mark;
  searched: boolean;
  tags: readonly string[];
  uploading: boolean;
  /** Whether papers are shown as cards, and the picture of each. */
  cards: boolean;
  picture: (paper: ListedPaper) => ReactNode;
  onAdd: () => void;
  onRemove: (ids: readonly string[]) => void;
  onDescribe: (id: string) => void;
  onAttach: (paper: ListedPaper) => void;
  onMerge: (ids: readonly [string, string]) => void;
}

export function ListBody(props: ListBodyProps) {
  const { library, rows, scroller, startAt, view, onView, selection, searched, onAdd, uploading } = props;
  const { first } = library;
  const client = useQueryClient();
  const supplement = useSupplements();
  const again = useMutation({
    mutationFn: extractAgain,
    onError: (error) => say(error.message, { alarming: true }),
    onSettled: () => void refreshPapers(client),
  });
  const [naming, setNaming] = useState<{ id: string; what: "tag" | "collection" } | null>(null);
  if (first.isPending) {
    return (
      <div className="p-3">
        <Skeleton lines={12} label={texts.loading} />
      </div>
    );
  }
  if (first.isError && !rows.length) {
    return (
      <Failed
        title={texts.listFailed}
        error={first.error}
        retry={() => {
          onView(ALL);
          void first.refetch();
        }}
      />
    );
  }
  if (!rows.length && (searched || isFiltered(view))) {
    return (
      <Empty icon="search" title={texts.noMatch}>
        <p>{searched ? texts.noWords : texts.noFit}</p>
        {isFiltered(view) && (
          <Button className="mt-3" onClick={() => onView(ALL)}>
            {texts.showAll}
          </Button>
        )}
      </Empty>
    );
  }
  if (!rows.length) {
    return uploading ? null : (
      <Empty icon="file" title={texts.none}>
        <p className="mb-4">{texts.noneHint(FORMATS.kinds, FORMATS.archiveEndings, FORMATS.inArchives)}</p>
        <Button look="primary" icon="plus" onClick={onAdd}>
          {texts.addFirst}
        </Button>
      </Empty>
    );
  }
  const { cards, picture } = props;
  const shown = (paper: ListedPaper): PaperRowProps => ({
    paper,
    chosen: selection.ids.has(paper.paper_id),
    onChoose: (range) => selection.toggle(paper.paper_id, range),
    onRetry: () => again.mutate(paper.paper_id),
    onFavourite: () => props.mark([paper.paper_id], { favourite: !paper.marks.favourite }),
    onDelete: () => props.onRemove([paper.paper_id]),
    groups: groupsOf(paper, props, supplement, (what) => setNaming({ id: paper.paper_id, what })),
    onDrag: (transfer) => {
      const { ids } = selection;
      transfer.setData(DRAGGED, (ids.has(paper.paper_id) ? [...ids] : [paper.paper_id]).join(" "));
      transfer.effectAllowed = "copy";
    },
  });
  return (
    <>
      {library.error && (
        <p role="alert" className="border-b border-line bg-warn-tint px-3 py-1.5 text-sm text-warn">
          {texts.partFailed} {library.error.message}{" "}
          <Button look="plain" icon="retry" onClick={() => void refreshPapers(client)}>
            {common.retry}
          </Button>
        </p>
      )}
      <PaperList
        key={cards ? "cards" : "rows"}
        {...{ rows, scroller, startAt, cards }}
        onSight={library.show}
        render={(paper) =>
          cards ? <PaperCard {...shown(paper)} picture={picture(paper)} /> : <PaperRow {...shown(paper)} />
        }
      />
      {naming?.what === "tag" && (
        <TextDialog
          title={texts.tagThis}
          label={texts.tag}
          action={texts.tag}
          known={props.tags}
          maxLength={CONSTANTS.limits.tagCharacters}
          onClose={() => setNaming(null)}
          onSave={(tag) => props.mark([naming.id], { add_tags: [tag] }, texts.tagged(tag))}
        />
      )}
      {naming?.what === "collection" && (
        <TextDialog
          title={texts.newCollection}
          label={common.name}
          action={texts.make}
          maxLength={CONSTANTS.limits.collectionCharacters}
          onClose={() => setNaming(null)}
          onSave={(name) =>
            props.collections.make(name, null, (made) =>
              props.mark([naming.id], { add_to: [made] }, texts.addedTo(name)),
            )
          }
        />
      )}
    </>
  );
}

function groupsOf(
  paper: ListedPaper,
  { mark, tags, collections, onDescribe, onAttach, onMerge, onRemove }: ListBodyProps,
  supplement: MakeSupplement,
  onName: (what: "tag" | "collection") => void,
) {
  const ids = [paper.paper_id];
  const source = sourceOf(paper);
  const { same_as: same, paper_id: id } = paper;
  return [
    {
      name: "",
      items: [
        { label: texts.describe, icon: "edit" as const, onSelect: () => onDescribe(paper.paper_id) },
        ...(source ? [{ label: texts[source], icon: "attach" as const, onSelect: () => onAttach(paper) }] : []),
        ...(same ? [{ label: texts.mergeTwice, icon: "merge" as const, onSelect: () => onMerge([same, id]) }] : []),
        ...(paper.supplement_of
          ? [{ label: texts.makeOwn, icon: "file" as const, onSelect: () => supplement(paper, null) }]
          : []),
        { label: common.delete, icon: "trash" as const, danger: true, onSelect: () => onRemove(ids) },
      ],
    },
    ...stateGroups([paper], ids, mark),
    ...collectionGroups([paper], ids, collections.all, mark, () => onName("collection")),
    ...tagGroups([paper], ids, tags, mark, () => onName("tag")),
    ...exportGroups(ids, false).slice(0, 1),
  ];
}
