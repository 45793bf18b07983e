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
export function placeTarget(
  paperId: string,
  label: string,
  { text, places }: Pick<CheckedQuoteV1, "text" | "places">,
): Target | null {
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

/**
 * Return the place that an address names, as links of other programs do; null where it names none.
 *
 * `at` has for each page its number, its width and height, and boxes of four numbers each, in points: `1,595,842,72,100,300,112`;
 * pages are separated by `;`. `chars` are characters of a paper without pages: `120-180`.
 */
export function addressedTarget(paperId: string, query: URLSearchParams): Target | null {
  const pages = (query.get("at") ?? "").split(";").flatMap(pageIn);
  const [start = NaN, end = NaN] =
    /^(\d+)-(\d+)$/
      .exec(query.get("chars") ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  const range: [number, number] | null = start < end ? [start, end] : null;
  if (!pages.length && range === null) {
    return null;
  }
  return { paperId, wish: (wishes += 1), label: common.placeOfLink, pages, region: null, range, text: "" };
}

function pageIn(named: string): PdfSectionV1[] {
  const [page_number = NaN, width_pt = NaN, height_pt = NaN, ...edges] = named.split(",").map(Number);
  const boxes = Array.from({ length: Math.floor(edges.length / 4) }, (_, n) => edges.slice(4 * n, 4 * n + 4) as Box);
  const right = Number.isInteger(page_number) && page_number > 0 && width_pt > 0 && height_pt > 0;
  return right && boxes.length && edges.every(Number.isFinite)
    ? [{ page_number, width_pt, height_pt, boxes, section_type: "pdf_section_v01_20261120" }]
    : [];
}

type Box = PdfSectionV1["boxes"][number];

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
