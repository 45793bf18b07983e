/** Tables: the order of rows, how far a table is filled, and what is done about cells that failed. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AskedColumn, CellView, RowView, TableEstimateView, TableSummary, TableView } from "@/api/types";
import { Expected } from "@/features/tables/expected";
import { TablePage } from "@/features/tables/table-page";
import { columnName, progressOf, rowsIn, shownColumn } from "@/features/tables/view";
import { tables as texts } from "@/texts/tables";
import { tables as german } from "@/texts/de/tables";
import { citation, show } from "./made";
import { sampleOf, serve } from "./server";

const WORDS: AskedColumn = { id: "c1", name: "Method", question: "How?", kind: "words", expression: "" };
const NUMBER: AskedColumn = { ...WORDS, id: "c2", name: "People", question: "How many?", kind: "number" };
const TWICE: AskedColumn = { ...WORDS, id: "c3", name: "Twice", question: "", kind: "computed", expression: "c2 * 2" };

function cell(column: string, changes: Partial<CellView> = {}): CellView {
  const empty = { number: null, citations: [], doubts: [], operands: [], error: null };
  return { ...empty, column_id: column, state: "filled", value: "", ...changes };
}

function row(id: string, cells: CellView[], changes: Partial<RowView> = {}): RowView {
  return { paper_id: id, label: `${id}, 2020`, title: `On ${id}`, year: 2020, deleted: false, cells, ...changes };
}

function table(rows: RowView[], changes: Partial<TableSummary> = {}): TableView {
  const summary = sampleOf<TableSummary>("TableSummary");
  const made = { ...summary, id: "t1", title: "Kettles", state: "ready", error: null, notices: [] } as TableSummary;
  return { table: { ...made, papers: rows.length, columns: [WORDS, NUMBER, TWICE], ...changes }, rows };
}

const numbered = (id: string, words: string, number: number | null) =>
  row(id, [
    cell("c1", { value: words }),
    number === null
      ? cell("c2", { state: "not_found" })
      : cell("c2", { value: `${number} people`, number, citations: [citation({ quote: `${number} people came.` })] }),
    number === null
      ? cell("c3", { state: "not_found" })
      : cell("c3", {
          value: String(2 * number),
          number: 2 * number,
          operands: [{ column_id: "c2", value: number, citations: [citation({ quote: `${number} people came.` })] }],
        }),
  ]);
const THREE = table([numbered("Ada", "Études", 100), numbered("Bo", "trees", 9), numbered("Cy", "forests", null)]);
const ids = (rows: RowView[]) => rows.map(({ paper_id: id }) => id);

afterEach(() => vi.unstubAllGlobals());

describe("the order of rows", () => {
  test("numbers are ordered as numbers, either way, and cells without one come last", () => {
    expect(ids(rowsIn(THREE, { words: "", sort: "c2", descending: false }))).toEqual(["Bo", "Ada", "Cy"]);
    expect(ids(rowsIn(THREE, { words: "", sort: "c2", descending: true }))).toEqual(["Ada", "Bo", "Cy"]);
  });

  test("words are ordered by the alphabet, and a column that is gone orders nothing", () => {
    expect(ids(rowsIn(THREE, { words: "", sort: "c1", descending: false }))).toEqual(["Ada", "Cy", "Bo"]);
    expect(ids(rowsIn(THREE, { words: "", sort: "c9", descending: true }))).toEqual(["Ada", "Bo", "Cy"]);
  });

  test("a filter takes all its words from names and cells, case and accents aside", () => {
    expect(ids(rowsIn(THREE, { words: "ETUDES ada", sort: null, descending: false }))).toEqual(["Ada"]);
    expect(ids(rowsIn(THREE, { words: "on trees", sort: null, descending: false }))).toEqual(["Bo"]);
  });
});

test("computed cells are not counted as cells to fill, and those of deleted papers are not filled again", () => {
  const waiting = row("Ada", [cell("c1", { state: "pending" }), cell("c2"), cell("c3", { state: "pending" })]);
  const failed = row("Bo", [
    cell("c1", { state: "failed", error: "model_failed" }),
    cell("c2", { state: "failed", error: "paper_deleted" }),
    cell("c3", { state: "not_found" }),
  ]);

  expect(progressOf(table([waiting, failed]))).toEqual({ cells: 4, done: 3, failed: 1 });
});

function open(view: TableView) {
  const calls = serve({
    "GET /tables/{table_id}": () => view,
    "PATCH /tables/{table_id}": () => view.table,
  });
  show(<TablePage tableId="t1" shown={null} onShow={vi.fn()} onTable={vi.fn()} />);
  return calls;
}

test("a cell that failed says why and is filled again on request", async () => {
  const user = userEvent.setup();
  const failed = cell("c1", { state: "failed", error: "model_failed" });
  const calls = open(table([row("Ada", [failed, cell("c2"), cell("c3")])]));

  await user.click((await screen.findAllByRole("gridcell"))[0]!);
  await user.click(screen.getByRole("button", { name: "Fill it again" }));

  expect(screen.getByText("1 cell failed.")).toBeTruthy();
  await waitFor(() => expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ retry: true }));
});

test("cells found without a model are candidates, and say so with the way to a model", async () => {
  const user = userEvent.setup();
  const quote = "The study had 23 people in 2 rooms.";
  const candidate = cell("c2", { state: "candidate", value: quote, number: 23, citations: [citation({ quote })] });
  const found = row("Ada", [cell("c1", { state: "not_found" }), candidate, cell("c3", { state: "not_found" })]);
  open(table([found], { notices: [{ code: "without_model", detail: "No model.", count: 1 }] }));

  const [empty, shown] = await screen.findAllByRole("gridcell");
  expect(empty!.textContent).toBe("no passage found");
  expect(shown!.textContent).toBe(`candidate23${quote}`);
  expect(screen.getByText(/Each cell holds the passage that comes closest/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Connect a model" })).toBeTruthy();
  expect(screen.queryByText("No model.")).toBeNull();
  await user.click(shown!);
  expect(within(screen.getByRole("dialog")).getByText(/nothing has judged it/)).toBeTruthy();
});

test("the form says before it is sent that cells without a model are candidates", async () => {
  const expected = sampleOf<TableEstimateView>("TableEstimateView", { papers: 3 });
  serve({ "POST /tables/estimate": () => expected });
  show(<Expected columns={2} source={{}} />);

  expect((await screen.findByRole("status")).textContent).toBe(
    "6 cells, without a language model and at no cost. Each cell holds the passage that comes closest, as a candidate. Connect a model",
  );
});

test("a table that was stopped says how many cells are left and goes on", async () => {
  const user = userEvent.setup();
  const left = row("Ada", [cell("c1", { value: "trees" }), cell("c2", { state: "pending" }), cell("c3")]);
  const calls = open(table([left], { state: "stopped" }));

  expect(await screen.findByText("1 of 2 cells")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Fill the rest" }));

  await waitFor(() => expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ retry: true }));
});

test("a computed cell shows the numbers that it was computed from with their quotes", async () => {
  const user = userEvent.setup();
  open(THREE);

  await user.click((await screen.findAllByRole("gridcell"))[2]!);

  const panel = screen.getByRole("dialog");
  expect(within(panel).getByRole("heading", { name: "People = 100" })).toBeTruthy();
  expect(panel.textContent).toContain("100 people came.");
  expect(panel.textContent).toContain("People * 2");
});

test("a table that is not there says so", async () => {
  serve({
    "GET /tables/{table_id}": () =>
      new Response(JSON.stringify({ status: 404, code: "table_unknown", detail: "there is no such table" }), {
        status: 404,
      }),
  });
  show(<TablePage tableId="t1" shown={null} onShow={vi.fn()} onTable={vi.fn()} />);

  expect(await screen.findByText("This table is not here.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All tables" }).getAttribute("href")).toBe("/tables");
  expect(screen.getByRole("alert").textContent).not.toContain("There is no such");
});

describe("a ready-made column in German", () => {
  const english = texts.ready;
  const column = { ...WORDS, name: "Task", question: "What is the aim of the paper?" };

  beforeEach(() => {
    texts.ready = german.ready;
  });
  afterEach(() => {
    texts.ready = english;
  });

  test("is shown with its German name and question", () => {
    const shown = { ...column, name: "Aufgabe", question: "Was ist das Ziel des Artikels?" };

    expect(shownColumn(column)).toEqual(shown);
    expect(columnName([column], "c1")).toBe("Aufgabe");
  });

  test("keeps the name and the question of the user's own", () => {
    expect(shownColumn({ ...column, name: "Goal" }).name).toBe("Goal");
    expect(shownColumn({ ...column, question: "What is the task?" })).toEqual({
      ...column,
      question: "What is the task?",
    });
  });
});
