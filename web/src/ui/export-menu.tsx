/** What leaves a room: on paper by a button, as files by a menu. */
import { useState } from "react";
import { printPage } from "@/lib/printing";
import { saveFile } from "@/lib/saving";
import { common } from "@/texts/common";
import { IconButton } from "./button";
import { Icon } from "./icons";
import { Menu } from "./menu";
import { say } from "./toasts";

export interface ExportedFile {
  label: string;
  /** Said behind the label, small. */
  note?: string;
  /** The file's name. */
  name: string;
  make: () => Promise<Blob> | Blob;
}

interface ExportMenuProps {
  /** Of files, each with a heading or an empty one. */
  groups: readonly { heading: string; files: readonly ExportedFile[] }[];
  /** Shows an icon alone, in a narrow head. */
  small?: boolean;
}

export function ExportMenu({ groups, small = false }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const save = (file: ExportedFile) => {
    setBusy(true);
    void saveExported(file).finally(() => setBusy(false));
  };
  return (
    <div className="flex shrink-0 items-center gap-0.5 print:hidden">
      <IconButton icon="print" label={common.print} onClick={() => printPage()} />
      <Menu
        label={common.export}
        disabled={busy}
        groups={groups.map(({ heading, files }) => ({
          name: heading,
          items: files.map((file) => ({ label: file.label, note: file.note, onSelect: () => save(file) })),
        }))}
        className={`inline-flex items-center rounded-lg hover:bg-hover disabled:opacity-40 ${small ? "size-9 shrink-0 justify-center text-soft hover:text-ink" : "min-h-9 gap-1.5 border border-line bg-surface px-3.5 text-sm font-medium"}`}
      >
        <Icon name="download" className={small ? undefined : "size-4"} />
        {!small && common.export}
      </Menu>
    </div>
  );
}

/** Make a file and save it as a download; says why where that fails. */
export async function saveExported({ name, make }: Pick<ExportedFile, "name" | "make">): Promise<void> {
  try {
    saveFile(await make(), name);
  } catch (error) {
    say(common.notExported(error instanceof Error ? error.message : common.tryAgain), { alarming: true });
  }
}
