/** A supplement leads to its paper and a paper to its supplements; a file becomes one by hand, goes with its paper, and can be taken back. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Library } from "@/features/library/library";
import { Supplements } from "@/features/reader/supplements";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import type { ListedPaper } from "@/api/types";
import { choose, listed, listing } from "./listed";
import { paper, show } from "./made";
import { problem, serve } from "./server";

vi.mock("@tanstack/react-virtual", () => import("./all-rows"));

afterEach(() => settleAll());

const tables = (changes: Partial<ListedPaper> = {}) => listed({ paper_id: "s1", title: "Tables", ...changes });

function open(...papers: ListedPaper[]) {
  const calls = serve({
    "GET /library": listing(...papers),
    "PATCH /papers/{paper_id}": () => paper(),
    "DELETE /papers/{paper_id}": ({ path }) =>
      path.endsWith("s1") ? problem(404, "paper_unknown", "Gone.") : undefined,
  });
  show(
    <>
      <Library />
      <Toasts />
    </>,
  );
  const bodies = () => calls.filter(({ method }) => method === "PATCH").map(({ path, body }) => [path, body]);
  return { calls, bodies };
}

test("a supplement in the list leads to its paper, and becomes a paper of its own and back", async () => {
  const { bodies } = open(listed(), tables({ supplement_of: "p1" }));

  expect((await screen.findByRole("link", { name: "Supplement" })).getAttribute("href")).toBe("/papers/p1");
  await choose("More about “Tables”", "Make it a paper of its own");
  await userEvent.click(await screen.findByRole("button", { name: /Undo/ }));

  await waitFor(() =>
    expect(bodies()).toEqual([
      ["/papers/s1", { supplement_of: null }],
      ["/papers/s1", { supplement_of: "p1" }],
    ]),
  );
});

test("of two chosen files, one is made the supplement of the other", async () => {
  const { bodies } = open(listed(), tables());

  for (const name of ["On Kettles", "Tables"]) {
    await userEvent.click(await screen.findByRole("checkbox", { name: new RegExp(name) }));
  }
  await choose("Supplement", "On Kettles");

  await waitFor(() => expect(bodies()).toEqual([["/papers/s1", { supplement_of: "p1" }]]));
});

test("a supplement leaves the list with its paper, comes back with Undo, and is deleted with it without a fault", async () => {
  const { calls } = open(listed(), tables({ supplement_of: "p1" }));
  const remove = () => choose("More about “On Kettles”", "Delete");

  await screen.findByText("Tables");
  await remove();
  expect(screen.queryByText("Tables")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /Undo/ }));
  expect(screen.getByText("Tables")).toBeTruthy();

  for (const name of ["On Kettles", "Tables"]) {
    await userEvent.click(await screen.findByRole("checkbox", { name: new RegExp(name) }));
  }
  await userEvent.click(within(document.querySelector("[data-bar=chosen]")!).getByRole("button", { name: "Delete" }));
  await settleAll();
  await waitFor(() => expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(2));
  expect(screen.queryByText("Gone.")).toBeNull();
});

test("a paper leads to its supplements, and a supplement to its paper", async () => {
  serve({
    "GET /papers": ({ query }) => ({
      papers:
        query.get("supplements_of") === "p1"
          ? [paper({ id: "s1", filename: "tables.pdf", supplement_of: "p1" })]
          : [paper({ id: "p1" })],
      next_cursor: null,
    }),
  });
  show(
    <>
      <Supplements paper={paper({ id: "p1", supplement_of: null })} />
      <Supplements paper={paper({ id: "s1", supplement_of: "p1" })} />
    </>,
  );

  const linkIn = async (name: string) => within(await screen.findByRole("list", { name })).getByRole("link");
  expect((await linkIn("Supplements")).getAttribute("href")).toBe("/papers/s1");
  expect((await linkIn("Supplement of")).getAttribute("href")).toBe("/papers/p1");
});
