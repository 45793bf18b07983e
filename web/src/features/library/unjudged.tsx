/** How many papers a filter left out because they do not say what it asks for, and whether all papers were looked at. */
import type { LibraryList } from "@/api/types";
import { counted, listed } from "@/lib/text";

const LACKS = { year: "a year", author: "authors", venue: "a venue" } as const;

export function Unjudged({ facets, complete }: { facets: LibraryList["facets"] | undefined; complete: boolean }) {
  const kinds = Object.keys(LACKS) as (keyof typeof LACKS)[];
  const left = kinds.flatMap((kind) => {
    const count = facets?.[kind].unjudged ?? 0;
    return count ? [`${counted(count, "paper")} without ${LACKS[kind]}`] : [];
  });
  if (!left.length && complete) {
    return null;
  }
  return (
    <p role="status" className="border-b border-line bg-warn-tint px-3 py-1.5 text-xs text-warn">
      {left.length > 0 && `Not judged, so not listed: ${listed(left)}.`}{" "}
      {!complete && "Your library is larger than this server looks at: only the latest papers are listed and counted."}
    </p>
  );
}
