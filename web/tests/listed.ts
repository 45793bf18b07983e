/** Papers as the library lists them, and what is chosen of one. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { LibraryList, ListedPaper } from "@/api/types";
import { paper } from "./made";
import { sampleOf, type Handler } from "./server";

export function listed(changes: Partial<ListedPaper> = {}): ListedPaper {
  const { filename, media_type, created_at } = paper();
  return {
    ...sampleOf<ListedPaper>("ListedPaper"),
    ...{
      paper_id: "p1",
      filename,
      media_type,
      created_at,
      status: "completed",
      notices: [],
      error: null,
      same_as: null,
      supplement_of: null,
    },
    ...{ title: "On Kettles", authors: ["Ada Author"], year: 2026, venue: null },
    marks: { tags: [], favourite: false, read_state: "unread", collection_ids: [] },
    ...changes,
  };
}

export const listing =
  (...papers: ListedPaper[]): Handler =>
  () =>
    page(papers);

export function page(papers: ListedPaper[], changes: Partial<LibraryList> = {}): LibraryList {
  return {
    ...sampleOf<LibraryList>("LibraryList", { papers, total: papers.length, notes: [], complete: true }),
    next_cursor: null,
    ...changes,
  };
}

export async function choose(menu: string, item: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: menu }));
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
}
