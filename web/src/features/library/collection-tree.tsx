/** Collections, nested, in the left column: to choose, to drop papers on, to make, rename and delete. */
import { useState, type DragEvent } from "react";
import type { CollectionView } from "@/api/types";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Menu } from "@/ui/menu";
import { DRAGGED } from "./paper-row";
import { SideHeading, SideItem } from "./side-parts";
import type { Collections } from "./use-collections";

interface TreeProps {
  collections: Collections;
  current: string | null;
  counts: ReadonlyMap<string, number>;
  onChoose: (id: string | null) => void;
  onDrop: (paperIds: string[], id: string) => void;
}

type Editing = { rename: string } | { inside: string | null } | null;

export function CollectionTree({ collections, current, counts, onChoose, onDrop }: TreeProps) {
  const [editing, setEditing] = useState<Editing>(null);
  const end = () => setEditing(null);
  const inside = editing && "inside" in editing ? editing.inside : undefined;
  const make = (name: string) => {
    collections.make(name, inside ?? null);
    end();
  };
  return (
    <section aria-labelledby="collections-heading">
      <SideHeading id="collections-heading" name={texts.collections}>
        <IconButton
          icon="plus"
          label={texts.newCollection}
          className="-my-1.5 size-7"
          onClick={() => setEditing({ inside: null })}
        />
      </SideHeading>
      <ul>
        {collections.all.map((one) => (
          <li key={one.collection_id}>
            {editing && "rename" in editing && editing.rename === one.collection_id ? (
              <NameField
                depth={one.depth}
                label={texts.nameOf(one.name)}
                name={one.name}
                onCancel={end}
                onSave={(name) => {
                  collections.rename(one.collection_id, name);
                  end();
                }}
              />
            ) : (
              <Branch
                {...{ one, current, onChoose, onDrop }}
                count={counts.get(one.collection_id)}
                onRename={() => setEditing({ rename: one.collection_id })}
                onInside={() => setEditing({ inside: one.collection_id })}
                onDelete={() => collections.remove(one, () => current === one.collection_id && onChoose(null))}
              />
            )}
            {inside === one.collection_id && (
              <NameField
                depth={one.depth + 1}
                label={texts.nameInside(one.name)}
                name=""
                onCancel={end}
                onSave={make}
              />
            )}
          </li>
        ))}
        {inside === null && (
          <li>
            <NameField depth={0} label={texts.nameNew} name="" onCancel={end} onSave={make} />
          </li>
        )}
      </ul>
      {!collections.all.length && inside === undefined && (
        <p className="px-2 text-sm text-soft">{texts.noCollections}</p>
      )}
    </section>
  );
}

interface BranchProps extends Pick<TreeProps, "current" | "onChoose" | "onDrop"> {
  one: CollectionView;
  count: number | undefined;
  onRename: () => void;
  onInside: () => void;
  onDelete: () => void;
}

function Branch({ one, current, count, onChoose, onDrop, onRename, onInside, onDelete }: BranchProps) {
  const [over, setOver] = useState(false);
  const { collection_id: id, name, depth } = one;
  const carries = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
  return (
    <div
      data-collection={id}
      className={`group relative flex items-center rounded-lg ${over ? "bg-accent-tint outline-2 outline-accent" : ""}`}
      style={{ paddingLeft: `${depth * 0.875}rem` }}
      onDragOver={(event) => {
        if (carries(event)) {
          event.preventDefault();
          setOver(true);
        }
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (carries(event)) {
          event.preventDefault();
          event.stopPropagation();
          onDrop(event.dataTransfer.getData(DRAGGED).split(" "), id);
        }
      }}
    >
      <SideItem
        icon="collection"
        name={name}
        count={count}
        current={current === id}
        onClick={() => onChoose(current === id ? null : id)}
      />
      <Menu
        label={texts.moreCollection(name)}
        tip={common.more}
        className="absolute right-0.5 pointer-coarse:static pointer-coarse:opacity-100 inline-flex size-7 items-center justify-center rounded-lg bg-hover text-soft opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100"
        groups={[
          {
            name: "",
            items: [
              { label: common.rename, icon: "edit", onSelect: onRename },
              { label: texts.collectionInside, icon: "plus", onSelect: onInside },
              { label: common.delete, icon: "trash", danger: true, onSelect: onDelete },
            ],
          },
        ]}
      >
        <Icon name="more" className="size-4" />
      </Menu>
    </div>
  );
}

interface NameFieldProps {
  depth: number;
  label: string;
  name: string;
  onSave: (name: string) => void;
  onCancel: () => void;
}

function NameField({ depth, label, name, onSave, onCancel }: NameFieldProps) {
  const [text, setText] = useState(name);
  return (
    <form
      style={{ paddingLeft: `${depth * 0.875}rem` }}
      onSubmit={(event) => {
        event.preventDefault();
        (text.trim() ? onSave : onCancel)(text.trim());
      }}
    >
      <input
        autoFocus
        aria-label={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
        onBlur={onCancel}
        className="my-0.5 h-8 w-full rounded-lg border border-accent bg-surface px-2 text-sm"
      />
    </form>
  );
}
