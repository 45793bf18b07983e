import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ReferenceView } from "@/api/types";
import { ReferenceWays } from "@/features/reader/reference-card";

const ENTRY: ReferenceView = {
  ...{
    number: 1,
    id: "r1",
    label: "1",
    raw: "A. Author. On Kettles. 2001.",
    title: "On Kettles",
    authors: ["A. Author"],
  },
  ...{ year: 2001, venue: null, doi: "10.1000/kettles", arxiv_id: null, paper_id: null, relation: null, count: 1 },
  ...{ mentions: [], notices: [] },
};
const NOTICE = { source: "crossref", at: "2026-11-23T00:00:00Z", doi: "10.1000/notice", on: "2015-05-04", reason: "" };

describe("an entry of a bibliography", () => {
  it("says that the cited work was retracted", () => {
    render(<ReferenceWays reference={{ ...ENTRY, notices: [{ ...NOTICE, kind: "retraction" }] }} />);

    expect(screen.getByText("Retracted").title).toBe("Retracted · 2015-05-04 · 10.1000/notice");
  });

  it("warns of nothing where a correction alone was published", () => {
    render(<ReferenceWays reference={{ ...ENTRY, notices: [{ ...NOTICE, kind: "correction" }] }} />);

    expect(screen.queryByText("Retracted")).toBeNull();
    expect(screen.getByText("DOI").getAttribute("href")).toBe("https://doi.org/10.1000/kettles");
  });
});
