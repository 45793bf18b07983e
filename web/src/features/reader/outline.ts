/** The outline of a paper: its sections in order, with the positions of their headings. */
import type { ContentView } from "@/api/types";

export interface OutlineEntry {
  id: string;
  number: string | null;
  title: string;
  level: number;
  blockId: string | null;
  pageNumber: number | null;
  /** The vertical position of the heading on its page, 0 to 1. */
  share: number;
}

/** Return the section at a place of the paper: the last that begins at it or before it. */
export function sectionAt(
  entries: readonly OutlineEntry[],
  pageNumber: number,
  share: number,
): OutlineEntry | undefined {
  return entries.findLast(
    (entry) =>
      entry.pageNumber !== null &&
      (entry.pageNumber < pageNumber || (entry.pageNumber === pageNumber && entry.share <= share)),
  );
}

export function outlineOf(content: ContentView): OutlineEntry[] {
  const firsts = new Map<string, ContentView["blocks"][number]>();
  for (const block of content.blocks) {
    if (block.section_id && (!firsts.has(block.section_id) || block.kind === "heading")) {
      if (firsts.get(block.section_id)?.kind !== "heading") {
        firsts.set(block.section_id, block);
      }
    }
  }
  const heights = new Map(content.pages.map((page) => [page.page_number, page.height_pt]));
  const above: number[] = [];
  return content.sections.map((section) => {
    // A paper may skip levels, as journals that set "Abstract" small do; an outline must not. Sections of one level stay beside each other.
    while (above.length > 0 && above.at(-1)! >= section.level) {
      above.pop();
    }
    above.push(section.level);
    const block = firsts.get(section.id);
    const height = heights.get(block?.page_number ?? 0);
    return {
      id: section.id,
      number: section.number,
      title: section.title,
      level: above.length,
      blockId: block?.id ?? null,
      pageNumber: block?.page_number ?? null,
      share: height && block?.boxes[0] ? block.boxes[0][1] / height : 0,
    };
  });
}
