/** The map of keys, opened by "?". */
import { shell as texts } from "@/texts/shell";
import { Dialog } from "@/ui/dialog";
import { keys } from "./keys";

export function KeyMap({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keyboard} closable light className="w-[34rem] overflow-y-auto p-6" onClose={onClose}>
      {() => (
        <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {keys().map(({ title, list }) => (
            <section key={title} aria-label={title} className="sm:first:row-span-2">
              <h3 className="text-sm font-semibold text-soft">{title}</h3>
              <dl className="mt-1.5 space-y-1.5 text-sm">
                {list.map(([key, does]) => (
                  <div key={key} className="flex items-baseline gap-3">
                    <dd className="mr-auto text-soft">{does}</dd>
                    <dt className="flex shrink-0 gap-1">
                      {key.split(/ (?! )/).map((part) => (
                        <kbd
                          key={part}
                          className="rounded border border-line bg-surface px-1.5 font-sans text-sm leading-5"
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
      )}
    </Dialog>
  );
}
