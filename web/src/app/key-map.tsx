/** The map of keys, opened by "?". */
import { useEffect, useRef } from "react";
import { common } from "@/texts/common";
import { shell as texts } from "@/texts/shell";
import { IconButton } from "@/ui/button";
import { keys } from "./keys";

export function KeyMap({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="w-[34rem] max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/40"
    >
      <div className="p-6">
        <div className="flex items-center">
          <h2 id="keys-title" className="mr-auto text-lg font-semibold">
            {texts.keyboard}
          </h2>
          <IconButton icon="close" label={common.close} onClick={() => dialog.current?.close()} />
        </div>
        <div className="mt-3 grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {keys().map(({ title, list }) => (
            <section key={title} aria-label={title} className="sm:first:row-span-2">
              <h3 className="text-xs font-semibold text-faint">{title}</h3>
              <dl className="mt-1.5 space-y-1.5 text-sm">
                {list.map(([key, does]) => (
                  <div key={key} className="flex items-baseline gap-3">
                    <dd className="mr-auto text-soft">{does}</dd>
                    <dt className="flex shrink-0 gap-1">
                      {key.split(/ (?! )/).map((part) => (
                        <kbd
                          key={part}
                          className="rounded border border-line bg-ground px-1.5 font-sans text-xs leading-5"
                        >
                          {part.trim()}
                        </kbd>
                      ))}
                    </dt>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </dialog>
  );
}
