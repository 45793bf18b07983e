import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { keep } from "@/lib/keeping";
import { takeQuestion } from "@/lib/first-question";
import { Library } from "@/features/library/library";
import { UploadTray } from "@/features/library/upload-tray";
import { dismissUploads } from "@/features/library/uploads";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { choose, listed, listing, page } from "./listed";
import { paper, show } from "./made";
import { problem, sampleOf, serve } from "./server";
import type { AddedWorkView, LibraryList, Progress } from "@/api/types";

vi.mock("@tanstack/react-virtual", () => import("./all-rows"));

afterEach(() => {
  settleAll();
  dismissUploads();
  localStorage.clear();
});

describe("the library", () => {
  test("lists papers with title, authors and year", async () => {
    serve({ "GET /library": listing(listed()) });
    show(<Library />);

    expect(await screen.findByRole("link", { name: "On Kettles" })).toBeTruthy();
    expect(screen.getByText("Ada Author")).toBeTruthy();
    expect(screen.getByText("2026")).toBeTruthy();
  });

  test("says what to do when it is empty", async () => {
    serve({ "GET /library": listing() });
    show(<Library />);

    expect(await screen.findByText("No papers yet")).toBeTruthy();
  });

  test("says why it cannot be listed, and tries again", async () => {
    let down = true;
    serve({
      "GET /library": () =>
        down ? problem(503, "store_busy", "the store is busy", { action: "Wait.", retryable: true }) : page([listed()]),
    });
    show(<Library />);

    expect((await screen.findByRole("alert")).textContent).toContain("The store is busy. Wait.");
    down = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "On Kettles" })).toBeTruthy();
  });

  test("opens what is in the library already instead of sending it again", async () => {
    const calls = serve({
      "GET /library": listing(listed()),
      "POST /papers": () => ({ paper_id: "p1", upload: null }),
    });
    show(
      <>
        <Library />
        <UploadTray />
      </>,
    );
    await screen.findByRole("link", { name: "On Kettles" });

    await addFile(new File(["abc"], "again.pdf"));

    const name = await screen.findByText("again.pdf");
    await waitFor(() => expect(name.parentElement?.textContent).toContain("is in your library already"));
    expect(screen.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe("/papers/p1");
    // The test vector of FIPS 180-2.
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    });
    await userEvent.click(screen.getByRole("button", { name: "Dismiss again.pdf" }));
    expect(screen.queryByText(/in your library already/)).toBeNull();
  });

  test("sends what was corrected of a paper, and nothing else", async () => {
    const known = paper({
      metadata: { ...paper().metadata, title: "On Kettels", venue: "Annals" },
      origins: [
        { field: "title", source: "printed", at: "2026-11-20T00:00:00Z" },
        { field: "venue", source: "person", at: "2026-11-21T00:00:00Z" },
      ],
      metadata_read: { ...paper().metadata, title: "On Kettels", venue: null },
    });
    const calls = serve({
      "GET /library": listing(listed({ title: "On Kettels" })),
      "GET /papers/{paper_id}": () => known,
      "PATCH /papers/{paper_id}": () => known,
    });
    show(<Library />);

    await choose("More about “On Kettels”", "Edit details");
    const title = await screen.findByLabelText("Title");
    expect(title.getAttribute("aria-describedby")).toBeTruthy();
    expect(screen.getByText(/^printed in the paper/)).toBeTruthy();
    await userEvent.clear(title);
    await userEvent.type(title, "On Kettles");
    await userEvent.type(screen.getByLabelText(/^Authors/), "{enter}Bo Lee");
    await userEvent.click(screen.getByRole("button", { name: "As the paper says" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));

    await waitFor(() => expect(calls.find(({ method }) => method === "PATCH")).toBeTruthy());
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      title: "On Kettles",
      authors: ["Ada Author", "Bo Lee"],
      restore: ["venue"],
    });
  });

  test("says what is wrong with a correction", async () => {
    serve({
      "GET /library": listing(listed()),
      "GET /papers/{paper_id}": () => paper(),
      "PATCH /papers/{paper_id}": () =>
        problem(422, "metadata_invalid", "doi is not a DOI", { action: null, retryable: false }),
    });
    show(<Library />);

    await choose("More about “On Kettles”", "Edit details");
    await userEvent.type(await screen.findByLabelText("DOI"), "none");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));

    expect((await screen.findByText(/Doi is not a DOI/)).getAttribute("role")).toBe("alert");
  });

  test("says why a paper failed and reads it again", async () => {
    const error = {
      code: "encrypted",
      message: "The PDF asks for a password.",
      action: "Save a copy.",
      retryable: true,
    };
    const calls = serve({ "GET /library": listing(listed({ status: "failed", error })) });
    show(<Library />);

    expect(await screen.findByText(/asks for a password. Save a copy./)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Read again" }));
    await waitFor(() => expect(calls.some(({ path }) => path === "/papers/p1/extract")).toBe(true));
  });

  test("says that a paper of which not all is understood needs attention", async () => {
    const error = {
      code: "needs_attention",
      message: "Not all is understood.",
      action: "Read it again.",
      retryable: true,
    };
    serve({ "GET /library": listing(listed({ status: "failed", error })) });
    show(<Library />);

    expect(await screen.findByText("Needs attention.")).toBeTruthy();
  });

  test("follows a paper that is being read until it is", async () => {
    const progress = {
      ...sampleOf<Progress>("Progress"),
      stage: "reading" as const,
      page: 3,
      pages: 9,
      percent: 30,
      eta_s: 65,
    };
    let status: "extracting" | "completed" = "extracting";
    const calls = serve({ "GET /library": () => page([listed({ status, progress })]) });
    show(<Library />);

    expect(await screen.findByText("Reading, page 3 of 9")).toBeTruthy();
    expect(screen.getByText("about 1 min left")).toBeTruthy();
    status = "completed";
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull(), { timeout: 4_000 });
    expect(calls.some(({ path }) => path.startsWith("/papers/"))).toBe(false);
  });

  test("leaves out what is deleted until the list knows of it", async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    let deleted = false;
    const calls = serve({
      "GET /library": async () => {
        if (!deleted) {
          return page([listed()]);
        }
        await late;
        return page([]);
      },
      "DELETE /papers/{paper_id}": () => {
        deleted = true;
        return undefined;
      },
    });
    show(<Library />);
    await choose("More about “On Kettles”", "Delete");
    const before = calls.filter(({ path }) => path === "/library").length;

    act(settleAll);
    await waitFor(() => expect(calls.filter(({ path }) => path === "/library").length).toBeGreaterThan(before));
    await act(async () => undefined);

    expect(screen.queryByRole("link", { name: "On Kettles" })).toBeNull();
    answer();
    expect(await screen.findByText("No papers yet")).toBeTruthy();
  });

  test("deletes once the time for Undo is over, and not where it is undone", async () => {
    const calls = serve({ "GET /library": listing(listed()) });
    const deleted = () => calls.some(({ method, path }) => method === "DELETE" && path === "/papers/p1");
    show(
      <>
        <Library />
        <Toasts />
      </>,
    );

    await userEvent.click(await screen.findByRole("button", { name: "Delete “On Kettles”" }));
    expect(screen.queryByRole("link", { name: "On Kettles" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: "On Kettles" })).toBeTruthy();
    act(settleAll);
    expect(deleted()).toBe(false);

    await userEvent.click(screen.getByRole("button", { name: "Delete “On Kettles”" }));
    act(settleAll);
    await waitFor(() => expect(deleted()).toBe(true));
  });

  test("marks all chosen papers in one call", async () => {
    const calls = serve({
      "GET /library": listing(listed(), listed({ paper_id: "p2", title: "On Cups" })),
      "PATCH /library/papers": () => ({ papers: [] }),
    });
    show(<Library />);

    await userEvent.click(await screen.findByRole("checkbox", { name: "Choose all papers" }));
    expect(await screen.findByText("2 papers chosen")).toBeTruthy();
    await choose("Mark", "Mark as read");

    await waitFor(() => expect(calls.filter(({ method }) => method === "PATCH")).toHaveLength(1));
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({
      paper_ids: ["p1", "p2"],
      read_state: "read",
    });
  });

  test("asks only about papers that were read", async () => {
    serve({ "GET /library": listing(listed(), listed({ paper_id: "p2", title: "On Cups", status: "record" })) });
    show(<Library />);
    const ask = () =>
      document.querySelector<HTMLButtonElement>("[data-bar=chosen] div:last-child > button:last-child")!.disabled;

    await userEvent.click(await screen.findByRole("checkbox", { name: "Choose “On Kettles”" }));
    expect(ask()).toBe(false);
    await userEvent.click(screen.getByRole("checkbox", { name: "Choose “On Cups”" }));
    expect(ask()).toBe(true);
  });

  test("has one button to ask with, and asks the chosen papers, whatever the list shows of what is typed", async () => {
    const papers = [listed(), listed({ paper_id: "p2", title: "On Cups" })];
    serve({ "GET /library": ({ query }) => page(query.get("q") ? [] : papers) });
    show(<Library />);
    const asks = () => screen.queryAllByRole("button", { name: /^Ask/ }).map((button) => button.textContent);

    const box = await screen.findByPlaceholderText("Ask 2 papers, or search them");
    expect(asks()).toEqual([]);
    await userEvent.click(await screen.findByRole("checkbox", { name: "Choose “On Cups”" }));
    expect(asks()).toEqual(["Ask"]);
    await userEvent.type(box, "Which cups?");
    await screen.findByText("No matching papers");
    expect(asks()).toEqual(["Ask 1 paper"]);
    await userEvent.keyboard("{Enter}");

    expect(location.pathname + location.search).toBe("/chat/new?papers=p2");
    expect(takeQuestion()?.question).toBe("Which cups?");
  });

  test("says what the list is still filtered by after a reload, and shows all papers again in the same order", async () => {
    keep("library", { year: "2015", author: "Ada Author", sort: "title" });
    const calls = serve({ "GET /library": listing(listed()) });
    show(<Library />);

    expect(await screen.findByText("Filter: 2015, Ada Author")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show all papers" }));

    expect(screen.queryByText(/^Filter:/)).toBeNull();
    await waitFor(() => {
      const { query } = calls.findLast(({ path }) => path === "/library")!;
      expect([query.get("sort"), query.get("year_from"), query.get("author")]).toEqual(["title", null, null]);
    });
  });

  test("says how many papers a filter could not judge", async () => {
    const facets = sampleOf<LibraryList["facets"]>("FacetsView");
    const year = { ...facets.year, unjudged: 3 };
    serve({ "GET /library": () => page([listed()], { facets: { ...facets, year } }) });
    show(<Library />);

    expect(await screen.findByText(/3 papers without a year/)).toBeTruthy();
  });

  test("says what became of each entry of a file, the broken ones with their line", async () => {
    const work = { asked: "", paper_id: null, title: null, line: null, code: "", detail: "" };
    const calls = serve({
      "GET /library": listing(listed()),
      "POST /works/entries": ({ body }) =>
        (body as { start: number }).start === 0
          ? { works: [{ ...work, outcome: "there", title: "On Kettles", paper_id: "p1" }], total: 2, next_start: 1 }
          : {
              works: [{ ...work, outcome: "broken", asked: "@article{x", line: 7, detail: "A brace is missing." }],
              total: 2,
              next_start: null,
            },
    });
    show(<Library />);

    await userEvent.click(await screen.findByRole("button", { name: "Add papers" }));
    await userEvent.upload(
      await screen.findByLabelText(/BibTeX, RIS/, { selector: "input" }),
      new File(["@article{x"], "mine.bib"),
    );

    expect(await screen.findByText(/1 in your library already and 1 broken/)).toBeTruthy();
    expect(screen.getByText(/Line 7: broken. A brace is missing./)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe("/papers/p1");
    expect(calls.filter(({ path }) => path === "/works/entries")).toHaveLength(2);
  });

  test("counts a paper that is added under two names once", async () => {
    const work = { ...sampleOf<AddedWorkView>("AddedWorkView"), outcome: "record" as const, line: null, detail: "" };
    serve({
      "GET /library": listing(),
      "POST /works": () => ({
        works: [
          { ...work, asked: "10.1000/kettle", title: "On Kettles", paper_id: "p1" },
          { ...work, asked: "arXiv:2101.00001", title: "On Kettles", paper_id: "p1" },
        ],
      }),
    });
    show(<Library />);

    await userEvent.click((await screen.findAllByRole("button", { name: "Add papers" }))[0]!);
    await userEvent.type(await screen.findByLabelText(/DOI/), "10.1000/kettle{Enter}arXiv:2101.00001");
    await userEvent.click(screen.getByRole("button", { name: "Add" }));

    expect(await screen.findByText(/1 added as a record without a file and 1 in your library already\./)).toBeTruthy();
  });
});

test("an empty file is refused before it is announced, and not offered to be tried again", async () => {
  const calls = serve({ "GET /library": listing() });
  show(
    <>
      <Library />
      <UploadTray />
    </>,
  );

  await addFile(new File([], "empty.pdf"));

  expect((await screen.findByRole("alert")).textContent).toContain("The file is empty.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(calls.every(({ method }) => method === "GET")).toBe(true);
});

async function addFile(file: File): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Add papers" }));
  await userEvent.upload(await screen.findByLabelText("Choose files", { selector: "input" }), file);
}
