import { useState } from "react";
import type { EditReport, ReviewSectionView } from "@/api/types";
import { Button, IconButton } from "@/ui/button";

export type SectionEdit = EditReport;

const ACTIONS = [
  ["rewrite", "Rewrite", "rewritten"],
  ["expand", "Expand", "expanded"],
  ["shorten", "Shorten", "shortened"],
  ["delete", "Delete", "deleted"],
] as const;

/** Return what is said once a change of a section is there. */
export function saidOf({ action }: SectionEdit, title: string): string {
  const done = ACTIONS.find(([one]) => one === action)?.[2] ?? (action === "restore" ? "restored" : "added");
  return `“${title}” was ${done}.`;
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
      <IconButton icon="more" label={`Change “${section.title}”`} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <div className="absolute right-0 z-20 mt-1 w-72 max-w-[calc(100vw-3rem)] rounded-xl border border-line bg-surface p-3 shadow-lg">
          <label className="text-sm text-soft">
            What should be different? (may stay empty)
            <textarea
              rows={2}
              maxLength={2_000}
              value={instruction}
              onChange={(event) => setInstruction(event.target.value)}
              className="mt-1 w-full rounded-lg border border-line bg-ground px-2 py-1.5 text-ink"
            />
          </label>
          <div className="mt-2 grid grid-cols-2 gap-1.5">
            {ACTIONS.map(([action, name]) => (
              <Button
                key={action}
                className={action === "delete" ? "text-danger" : ""}
                onClick={() => {
                  setOpen(false);
                  onEdit({ action, section_id: section.id, title: null, instruction: instruction.trim() });
                }}
              >
                {name}
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
        aria-label="Title of a further section"
        placeholder="Add a section about …"
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        className="h-9 min-w-52 flex-1 rounded-lg border border-line bg-surface px-3"
      />
      <Button type="submit" icon="plus" disabled={!title.trim()}>
        Add
      </Button>
    </form>
  );
}
