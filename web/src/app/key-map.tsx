/** The map of keys, opened by "?". */
import { shell as texts } from "@/texts/shell";
import { Dialog } from "@/ui/dialog";
import { WAYS } from "./ways";

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

/** The keys by where they work; two spaces part the names of two keys, one space those of keys pressed together. */
function keys(): { title: string; list: [string, string][] }[] {
  const { ctrl, shift, enter } = texts;
  return [
    {
      title: texts.everywhere,
      list: [
        [`${ctrl} K`, texts.searchAndCommands],
        ["?", texts.keyList],
        [`${ctrl} Z`, texts.keyUndo],
        ...WAYS.map(({ key, room }) => [`G ${key.toUpperCase()}`, texts.rooms[room]] as [string, string]),
        ["↑  ↓  ←  →", texts.keyInList],
        [texts.esc, texts.keyClose],
      ],
    },
    {
      title: texts.conversation,
      list: [
        [enter, texts.keySend],
        [`${shift} ${enter}`, texts.keyLine],
        [texts.esc, texts.keyStop],
      ],
    },
    {
      title: texts.reader,
      list: [
        [`${ctrl} F`, texts.keyFind],
        ["+  −", texts.keyZoom],
        [texts.pageKeys, texts.keyTurn],
        ["N  P", texts.keyCitation],
        ["]", texts.keyFold],
      ],
    },
  ];
}
