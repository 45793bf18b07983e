/** What else can be done with the paper that is read: its look, printing it, saving it. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { authorization, send } from "@/api/http";
import type { PaperView } from "@/api/types";
import { saveFile } from "@/lib/saving";
import { IconButton } from "@/ui/button";
import { Icon, type IconName } from "@/ui/icons";
import { say } from "@/ui/toasts";
import { reader as texts } from "@/texts/reader";

export interface ReaderMenuItem {
  icon: IconName;
  label: string;
  /** Whether it is on; absent for what is done once. */
  on?: boolean;
  act: () => void;
}

export function ReaderMenu({ items }: { items: readonly ReaderMenuItem[] }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) {
      return;
    }
    root.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const outside = ({ target }: Event) => !root.current?.contains(target as Node) && setOpen(false);
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  function close() {
    setOpen(false);
    root.current?.querySelector("button")?.focus();
  }
  function turn(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const all = [...root.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")];
      const by = event.key === "ArrowDown" ? 1 : -1;
      all.at((all.indexOf(document.activeElement as HTMLElement) + by) % all.length)?.focus();
    }
  }
  return (
    <div ref={root} className="relative">
      <IconButton
        icon="more"
        label={texts.more}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          id={id}
          role="menu"
          aria-label={texts.more}
          onKeyDown={turn}
          className="absolute top-full right-0 z-40 mt-1 w-60 rounded-xl border border-line bg-surface p-1 text-sm shadow-lg"
        >
          {items.map(({ icon, label, on, act }) => (
            <button
              key={label}
              type="button"
              role={on === undefined ? "menuitem" : "menuitemcheckbox"}
              aria-checked={on}
              tabIndex={-1}
              onClick={() => {
                act();
                close();
              }}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-hover focus-visible:bg-hover"
            >
              <Icon name={icon} className="size-4 text-soft" />
              <span className="flex-1">{label}</span>
              {on && <Icon name="check" className="size-4" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What saves and prints a paper's file. */
export function useFileItems({ id, filename, media_type: type }: PaperView): ReaderMenuItem[] {
  const save = useMutation({
    mutationFn: async ({ path, name }: { path: string; name: string }) => saveFile(await fileOf(path), name),
    onError: (error) => say(texts.notSaved(error.message), { alarming: true }),
  });
  const print = useMutation({
    mutationFn: async () => {
      const url = URL.createObjectURL(await fileOf(`/papers/${id}/file`));
      // The browser's own viewer prints a file as it is.
      if (!open(url, "_blank")) {
        say(texts.windowKept, {
          alarming: true,
        });
      }
      setTimeout(() => URL.revokeObjectURL(url), PRINTED_MS);
    },
    onError: (error) => say(texts.notPrinted(error.message), { alarming: true }),
  });
  const file: ReaderMenuItem = {
    icon: "download",
    label: texts.download,
    act: () => save.mutate({ path: `/papers/${id}/file`, name: filename }),
  };
  if (type !== "application/pdf") {
    return [file];
  }
  const annotated = filename.replace(/(\.pdf)?$/i, "-annotated.pdf");
  return [
    { icon: "print", label: texts.print, act: () => print.mutate() },
    file,
    {
      icon: "note",
      label: texts.downloadMarked,
      act: () => save.mutate({ path: `/papers/${id}/annotated?quotes=false`, name: annotated }),
    },
    {
      icon: "quote",
      label: texts.downloadCited,
      act: () => save.mutate({ path: `/papers/${id}/annotated`, name: annotated }),
    },
  ];
}

// Time for the new window to take the file. A guess.
const PRINTED_MS = 60_000;

async function fileOf(path: string): Promise<Blob> {
  const response = await send(path, { headers: await authorization() });
  return response.blob();
}
