import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CitationV1, CitedPaperView, ReviewSectionView, TextSectionV1 } from "@/api/types";
import { ReportSection, type ReportSectionProps } from "@/features/review/report-section";
import { show } from "./made";
import { sampleOf, serve } from "./server";

const PAPERS = new Map([
  ["p1", { ...sampleOf<CitedPaperView>("CitedPaperView"), paper_id: "p1", title: "On Kettles", label: "(Poe, 2020)" }],
]);

function section(...texts: string[]): ReviewSectionView {
  const citation = { ...sampleOf<CitationV1>("CitationV1"), paper_id: "p1", label: "p. 3" };
  const text = texts.map((said) => ({
    ...sampleOf<TextSectionV1>("TextSectionV1"),
    text: said,
    citations: [citation],
  }));
  return { ...sampleOf<ReviewSectionView>("ReviewSectionView"), text, lead: [], table: null };
}

function shown(made: ReviewSectionView) {
  serve({});
  const props = {
    section: made,
    papers: PAPERS,
    followed: [],
    numberOf: () => 1,
    shown: null,
    editable: false,
    onCitation: vi.fn(),
    onEdit: vi.fn(),
  } as unknown as ReportSectionProps;
  show(<ReportSection {...props} />);
}

const PLACES = ["“Kettles boil.”", "“Kettles sing.”"];

function places(): (string | undefined)[] {
  const items = screen.getAllByRole("listitem").filter((item) => within(item).queryByText(/^“Kettles/));
  return items.map((item) => item.lastElementChild?.textContent);
}

test("a section of quotes alone is a list that names the paper and the place of each", () => {
  shown({ ...section(...PLACES), title: "Boiling" });

  expect(places()).toEqual(["(Poe, 2020) · p. 3", "(Poe, 2020) · p. 3"]);
});

test("a section of a reading list names its paper once, as its title", () => {
  shown({ ...section(...PLACES), title: "On Kettles" });

  expect(places()).toEqual(["p. 3", "p. 3"]);
});

test("a section that was written stays one text", () => {
  shown(section("Kettles boil.", "“Kettles sing,” says one."));

  expect(screen.queryAllByRole("listitem").filter((item) => within(item).queryByText(/Kettles boil/))).toEqual([]);
  expect(screen.getByText(/Kettles boil/)).toBeTruthy();
});

test("a sentence of a summary without a quote is marked like one of the text", () => {
  const [quoted] = section("Kettles boil.").text;
  const unquoted = { ...sampleOf<TextSectionV1>("TextSectionV1"), text: "Most sing.", citations: [], uncited: true };

  shown({ ...section("Kettles boil."), tldr: "Kettles boil. Most sing.", summary: [quoted!, unquoted] });

  expect(screen.getByText(/Most sing/).title).toMatch(/quote/);
  expect(screen.getAllByText(/Kettles boil/).every((node) => !node.title)).toBe(true);
});
