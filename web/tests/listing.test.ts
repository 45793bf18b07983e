/** What the library's list is made of: views, ranges, snippets and stages, without the page. */
import { expect, test } from "vitest";
import { stateGroups } from "@/features/library/marking";
import { rowsOf } from "@/features/library/passages";
import { ranged } from "@/features/library/selection";
import { snippetOf } from "@/features/library/snippets";
import { stageWords, timeLeft } from "@/features/library/stages";
import { queryOf, viewOf } from "@/features/library/view";
import { sampleOf } from "./server";
import type { FoundPaperView, ListedPaper, Progress } from "@/api/types";

test("what was remembered of an older page is left out of a view", () => {
  expect(viewOf({ sort: "colour", tags: [1, "tea"], year: 3, reversed: "no" })).toEqual(viewOf({ tags: ["tea"] }));
});

test("a search is ordered by relevance unless another order was chosen", () => {
  expect(queryOf(viewOf(null), "tea")).toEqual({ q: "tea", sort: "relevance", order: "desc" });
  expect(queryOf(viewOf({ sort: "title", reversed: true, year: "1999" }), "tea")).toEqual({
    q: "tea",
    sort: "title",
    order: "desc",
    year_from: "1999",
    year_to: "1999",
  });
});

test("a range takes in everything between two papers, in either direction, and keeps what was chosen", () => {
  expect(ranged(["a", "b", "c", "d"], ["d"], "c", "a")).toEqual(["d", "a", "b", "c"]);
  expect(ranged(["a", "b"], ["x"], "gone", "b")).toEqual(["x", "b"]);
});

test("a snippet is the sentence with most of the words", () => {
  expect(snippetOf("Tea is green. The Kettle boils tea. Cups.", "kettle téa")).toBe("The Kettle boils tea.");
});

test("a text without any of the words shows its beginning, not its first sentence alone", () => {
  expect(snippetOf("Figure 3. Cups in a row.", "kettle")).toBe("Figure 3. Cups in a row.");
});

test.each([
  ["winter", "We ignore leap days. Twins, too."],
  ["limitations", "4 Limitations"],
  ["limitations twins", "Twins, too."],
])("of a passage with its heading, %j shows a sentence unless the heading alone has the words", (words, shown) => {
  expect(snippetOf("4 Limitations\n\nWe ignore leap days. Twins, too.", words)).toBe(shown);
});

test("passages of a paper that overlap show a sentence once", () => {
  const passage = { chunk_id: "c1", text: "The kettle boils. Cups.", label: "p. 1", page_numbers: [1] };
  const found = {
    ...sampleOf<FoundPaperView>("FoundPaperView"),
    passages: [
      passage,
      { ...passage, chunk_id: "c2", text: "Tea. The kettle boils." },
      { ...passage, chunk_id: "c3", text: "A kettle of iron." },
    ],
  };

  expect(rowsOf(found, "kettle").map(({ snippet }) => snippet)).toEqual(["The kettle boils.", "A kettle of iron."]);
});

test("papers are offered only the marks that not all of them have", () => {
  const marked = (read_state: "read" | "unread", favourite: boolean) => ({
    ...sampleOf<ListedPaper>("ListedPaper"),
    marks: { tags: [], favourite, read_state, collection_ids: [] },
  });
  const offered = (...papers: ListedPaper[]) =>
    stateGroups(papers, ["p1"], () => undefined).flatMap(({ items }) => items.map(({ label }) => label));

  expect(offered(marked("unread", false))).toEqual(["Mark as read", "Mark as being read", "Add to favourites"]);
  expect(offered(marked("read", true))).toEqual(["Mark as being read", "Mark as unread", "Remove from favourites"]);
  expect(offered(marked("read", true), marked("unread", false))).toHaveLength(4);
});

test("an extraction says its stage in words, and the time only when it is known", () => {
  const progress = { ...sampleOf<Progress>("Progress"), stage: "embedding" as const, page: 4, pages: 4, eta_s: null };

  expect(stageWords(progress)).toBe("Indexing");
  expect(stageWords({ ...progress, stage: "reading", page: 2 })).toBe("Reading, page 2 of 4");
  expect(timeLeft(progress)).toBe("");
  expect(timeLeft({ ...progress, eta_s: 12 })).toBe("about 12 s left");
});
