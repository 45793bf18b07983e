import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Usage } from "@/features/account/usage";
import type { TakenView, UsageView } from "@/api/types";
import { show } from "./made";
import { problem, serve } from "./server";

const NONE: TakenView = { taken: 0, limit: null };
const UNUSED: UsageView = {
  resets_at: "2026-11-23T00:00:00Z",
  questions: NONE,
  tokens: NONE,
  cost_usd: NONE,
  uploads: NONE,
  pages: NONE,
  reading_s: NONE,
  stored_bytes: NONE,
};

function usage(changes: Partial<UsageView>) {
  const calls = serve({ "GET /me/usage": () => ({ ...UNUSED, ...changes }) });
  const { container } = show(<Usage />);
  return { calls, container };
}

test("what was used or is limited is shown, each in its unit", async () => {
  usage({
    questions: { taken: 0, limit: 50 },
    cost_usd: { taken: 0.0213, limit: null },
    reading_s: { taken: 90.4, limit: 3600 },
    stored_bytes: { taken: 1.5 * 1024 * 1024, limit: null },
  });

  await screen.findByText("Your usage");
  const said = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(said).toEqual([
    ["Questions today", "0 of 50"],
    ["Model cost today", "$0.0213"],
    ["Reading time today", "90 s of 3,600 s"],
    ["Storage", "1.5 MiB"],
  ]);
});

test("a limit that is reached says so, and when the next day starts", async () => {
  usage({ uploads: { taken: 20, limit: 20 } });

  expect((await screen.findByText("20 of 20, limit reached")).className).toContain("text-danger");
  expect(screen.getByText(/^Today’s counts start again at \d\d:\d\d\.$/)).toBeTruthy();
});

test("nothing is shown where nothing was used and nothing is limited", async () => {
  const { calls, container } = usage({});

  await waitFor(() => expect(calls).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(container.textContent).toBe("");
});

test("usage that cannot be loaded says why", async () => {
  serve({ "GET /me/usage": () => problem(500, "internal", "something failed") });
  show(<Usage />);

  expect((await screen.findByRole("alert")).textContent).toContain("Your usage cannot be loaded.");
});
