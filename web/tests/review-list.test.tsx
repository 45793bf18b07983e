import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ReviewSummary } from "@/api/types";
import { ReviewList } from "@/features/review/review-list";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { show } from "./made";
import { sampleOf, serve } from "./server";

test("a deleted review can be taken back until its notice has ended", async () => {
  const review = { ...sampleOf<ReviewSummary>("ReviewSummary"), id: "r1", title: "On Kettles", state: "completed" };
  const calls = serve({ "GET /reviews": () => ({ reviews: [review], next_cursor: null }) });
  show(
    <>
      <ReviewList paperIds={[]} />
      <Toasts />
    </>,
  );
  const deletes = () => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);

  await userEvent.click(await screen.findByRole("button", { name: "Delete “On Kettles”" }));
  expect(screen.queryByRole("link", { name: "On Kettles" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete “On Kettles”" }));
  expect(deletes()).toEqual([]);
  settleAll();

  await waitFor(() => expect(deletes()).toEqual(["/reviews/r1"]));
});
