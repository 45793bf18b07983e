/** Papers of a report: what of them is a link, and how many are not listed. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CitedPaperView } from "@/api/types";
import { PaperList } from "@/features/review/paper-list";
import { sampleOf } from "./server";

const paper = (about: Partial<CitedPaperView>) => ({ ...sampleOf<CitedPaperView>("CitedPaperView"), ...about });

test("papers without a say are named, those that are there open, and the rest is counted", () => {
  const papers = [
    paper({ paper_id: "a", title: "Of Glue", deleted: false }),
    paper({ paper_id: "b", title: "Of Tar", deleted: true }),
  ];
  render(<PaperList id="silent" title="Nothing found in 9 papers" papers={papers} unlisted={7} />);

  expect(screen.getByRole("region", { name: "Nothing found in 9 papers" })).toBeTruthy();
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Of Glue"]);
  expect(screen.getByText("and 7 more of the library")).toBeTruthy();
});

test("no papers are no list", () => {
  expect(render(<PaperList id="silent" title="Nothing found" papers={[]} />).container.textContent).toBe("");
});
