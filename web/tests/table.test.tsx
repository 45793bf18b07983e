import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Table } from "@/api/types";
import { TableView } from "@/features/reader/table-view";
import { serve } from "./server";

const TABLE: Table = {
  label: "Table 1",
  caption: "Table 1: Growth.",
  page_number: null,
  boxes: [],
  block_id: "b1",
  rows: [
    ["Site", "Growth", ""],
    ["", "2018", "2019"],
    ["North", "3.1", "2.9"],
  ],
  header_rows: 2,
  group_rows: [],
  spans: [
    [0, 0, 2, 1],
    [0, 1, 1, 2],
  ],
  notes: ["In mm."],
  cell_boxes: [],
};

function shown() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TableView id="block-b1" table={TABLE} number={3} paperId="p1" ranges={[]} />
    </QueryClientProvider>,
  );
}

test("a cell over several rows or columns takes their room", () => {
  shown();

  expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual([
    "Site",
    "Growth",
    "2018",
    "2019",
  ]);
  expect(screen.getByRole("columnheader", { name: "Growth" }).getAttribute("colspan")).toBe("2");
  expect(screen.getByRole("columnheader", { name: "Site" }).getAttribute("rowspan")).toBe("2");
  expect(screen.getByText("In mm.")).toBeTruthy();
});

test("a table is saved in the form that was chosen", async () => {
  const calls = serve({ "GET /papers/{paper_id}/tables/{number}": () => new Response("Site,2018") });
  URL.createObjectURL = vi.fn(() => "blob:table");
  URL.revokeObjectURL = vi.fn();
  shown();

  await userEvent.click(screen.getByRole("button", { name: "CSV" }));

  await vi.waitFor(() => expect(URL.createObjectURL).toHaveBeenCalled());
  expect(calls.map(({ path, query }) => [path.slice(-19), query.get("format")])).toEqual([
    ["/papers/p1/tables/3", "csv"],
  ]);
});
