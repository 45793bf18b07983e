/** Merges two records of one paper: which of them stays, and which description of each field that differs. */
import { useState } from "react";
import type { Metadata, Origin, PaperView } from "@/api/types";
import { ago } from "@/lib/times";
import { common } from "@/texts/common";
import { library as texts } from "@/texts/library";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

type MetadataField = Origin["field"];
type Shown = Exclude<MetadataField, "abstract">;

const FIELDS: readonly Shown[] = [
  "title",
  "authors",
  "venue",
  "year",
  "volume",
  "issue",
  "page_range",
  "publisher",
  "issn",
  "doi",
  "arxiv_id",
  "keywords",
];

export interface Merge {
  /** The paper that stays. */
  paper: PaperView;
  other: PaperView;
  /** What of the description is taken from the other one. */
  fields: readonly MetadataField[];
  remove: boolean;
}

interface MergeDialogProps {
  /** The two records; the first of them stays at first, where it has a text. */
  papers: readonly [PaperView, PaperView];
  onMerge: (merge: Merge) => void;
  onClose: () => void;
}

export function MergeDialog({ papers, onMerge, onClose }: MergeDialogProps) {
  const start = !isReadable(papers[0]) && isReadable(papers[1]) ? 1 : 0;
  const [first, setFirst] = useState(start);
  const [fields, setFields] = useState<readonly Shown[]>(() => lacking(papers, start));
  const [remove, setRemove] = useState(true);
  const paper = papers[first]!;
  const other = papers[1 - first]!;
  const differing = FIELDS.filter((name) => textOf(paper.metadata, name) !== textOf(other.metadata, name));
  const keep = (index: number) => {
    setFirst(index);
    setFields(lacking(papers, index));
  };
  return (
    <Dialog title={texts.mergeThese} className="w-[44rem] overflow-y-auto p-6" onClose={onClose}>
      {(close) => (
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            onMerge({ paper, other, fields, remove });
            close();
          }}
        >
          <p className="text-sm text-soft">{texts.mergeHint}</p>
          <fieldset className="flex flex-col gap-1 text-sm">
            <legend className="mb-1 font-medium">{texts.mergeStays}</legend>
            {papers.map((one, index) => (
              <label key={one.id} className="flex min-h-6 items-baseline gap-2">
                <input
                  type="radio"
                  name="stays"
                  checked={index === first}
                  disabled={!isReadable(one) && isReadable(papers[1 - index]!)}
                  onChange={() => keep(index)}
                />
                <span className="min-w-0 break-words">
                  <bdi>{one.filename}</bdi> <span className="text-soft">{kindOf(one)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {differing.length > 0 && (
            <div className="flex flex-col gap-3 text-sm">
              {differing.map((name) => (
                <fieldset key={name}>
                  <legend className="mb-1 font-medium">{texts.fields[name]}</legend>
                  <div className="grid gap-2 sm:grid-cols-2">
                    {[paper, other].map((one, index) => (
                      <label
                        key={one.id}
                        className="flex min-w-0 items-baseline gap-2 rounded-lg border border-line bg-surface px-3 py-2 has-checked:border-accent"
                      >
                        <input
                          type="radio"
                          name={name}
                          checked={fields.includes(name) === (index === 1)}
                          onChange={() =>
                            setFields(index ? [...fields, name] : fields.filter((taken) => taken !== name))
                          }
                        />
                        <bdi className="min-w-0 break-words whitespace-pre-line">
                          {textOf(one.metadata, name) || <span className="text-soft">{texts.notKnown}</span>}
                        </bdi>
                      </label>
                    ))}
                  </div>
                </fieldset>
              ))}
            </div>
          )}
          <label className="flex items-baseline gap-2 text-sm">
            <input type="checkbox" checked={remove} onChange={(event) => setRemove(event.target.checked)} />
            <span>
              {texts.mergeRemove(other.filename)}
              <span className="block text-sm text-soft">{texts.mergeRemoveHint}</span>
            </span>
          </label>
          <div className="flex justify-end gap-2">
            <Button onClick={close}>{common.cancel}</Button>
            <Button type="submit" look="primary">
              {texts.merge}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function isReadable({ status }: PaperView): boolean {
  return status === "completed";
}

function kindOf({ status, created_at: added }: PaperView): string {
  return [status === "record" ? texts.record : "", texts.addedAgo(ago(added))].filter(Boolean).join(", ");
}

/** Return the fields that the paper lacks and the other one has. */
function lacking(papers: readonly [PaperView, PaperView], first: number): Shown[] {
  const [paper, other] = [papers[first]!, papers[1 - first]!];
  return FIELDS.filter((name) => !textOf(paper.metadata, name) && textOf(other.metadata, name));
}

function textOf(metadata: Metadata, name: Shown): string {
  const value = metadata[name];
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}
