/** How many papers a filter left out because they do not say what it asks for, and whether all papers were looked at. */
import type { LibraryList } from "@/api/types";
import { library as texts } from "@/texts/library";

const KINDS = ["year", "author", "venue"] as const;

export function Unjudged({ facets, complete }: { facets: LibraryList["facets"] | undefined; complete: boolean }) {
  const left = KINDS.flatMap((kind) => {
    const count = facets?.[kind].unjudged ?? 0;
    return count ? [texts.papersWithout(count, texts.lacks[kind])] : [];
  });
  if (!left.length && complete) {
    return null;
  }
  return (
    <p role="status" className="border-b border-line bg-warn-tint px-3 py-1.5 text-sm text-warn">
      {left.length > 0 && texts.notJudged(left)} {!complete && texts.incomplete}
    </p>
  );
}
