import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { papersAsked } from "@/app/papers-asked";
import { paper } from "./made";
import { problem, serve } from "./server";

const IDS = Array.from({ length: 200 }, (_, n) => `p${n}`);

function asked(ids: string[]) {
  return new QueryClient().query(papersAsked(ids));
}

function listOf(ids: string[]) {
  return { papers: ids.map((id) => paper({ id })), next_cursor: null };
}

test("two hundred papers come in one call, in the order of the address", async () => {
  const calls = serve({ "GET /papers": ({ query }) => listOf(query.get("papers")!.split(";").reverse()) });

  const papers = await asked(IDS);

  expect(papers.map(({ id }) => id)).toEqual(IDS);
  expect(calls).toHaveLength(1);
});

test("a paper that the list lacks is asked for alone, and its problem is shown", async () => {
  const calls = serve({
    "GET /papers": () => listOf(["p0", "p199"]),
    "GET /papers/{paper_id}": () => problem(404, "paper_unknown", "there is no such paper"),
  });

  await expect(asked(IDS)).rejects.toMatchObject({ status: 404 });
  expect(calls.map(({ path }) => path)).toEqual(["/papers", "/papers/p1"]);
});
