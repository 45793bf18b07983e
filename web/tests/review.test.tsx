import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Beyond, BeyondWork, ReviewSummary } from "@/api/types";
import { BeyondPart } from "@/features/review/beyond-part";
import { NewReviewForm } from "@/features/review/new-review-form";
import { ReviewPage } from "@/features/review/review-page";
import { show } from "./made";
import { sampleOf, serve } from "./server";

function work(changes: Partial<BeyondWork>): BeyondWork {
  return {
    title: "On Kettles",
    state: "open",
    authors: ["Ada Poe"],
    year: 2020,
    venue: null,
    add: "10.1/kettles",
    services: ["crossref"],
    paper_id: null,
    warning: null,
    ...changes,
  };
}

const BEYOND: Beyond = {
  works: [
    work({}),
    work({ title: "On Spouts", add: "10.1/spouts", warning: "retracted in 2021" }),
    work({ title: "On Lids", add: "10.1/lids", state: "there", paper_id: "p7" }),
  ],
  services: [
    { service: "crossref", state: "answered", count: 3, code: "", detail: "" },
    { service: "arxiv", state: "late", count: 0, code: "late", detail: "" },
  ],
  total: 9,
};

test("what a review found beyond the library can be added, one by one or all", async () => {
  const calls = serve({
    "POST /works": ({ body }) => {
      const [asked] = (body as { works: string[] }).works;
      return {
        works: [sampleOf<object>("AddedWorkView", { asked, outcome: "added", paper_id: "p9" } as object)],
      };
    },
  });
  show(<BeyondPart beyond={BEYOND} />);

  const list = screen.getByRole("list", { name: "Works beyond the library" });
  expect(within(list).getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/papers/p7");
  expect(screen.getByText("retracted in 2021")).toBeTruthy();
  expect(screen.getByText("arXiv did not answer in time.")).toBeTruthy();
  expect(screen.getByText(/The best 3 of 9 are listed/)).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Add “On Spouts”" }));
  expect(await within(list).findByText("Added to your library")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Add 2 papers/ })).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(["/works"]);
});

test("a review looks beyond the library only where services are on, and where it is asked to", async () => {
  const on = sampleOf<{ outside: object }>("Deployment");
  serve({ "GET /deployment": () => ({ ...on, outside: { ...on.outside, services: ["Crossref"] } }) });
  const onCreate = vi.fn();
  show(<NewReviewForm paperIds={[]} busy={false} error={null} onCreate={onCreate} />);

  await userEvent.type(screen.getByLabelText("What do you want to know?"), "Do kettles boil?");
  await userEvent.click(await screen.findByRole("checkbox", { name: /Also look beyond the library/ }));
  await userEvent.click(screen.getByRole("button", { name: "Write the review" }));

  expect(onCreate).toHaveBeenCalledWith(expect.objectContaining({ question: "Do kettles boil?", discover: true }));
});

test("a review says where the papers come from that it fetches, counts them in its cost, and asks for as many", async () => {
  const on = sampleOf<{ outside: object }>("Deployment");
  const estimate = sampleOf<object>("ReviewEstimateView");
  const calls = serve({
    "GET /deployment": () => ({ ...on, outside: { ...on.outside, services: ["Crossref"] } }),
    "POST /reviews/estimate": () => estimate,
  });
  const onCreate = vi.fn();
  show(<NewReviewForm paperIds={[]} busy={false} error={null} onCreate={onCreate} />);

  await userEvent.type(screen.getByLabelText("What do you want to know?"), "Do kettles boil?");
  expect(screen.queryByRole("combobox", { name: "Read open papers found there" })).toBeNull();
  await userEvent.click(await screen.findByRole("checkbox", { name: /Also look beyond the library/ }));
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Read open papers found there" }), "5");
  expect(screen.getByText(/Up to 5 PDFs are fetched from the sites/)).toBeTruthy();
  await vi.waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ fetch: 5 }));
  await userEvent.click(screen.getByRole("button", { name: "Write the review" }));
  expect(onCreate).toHaveBeenCalledWith(expect.objectContaining({ discover: true, fetch: 5 }));

  await userEvent.click(screen.getByRole("checkbox", { name: /Also look beyond the library/ }));
  await userEvent.click(screen.getByRole("button", { name: "Write the review" }));
  expect(onCreate).toHaveBeenLastCalledWith(expect.objectContaining({ discover: false, fetch: 0 }));
});

test("a review without a model says before it begins that it is a reading list", async () => {
  serve({ "POST /reviews/estimate": () => sampleOf<object>("ReviewEstimateView") });
  show(<NewReviewForm paperIds={[]} busy={false} error={null} onCreate={() => undefined} />);

  expect(await screen.findByText(/Without a language model this is a reading list/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Connect a model" }).getAttribute("href")).toBe("/settings");
});

test("a reading list says calmly how sure it is, and alarms only about what went wrong", async () => {
  const notices = ["without_model", "closest", "papers_gone"].map((code) => ({ code, detail: `(${code})`, count: 1 }));
  const summary = sampleOf<ReviewSummary>("ReviewSummary", { state: "completed", error: null, edit: null, notices });
  serve({ "GET /reviews/{review_id}": () => ({ review: summary, report: null }) });
  show(<ReviewPage reviewId="r1" shown={null} onCitation={vi.fn()} onReport={vi.fn()} />);

  const alarming = await screen.findByRole("list", { name: "Notices" });
  expect(alarming.textContent).toBe("(papers_gone)");
  expect(screen.getByText("(closest)").tagName).toBe("P");
  expect(screen.getByText(/this is a reading list/)).toBeTruthy();
  expect(screen.queryByText("(without_model)")).toBeNull();
});

test("where no service is on, nothing offers to look beyond", async () => {
  const off = sampleOf<{ outside: object }>("Deployment");
  const calls = serve({ "GET /deployment": () => ({ ...off, outside: { ...off.outside, services: [] } }) });
  show(<NewReviewForm paperIds={[]} busy={false} error={null} onCreate={() => undefined} />);

  await vi.waitFor(() => expect(calls.some(({ path }) => path === "/deployment")).toBe(true));
  expect(screen.queryByRole("checkbox")).toBeNull();
});
