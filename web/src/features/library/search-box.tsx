import { library as texts } from "@/texts/library";
import { Icon } from "@/ui/icons";

export function SearchBox({ words, onWords }: { words: string; onWords: (words: string) => void }) {
  return (
    <search className="relative block min-w-40 flex-1">
      <Icon name="search" className="pointer-events-none absolute top-2 left-2.5 size-5 text-faint" />
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchExample}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        className="h-9 w-full rounded-lg border border-line bg-ground pr-3 pl-9"
      />
    </search>
  );
}
