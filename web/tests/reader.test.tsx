import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiError } from "@/api/http";
import type { CitationV1, ContentView, ReportView, ReviewSectionView, Section } from "@/api/types";
import { About } from "@/features/reader/about";
import { explained } from "@/features/reader/faults";
import { outlineOf } from "@/features/reader/outline";
import { addressOf, findCited, numbersIn } from "@/features/review/cited";
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
    expect(screen.getByText("No problems were noted.")).toBeTruthy();
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

  test("has sections of one level beside each other below a level that is skipped", () => {
    const sections = [1, 2, 4, 4, 2].map((level, n): Section => {
      return { id: `s${n}`, title: `T${n}`, level, number: null, parent_id: null };
    });

    expect(outlineOf(content({ sections })).map(({ level }) => level)).toEqual([1, 2, 3, 3, 2]);
  });
});

test("a report's citations have addresses of their own, in the text and in every cell", () => {
  const [inText, inCell] = [citation({ quote: "text" }), citation({ quote: "cell" })];
  const cell = { value: "x", citations: [inCell] };
  const section = {
    ...sampleOf<ReviewSectionView>("ReviewSectionView"),
    id: "s.1",
    lead: [],
    text: [{ text: "Words.", citations: [inText], uncited: false, doubts: [] }],
    table: { rows: [{ cells: [{ value: "", citations: [] }, cell] }] },
  } as unknown as ReviewSectionView;
  const report = { ...sampleOf<ReportView>("ReportView"), sections: [section] } as ReportView;

  expect(addressOf(section, inCell, [0, 1])).toBe("s.1.0-1.1");
  expect(findCited(report, "s.1.1")).toBe(inText);
  expect(findCited(report, "s.1.0-1.1")).toBe(inCell);
  expect(findCited(report, "s.2.1")).toBeUndefined();
});

test("a report's citations are numbered as in its exports: one number a place, lead before text before table", () => {
  const at = (start: number) => citation({ number: 1, start, end: start + 5 });
  const [first, second, third] = [at(10), at(20), at(30)];
  const part = (...citations: CitationV1[]) => ({ text: "W.", citations, uncited: false, doubts: [] });
  const table = { rows: [{ cells: [{ citations: [second, at(10)] }] }] };
  const part1 = { id: "s1", lead: [at(40)], text: [part(first)], table };
  const part2 = { id: "s2", lead: [], text: [part(third, at(20))], table: null };
  const report = { sections: [part1, part2] } as unknown as ReportView;

  const numberOf = numbersIn(report);

  expect([at(40), first, second, at(10), third, at(20)].map(numberOf)).toEqual([1, 2, 3, 2, 4, 3]);
});

describe("a file that cannot be shown", () => {
  test("for its password or its damage is not offered again", () => {
    for (const [name, message, says] of [
      ["PasswordException", "No password given", /asks for a password/],
      ["InvalidPDFException", "Invalid PDF structure.", /is damaged/],
      ["UnknownErrorException", "Page dictionary kid reference points to wrong type of object.", /is damaged/],
    ] as const) {
      const error = explained(Object.assign(new Error(message), { name })) as ApiError;
      expect(error.message).toMatch(says);
      expect(error.retryable).toBe(false);
    }
  });

  test("for a server that is away is", () => {
    for (const message of ["Failed to fetch", "NetworkError when attempting to fetch resource.", "Load failed"]) {
      expect(explained(Object.assign(new Error(message), { name: "UnknownErrorException" }))).toMatchObject({
        code: "unreachable",
        retryable: true,
      });
    }
  });
});
