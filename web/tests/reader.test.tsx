import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ContentView, ReportView, ReviewSectionView, Section } from "@/api/types";
import { About } from "@/features/reader/about";
import { outlineOf } from "@/features/reader/outline";
import { addressOf, findCited } from "@/features/review/cited";
import { citation } from "./made";
import { sampleOf } from "./server";

function content(changes: Partial<ContentView>): ContentView {
  return { ...sampleOf<ContentView>("ContentView"), ...changes };
}

describe("what was read of a paper", () => {
  test("names authors with where they work, and links to their records", () => {
    const authors = [{ name: "Ada Author", affiliation: "A University", orcid: "0000-0001-0000-0009" }];
    render(<About content={content({ authors, doi: "10.1/x", keywords: ["tea", "water"] })} goToPage={vi.fn()} />);

    expect(screen.getByRole("link", { name: "Ada Author" }).getAttribute("href")).toContain("0000-0001-0000-0009");
    expect(screen.getByText("A University")).toBeTruthy();
    expect(screen.getByRole("link", { name: "10.1/x" }).getAttribute("href")).toBe("https://doi.org/10.1/x");
    expect(screen.getByText("tea, water")).toBeTruthy();
    expect(screen.getByText("Everything was read as it stands.")).toBeTruthy();
  });

  test("says once what happened to several pages, each a click away", async () => {
    const goToPage = vi.fn();
    const notes = [2, 5].map((page_number) => ({ code: "recognized", detail: "It was recognised.", page_number }));
    render(<About content={content({ notes })} goToPage={goToPage} />);

    expect(screen.getAllByText(/It was recognised/)).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "p. 5" }));
    expect(goToPage).toHaveBeenCalledWith(5);
  });

  test("has an outline that skips no level", () => {
    const sections = [3, 1, 2, 4].map((level, n): Section => {
      return { id: `s${n}`, title: `T${n}`, level, number: null, parent_id: null };
    });

    expect(outlineOf(content({ sections })).map(({ level }) => level)).toEqual([1, 1, 2, 3]);
  });
});

test("a report's citations have addresses of their own, in the text and in every cell", () => {
  const [inText, inCell] = [citation({ quote: "text" }), citation({ quote: "cell" })];
  const cell = { value: "x", citations: [inCell] };
  const section = {
    ...sampleOf<ReviewSectionView>("ReviewSectionView"),
    id: "s.1",
    text: [{ text: "Words.", citations: [inText], uncited: false, unsupported_numbers: [] }],
    table: { rows: [{ cells: [{ value: "", citations: [] }, cell] }] },
  } as unknown as ReviewSectionView;
  const report = { ...sampleOf<ReportView>("ReportView"), sections: [section] } as ReportView;

  expect(addressOf(section, inCell, [0, 1])).toBe("s.1.0-1.1");
  expect(findCited(report, "s.1.1")).toBe(inText);
  expect(findCited(report, "s.1.0-1.1")).toBe(inCell);
  expect(findCited(report, "s.2.1")).toBeUndefined();
});
