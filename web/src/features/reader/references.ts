/** A paper's bibliography in its text: where each entry is printed, and the markers that cite it. */
import type { BlockView, ContentView, PdfSectionV1, ReferenceView } from "@/api/types";
import { toUnits } from "@/lib/text";
import { reader as texts } from "@/texts/reader";
import { placesIn } from "./find";

export interface Entry {
  reference: ReferenceView;
  /** The block that prints it; null where extraction kept none. */
  block: BlockView | null;
  /** Its boxes; empty for papers without pages. */
  pages: PdfSectionV1[];
}

/** A marker in the text that cites one or more entries, such as "[3, 7]" or "Breiman (2001)". */
export interface Marker {
  blockId: string;
  /** UTF-16 units of the block's text. */
  start: number;
  end: number;
  /** The numbers of the entries, in printed order. */
  numbers: number[];
  pages: PdfSectionV1[];
}

// An entry is told from the others by its first letters: those of authors and title.
const TOLD_BY = 48;

/** Return the entries by their numbers. */
export function entriesOf(content: ContentView, references: readonly ReferenceView[]): Map<number, Entry> {
  const printed = content.blocks
    .filter(({ kind }) => kind === "reference")
    .map((block) => ({ block, letters: lettersOf(block.text) }));
  let from = 0;
  const entries = references.map((reference): [number, Entry] => {
    const wanted = lettersOf(reference.raw).slice(0, TOLD_BY);
    const isIt = ({ letters }: { letters: string }) => wanted !== "" && letters.includes(wanted);
    // They are printed in order; one that is not further down is looked for from the top.
    let at = printed.findIndex((one, index) => index >= from && isIt(one));
    at = at < 0 ? printed.findIndex(isIt) : at;
    from = Math.max(from, at);
    const block = printed[at]?.block ?? null;
    return [reference.number, { reference, block, pages: block ? pagesOf(block, content) : [] }];
  });
  return new Map(entries);
}

/** Return the markers of the text in its order; one that cites several entries is one marker. */
export function markersOf(content: ContentView, references: readonly ReferenceView[]): Marker[] {
  const blocks = new Map(content.blocks.map((block) => [block.id, block]));
  const found = new Map<string, Marker & { at: number }>();
  for (const { number, mentions } of references) {
    for (const { block_id, start, end } of mentions) {
      const block = blocks.get(block_id);
      const known = found.get(`${start}-${end}`);
      if (known) {
        known.numbers.push(number);
      } else if (block) {
        const [from, to] = [start - block.start, end - block.start];
        found.set(`${start}-${end}`, {
          at: start,
          blockId: block_id,
          start: toUnits(block.text, from),
          end: toUnits(block.text, to),
          numbers: [number],
          pages: placesIn(block, from, to, content.pages),
        });
      }
    }
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

/** Return the entry that is printed at a place: whose first line is nearest to it, and not far from it. */
export function entryAt(entries: Iterable<Entry>, pageNumber: number, top: number, left: number): Entry | null {
  let best: Entry | null = null;
  let least = NEAR_PT;
  for (const entry of entries) {
    const box = entry.pages.find((page) => page.page_number === pageNumber)?.boxes[0];
    // Links lead to somewhat above an entry; in two columns, to the one at whose left they point.
    const away = box && Math.abs(box[1] - top) + (left > 0 ? Math.max(0, Math.abs(box[0] - left) - NEAR_PT) : 0);
    if (away !== undefined && away < least) {
      least = away;
      best = entry;
    }
  }
  return best;
}

// Three lines of small print: what typesetters leave above an entry that a link leads to. A guess.
const NEAR_PT = 30;

/** Say who wrote it and when, as texts cite: "Breiman, 2001", "Lee and Kim, 2019", "Devlin et al., 2019". */
export function citedAs({ authors, year, label, number }: ReferenceView): string {
  const names = authors.map(surnameOf).filter(Boolean);
  const who = texts.citedAuthors(names);
  return [who || label || `[${number}]`, who && year].filter(Boolean).join(", ");
}

function surnameOf(name: string): string {
  const [before, behind] = name.split(",", 2);
  return behind === undefined ? (name.trim().split(/\s+/).at(-1) ?? "") : before!.trim();
}

function pagesOf(block: BlockView, content: ContentView): PdfSectionV1[] {
  return placesIn(block, 0, Infinity, content.pages);
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
