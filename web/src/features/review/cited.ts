/**
 * A report's citations: their numbers, and their addresses.
 *
 * An address holds the API's numbers: "SECTION.2" in the text, "SECTION.1-0.2" in a cell, where they restart.
 */
import type { CitationV1, ReportView, ReviewSectionView } from "@/api/types";

/** Row and column of a table, from 0. */
export type Cell = readonly [number, number];

export interface Cited {
  citation: CitationV1;
  address: string;
  /** Words of the cited sentence that its quotes do not cover. */
  silentOn: string;
}

export function addressOf({ id }: Pick<ReviewSectionView, "id">, { number }: CitationV1, cell?: Cell): string {
  return [id, ...(cell ? [cell.join("-")] : []), number].join(".");
}

/** Return a section's citations in the order of reading: those of its lead, of its text, of its table. */
export function citedIn(section: ReviewSectionView): Cited[] {
  const all = (citations: readonly CitationV1[], { silentOn = "", cell }: { silentOn?: string; cell?: Cell } = {}) =>
    citations.map((citation) => ({ citation, address: addressOf(section, citation, cell), silentOn }));
  return [
    ...all(section.lead),
    ...section.text.flatMap(({ citations, silent_on: silentOn }) => all(citations, { silentOn })),
    ...(section.table?.rows ?? []).flatMap(({ cells }, row) =>
      cells.flatMap(({ citations }, column) => all(citations, { cell: [row, column] })),
    ),
  ];
}

export function findCited(report: ReportView, wanted: string): CitationV1 | undefined {
  return report.sections.flatMap(citedIn).find(({ address }) => address === wanted)?.citation;
}

/** Return the numbers that a reader sees, which are those of an export: one per place in a paper, in the order of reading. */
export function numbersIn(report: ReportView): (citation: CitationV1) => number {
  const numbers = new Map<string, number>();
  for (const { citation } of report.sections.flatMap(citedIn)) {
    const place = placeOf(citation);
    numbers.set(place, numbers.get(place) ?? numbers.size + 1);
  }
  return (citation) => numbers.get(placeOf(citation))!;
}

function placeOf({ paper_id: paperId, start, end, quote }: CitationV1): string {
  return [paperId, start, end, start === null && quote].join();
}
