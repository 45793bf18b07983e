/** Two records of one paper are merged: asked field by field, sent once the time for Undo is over. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Library } from "@/features/library/library";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { listed, listing } from "./listed";
import { paper, show } from "./made";
import { serve } from "./server";
import type { PaperView } from "@/api/types";

vi.mock("@tanstack/react-virtual", () => import("./all-rows"));

afterEach(() => settleAll());

const about = paper().metadata;
const first = paper({
  id: "p1",
  filename: "one.pdf",
  metadata: { ...about, title: "On Kettles", year: 2026, doi: null },
});
const second = paper({
  id: "p2",
  filename: "two.pdf",
  metadata: { ...about, title: "On kettles", year: 2025, doi: "10.1/x" },
});

function open(papers: PaperView[] = [first, second]) {
  const calls = serve({
    "GET /library": listing(listed(), listed({ paper_id: "p2", title: "On kettles", same_as: "p1" })),
    "GET /papers": () => ({ papers, next_cursor: null }),
    "POST /papers/{paper_id}/merge": () => first,
  });
  show(
    <>
      <Library />
      <Toasts />
    </>,
  );
  return calls;
}

async function dialogOfTheChosen() {
  for (const box of (await screen.findAllByRole("checkbox", { name: /On kettles/i })).slice(0, 2)) {
    await userEvent.click(box);
  }
  await userEvent.click(screen.getByRole("button", { name: "Merge" }));
  return within(await screen.findByRole("dialog"));
}

describe("merging", () => {
  test("shows the fields that differ side by side, and takes what only one of them has", async () => {
    const calls = open();
    const dialog = await dialogOfTheChosen();

    expect(dialog.queryByRole("group", { name: "Authors" })).toBeNull();
    const taken = (name: string) => dialog.getByRole("group", { name }).querySelectorAll("input");
    expect([...taken("Year")].map(({ checked }) => checked)).toEqual([true, false]);
    expect([...taken("DOI")].map(({ checked }) => checked)).toEqual([false, true]);
    await userEvent.click(taken("Year")[1]!);
    await userEvent.click(dialog.getByRole("button", { name: "Merge" }));

    expect(await screen.findByText("Merged into “On Kettles”")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "On kettles" })).toBeNull();
    expect(calls.some(({ path }) => path.endsWith("/merge"))).toBe(false);
    settleAll();
    await waitFor(() => expect(calls.some(({ path }) => path.endsWith("/merge"))).toBe(true));
    const sent = calls.find(({ path }) => path.endsWith("/merge"))!;
    expect(sent.path).toBe("/papers/p1/merge");
    expect(sent.body).toEqual({ other: "p2", fields: ["doi", "year"], remove: true });
    expect(sent.headers.get("Idempotency-Key")).toBeTruthy();
  });

  test("is undone before anything is sent", async () => {
    const calls = open();
    const dialog = await dialogOfTheChosen();
    await userEvent.click(dialog.getByRole("button", { name: "Merge" }));

    await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
    settleAll();

    expect(await screen.findByRole("link", { name: "On kettles" })).toBeTruthy();
    expect(calls.some(({ path }) => path.endsWith("/merge"))).toBe(false);
  });

  test("keeps the record that has a text", async () => {
    const calls = open([{ ...first, status: "record" }, second]);
    const dialog = await dialogOfTheChosen();

    expect(dialog.getByRole("radio", { name: /one\.pdf/ }).hasAttribute("disabled")).toBe(true);
    await userEvent.click(dialog.getByRole("button", { name: "Merge" }));
    settleAll();

    await waitFor(() => expect(calls.some(({ path }) => path === "/papers/p2/merge")).toBe(true));
  });
});
