/** Values and surroundings that several tests share. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { AnswerV1, ChangeV1, CitationV1, DoubtV1, PaperView, TextSectionV1 } from "@/api/types";
import { sampleOf } from "./server";

export function paper(changes: Partial<PaperView> = {}): PaperView {
  const sample = sampleOf<PaperView>("PaperView");
  return {
    ...sample,
    id: "p1",
    filename: "kettle.pdf",
    media_type: "application/pdf",
    status: "completed",
    notices: [],
    metadata: { ...sample.metadata, title: "On Kettles", authors: ["Ada Author"], year: 2026 },
    created_at: "2026-11-20T08:00:00Z",
    ...changes,
  };
}

/** A citation of an exact quote; whatever its verdict, its text is its quote unless another is given. */
export function citation(changes: Partial<CitationV1> = {}): CitationV1 {
  const quote = changes.quote ?? "The kettle boils.";
  const page = { page_number: 1, width_pt: 600, height_pt: 800, boxes: [[60, 100, 300, 112]] };
  return {
    ...sampleOf<CitationV1>("CitationV1"),
    number: 1,
    paper_id: "p1",
    quote,
    text: changes.verdict === "not_found" ? "" : quote,
    verdict: "exact",
    proves: true,
    label: "p. 1, Results",
    start: 10,
    end: 27,
    pages: [{ ...page, section_type: "pdf_section_v01_20261120" }] as CitationV1["pages"],
    ...changes,
  };
}

export function section(text: string, changes: Partial<TextSectionV1> = {}): TextSectionV1 {
  return { ...sampleOf<TextSectionV1>("TextSectionV1"), text, citations: [], silent_on: "", ...changes };
}

export function answer(sections: TextSectionV1[], changes: Partial<AnswerV1> = {}): AnswerV1 {
  return { ...sampleOf<AnswerV1>("AnswerV1"), sections, refusal: null, ...changes };
}

/** A change of the first such words in a citation's quote and text; ranges count code points. */
export function change(kind: ChangeV1["kind"], { quote, text }: CitationV1, wrote: string, says: string): ChangeV1 {
  const [quoteStart, textStart] = [pointsBefore(quote, wrote), pointsBefore(text, says)];
  return {
    kind,
    quote_start: quoteStart,
    quote_end: quoteStart + Array.from(wrote).length,
    text_start: textStart,
    text_end: textStart + Array.from(says).length,
  };
}

/** A doubt about the first such words of a text. */
export function doubt(kind: DoubtV1["kind"], text: string, words: string): DoubtV1 {
  const start = pointsBefore(text, words);
  return { kind, text: words, start, end: start + Array.from(words).length };
}

function pointsBefore(text: string, words: string): number {
  const units = text.indexOf(words);
  if (units < 0) {
    throw new Error(`"${words}" is not in "${text}"`);
  }
  return Array.from(text.slice(0, units)).length;
}

export function show(children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
}
