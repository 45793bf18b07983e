/** A place in a paper for the reader to show: a citation's quote, a passage, a match. */
import type { CitationV1, PassageV1, PdfSectionV1 } from "@/api/types";

export interface Target {
  paperId: string;
  /** Changes with every request, so that a second click on the same citation scrolls again. */
  wish: number;
  /** The announcement for screen readers. */
  label: string;
  pages: PdfSectionV1[];
  /** The figure or table whose caption is quoted. */
  region: PdfSectionV1 | null;
  /** Characters (code points) in the paper's text; papers without pages are marked by them. */
  range: [number, number] | null;
  /** The quoted words, for papers without pages if no range is known. */
  text: string;
}

let wishes = 0;

export function citationTarget(citation: CitationV1): Target {
  const { start, end } = citation;
  return {
    paperId: citation.paper_id,
    wish: (wishes += 1),
    label: citation.label,
    pages: citation.pages,
    region: citation.region,
    range: start === null || end === null ? null : [start, end],
    text: citation.text || citation.quote,
  };
}

export function passageTarget(passage: PassageV1): Target {
  return {
    paperId: passage.paper_id,
    wish: (wishes += 1),
    label: passage.label,
    pages: passage.pages,
    region: null,
    range: null,
    text: passage.text,
  };
}
