/** The way back after a jump within a paper. */
import { IconButton } from "@/ui/button";
import { Icon } from "@/ui/icons";
import { reader as texts } from "@/texts/reader";
import type { Jumps } from "./use-jumps";

export function ReturnPill({ jumps: { from, dismiss }, paged }: { jumps: Jumps; paged: boolean }) {
  if (from === null) {
    return null;
  }
  return (
    <div className="absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 items-center rounded-full border border-line bg-surface py-0.5 pr-1 pl-1 text-sm shadow-lg">
      <button
        type="button"
        onClick={() => history.back()}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-full px-2.5 font-medium whitespace-nowrap hover:bg-hover"
      >
        <Icon name="back" className="size-4" />
        {paged ? texts.backToPage(from) : texts.backToPlace}
      </button>
      <IconButton icon="close" label={texts.stay} className="size-8 rounded-full" onClick={dismiss} />
    </div>
  );
}
