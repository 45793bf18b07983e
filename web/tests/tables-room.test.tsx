/** The list of tables while the first one is made. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { TablesRoom } from "@/features/tables/tables-room";
import { show } from "./made";
import { serve } from "./server";

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
