/** A place in a paper for the reader to show: a citation's quote, a passage, a match. */
import type { CheckedQuoteV1, CitationV1, NoteView, PassageV1, PdfSectionV1 } from "@/api/types";
import { common } from "@/texts/common";

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
    label: common.place(citation.label),
    pages: citation.pages,
    region: citation.region,
    range: start === null || end === null ? null : [start, end],
    text: citation.text || citation.quote,
  };
}

export function passageTarget(passage: Omit<PassageV1, "chunk_id">): Target {
  return {
    paperId: passage.paper_id,
    wish: (wishes += 1),
    label: common.place(passage.label),
    pages: passage.pages,
    region: null,
    range: null,
    text: passage.text,
  };
}

/** A figure or a table. */
export function drawingTarget(paperId: string, label: string, place: PdfSectionV1): Target {
  return { paperId, wish: (wishes += 1), label, pages: [], region: place, range: null, text: "" };
}

/** Words of a paper's text at the places where a check found them; null where it did not. */
export function placeTarget(paperId: string, label: string, { text, places }: CheckedQuoteV1): Target | null {
  const [first] = places;
  if (!first) {
    return null;
  }
  const pages = places.flatMap(({ page_number, width_pt, height_pt, boxes }) =>
    page_number === null || width_pt === null || height_pt === null
      ? []
      : [{ page_number, width_pt, height_pt, boxes, section_type: "pdf_section_v01_20261120" as const }],
  );
  const range: [number, number] = [first.start, Math.max(...places.map(({ end }) => end))];
  return { paperId, wish: (wishes += 1), label, pages, region: null, range, text };
}

export function noteTarget(paperId: string, { target }: NoteView): Target | null {
  return target === null || target.state === "not_found"
    ? null
    : {
        paperId,
        wish: (wishes += 1),
        label: common.placeOfNote,
        pages: target.pages,
        region: null,
        range: null,
        text: target.quote.exact,
      };
}

let aimed: Target | null = null;

/** Name what a paper is to show when it is opened next. */
export function aim(target: Target | null): void {
  aimed = target;
}

/** Return what one of these papers is to show as it is opened, once. */
export function takeAim(paperIds: readonly string[]): Target | null {
  const target = aimed !== null && paperIds.includes(aimed.paperId) ? aimed : null;
  aimed = null;
  return target;
}
