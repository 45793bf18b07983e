/** Addresses of a report's citations: "SECTION.2" in the text, "SECTION.1-0.2" in a cell, whose numbers begin anew. */
import type { CitationV1, ReportView, ReviewSectionView } from "@/api/types";

/** Row and column of a table, from 0. */
export type Cell = readonly [number, number];

export function addressOf({ id }: Pick<ReviewSectionView, "id">, { number }: CitationV1, cell?: Cell): string {
  return [id, ...(cell ? [cell.join("-")] : []), number].join(".");
}

export function findCited(report: ReportView, address: string): CitationV1 | undefined {
  for (const section of report.sections) {
    const inText = section.text
      .flatMap(({ citations }) => citations)
      .find((citation) => addressOf(section, citation) === address);
    const inTable = section.table?.rows
      .flatMap(({ cells }, row) =>
        cells.flatMap(({ citations }, column) =>
          citations.map((citation) => ({ citation, cell: [row, column] as const })),
        ),
      )
      .find(({ citation, cell }) => addressOf(section, citation, cell) === address);
    const found = inText ?? inTable?.citation;
    if (found) {
      return found;
    }
  }
  return undefined;
}
