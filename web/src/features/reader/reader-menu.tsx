/** What else can be done with the paper that is read: printing it by a button; its look and saving it by a menu. */
import { useMutation } from "@tanstack/react-query";
import { getFile } from "@/api/http";
import type { PaperView } from "@/api/types";
import { printPage } from "@/lib/printing";
import { saveFile } from "@/lib/saving";
import { common } from "@/texts/common";
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { Menu, type MenuItem } from "@/ui/menu";
import { say } from "@/ui/toasts";
import { reader as texts } from "@/texts/reader";

/** Groups of items, of which empty ones are left out. */
export function ReaderMenu({ groups }: { groups: readonly MenuItem[][] }) {
  return (
    <Menu
      label={texts.more}
      groups={groups.filter((items) => items.length).map((items) => ({ name: "", items }))}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
    >
      <Icon name="more" />
    </Menu>
  );
}

/** Prints a paper: a PDF as it is, in a new window. */
export function PrintPaper({ id, media_type: type }: PaperView) {
  const print = useMutation({
    mutationFn: async () => {
      const url = URL.createObjectURL(await getFile(`/papers/${id}/file`));
      // The browser's own viewer prints a file as it is.
      if (!open(url, "_blank")) {
        say(texts.windowKept, { alarming: true });
      }
      setTimeout(() => URL.revokeObjectURL(url), PRINTED_MS);
    },
    onError: (error) => say(texts.notPrinted(error.message), { alarming: true }),
  });
  const pdf = type === "application/pdf";
  return (
    <IconButton
      icon="print"
      label={common.print}
      tip={pdf ? texts.printInWindow : common.print}
      onClick={() => (pdf ? print.mutate() : printPage({ paper: true }))}
    />
  );
}

/** What saves a paper's file. */
export function useFileItems({ id, filename, media_type: type }: PaperView): MenuItem[] {
  const save = useMutation({
    mutationFn: async ({ path, name }: { path: string; name: string }) => saveFile(await getFile(path), name),
    onError: (error) => say(texts.notSaved(error.message), { alarming: true }),
  });
  const file: MenuItem = {
    icon: "download",
    label: texts.download,
    onSelect: () => save.mutate({ path: `/papers/${id}/file`, name: filename }),
  };
  if (type !== "application/pdf") {
    return [file];
  }
  const annotated = filename.replace(/(\.pdf)?$/i, "-annotated.pdf");
  return [
    file,
    {
      icon: "note",
      label: texts.downloadMarked,
      onSelect: () => save.mutate({ path: `/papers/${id}/annotated?quotes=false`, name: annotated }),
    },
    {
      icon: "quote",
      label: texts.downloadCited,
      onSelect: () => save.mutate({ path: `/papers/${id}/annotated`, name: annotated }),
    },
  ];
}

// Time for the new window to take the file. A guess.
const PRINTED_MS = 60_000;
