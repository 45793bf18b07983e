/** Values and surroundings that several tests share. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import type { AnswerV1, CitationV1, PaperView, TextSectionV1 } from "@/api/types";
import { sampleOf } from "./server";

export function paper(changes: Partial<PaperView> = {}): PaperView {
  const sample = sampleOf<PaperView>("PaperView");
  return {
    ...sample,
    id: "p1",
    filename: "kettle.pdf",
    media_type: "application/pdf",
    status: "completed",
    metadata: { ...sample.metadata, title: "On Kettles", authors: ["Ada Author"], year: 2026 },
    created_at: "2026-11-20T08:00:00Z",
    ...changes,
  };
}

export function citation(changes: Partial<CitationV1> = {}): CitationV1 {
  const page = { page_number: 1, width_pt: 600, height_pt: 800, boxes: [[60, 100, 300, 112]] };
  return {
    ...sampleOf<CitationV1>("CitationV1"),
    number: 1,
    paper_id: "p1",
    quote: "The kettle boils.",
    verdict: "exact",
    label: "p. 1, Results",
    start: 10,
    end: 27,
    pages: [{ ...page, section_type: "pdf_section_v01_20261120" }] as CitationV1["pages"],
    ...changes,
  };
}

export function section(text: string, changes: Partial<TextSectionV1> = {}): TextSectionV1 {
  return { ...sampleOf<TextSectionV1>("TextSectionV1"), text, citations: [], ...changes };
}

export function answer(sections: TextSectionV1[], changes: Partial<AnswerV1> = {}): AnswerV1 {
  return { ...sampleOf<AnswerV1>("AnswerV1"), sections, refusal: null, ...changes };
}

export function show(children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{children}</QueryClientProvider>);
}
