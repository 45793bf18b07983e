import { useState } from "react";
import type { EditReport, ReviewSectionView } from "@/api/types";
import { common } from "@/texts/common";
import { reviews as texts } from "@/texts/reviews";
import { Button, IconButton } from "@/ui/button";

export type SectionEdit = EditReport;

const ACTIONS = ["rewrite", "expand", "shorten", "delete"] as const;

/** Return what is said once a change of a section is there. */
export function saidOf({ action }: SectionEdit, title: string): string {
  return texts.changed[action](title);
}

/** The edits of a section, with an instruction in the user's words. */
export function SectionEditor({
  section,
  onEdit,
}: {
  section: ReviewSectionView;
  onEdit: (edit: SectionEdit) => void;
}) {
  const [open, setOpen] = useState(false);
  const [instruction, setInstruction] = useState("");
  return (
    <div className="relative" onKeyDown={(event) => event.key === "Escape" && setOpen(false)}>
      <IconButton icon="more" label={texts.change(section.title)} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="absolute right-0 z-20 mt-1 w-72 max-w-[calc(100vw-3rem)] rounded-xl border border-line bg-surface p-3 shadow-lg">
          <label className="text-sm text-soft">
            {texts.instruction}
            <textarea
              rows={2}
              maxLength={2_000}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
              className="mt-1 w-full rounded-lg border border-line bg-surface px-2 py-1.5 text-ink"
            />
          </label>
          <div className="mt-2 grid grid-cols-2 gap-1.5">
            {ACTIONS.map((action) => (
              <Button
                key={action}
                className={action === "delete" ? "text-danger" : ""}
                onClick={() => {
                  setOpen(false);
                  onEdit({ action, section_id: section.id, title: null, instruction: instruction.trim() });
                }}
              >
                {texts.actions[action]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

export function AddSection({ onEdit }: { onEdit: (edit: SectionEdit) => void }) {
  const [title, setTitle] = useState("");
  return (
    <form
      className="flex flex-wrap gap-2 border-t border-line py-5"
      onSubmit={(event) => {
        event.preventDefault();
        onEdit({ action: "add", section_id: null, title: title.trim(), instruction: "" });
        setTitle("");
      }}
    >
      <input
        aria-label={texts.furtherSection}
        placeholder={texts.furtherExample}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="h-9 min-w-52 flex-1 rounded-lg border border-line bg-surface px-3"
      />
      <Button type="submit" icon="plus" disabled={!title.trim()}>
        {common.add}
      </Button>
    </form>
  );
}
