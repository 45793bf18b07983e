/** The list of tables. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { TEMPLATES } from "@/api/tables";
import type { TableSummary } from "@/api/types";
import { TablesRoom } from "@/features/tables/tables-room";
import { tables as texts } from "@/texts/tables";
import { show } from "./made";
import { sampleOf, serve } from "./server";

test("the form of the first table stands alone, and what a table is comes back with Cancel", async () => {
  window.history.replaceState(null, "", "/tables");
  serve({ "GET /tables": () => ({ tables: [], next_cursor: null }) });
  show(<TablesRoom />);

  await screen.findByText("No tables yet");
  await userEvent.click(screen.getByRole("button", { name: "New table" }));
  await waitFor(() => expect(screen.queryByText("No tables yet")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText("No tables yet");
});

test("ready-made columns are named in the page's language", async () => {
  const [template] = TEMPLATES;
  const ready = vi
    .spyOn(texts, "ready")
    .mockImplementation((id) => (id === template.id ? { name: "Daten", question: "Welche?" } : null));
  const column = { id: "c1", name: template.name, question: template.question, kind: "words", expression: "" } as const;
  const table = { ...sampleOf<TableSummary>("TableSummary"), id: "t1", papers: 3, columns: [column] };
  serve({ "GET /tables": () => ({ tables: [table], next_cursor: null }) });
  show(<TablesRoom />);

  await screen.findByText("3 papers · 1 column: Daten");
  ready.mockRestore();
});
