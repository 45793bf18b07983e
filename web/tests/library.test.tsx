import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Library } from "@/features/library/library";
import { matching } from "@/features/library/searching";
import { stageWords, timeLeft } from "@/features/library/stages";
import { paper, show } from "./made";
import { problem, sampleOf, serve, type Handler } from "./server";
import type { Progress } from "@/api/types";

const listing =
  (...papers: ReturnType<typeof paper>[]): Handler =>
  () => ({ papers, next_cursor: null });

describe("the library", () => {
  test("lists papers with title, authors and year", async () => {
    serve({ "GET /papers": listing(paper()) });
    show(<Library />);

    expect(await screen.findByRole("link", { name: "On Kettles" })).toBeTruthy();
    expect(screen.getByText("Ada Author · 2026")).toBeTruthy();
  });

  test("says what to do when it is empty", async () => {
    serve({ "GET /papers": listing() });
    show(<Library />);

    expect(await screen.findByText("No papers yet")).toBeTruthy();
  });

  test("says why it cannot be listed, and tries again", async () => {
    let down = true;
    serve({
      "GET /papers": () =>
        down
          ? problem(503, "store_busy", "the store is busy", { action: "Wait.", retryable: true })
          : { papers: [paper()], next_cursor: null },
    });
    show(<Library />);

    expect((await screen.findByRole("alert")).textContent).toContain("The store is busy. Wait.");
    down = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "On Kettles" })).toBeTruthy();
  });

  test("opens what is in the library already instead of sending it again", async () => {
    const calls = serve({
      "GET /papers": listing(paper()),
      "POST /papers": () => ({ paper_id: "p1", upload: null }),
    });
    show(<Library />);
    await screen.findByRole("link", { name: "On Kettles" });

    await userEvent.upload(screen.getAllByLabelText("Add papers")[0]!, new File(["abc"], "again.pdf"));

    expect((await screen.findByText("again.pdf")).parentElement?.textContent).toContain("is in your library already");
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
    const calls = serve({ "GET /papers": listing(known), "PATCH /papers/{paper_id}": () => known });
    show(<Library />);

    await userEvent.click(await screen.findByRole("button", { name: "Describe “On Kettels”" }));
    const title = screen.getByLabelText("Title");
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
      "GET /papers": listing(paper()),
      "PATCH /papers/{paper_id}": () =>
        problem(422, "metadata_invalid", "doi is not a DOI", { action: null, retryable: false }),
    });
    show(<Library />);

    await userEvent.click(await screen.findByRole("button", { name: "Describe “On Kettles”" }));
    await userEvent.type(screen.getByLabelText("DOI"), "none");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));

    expect((await screen.findByRole("alert")).textContent).toContain("Doi is not a DOI");
  });

  test("says why a paper failed and reads it again", async () => {
    const error = {
      code: "encrypted",
      message: "The PDF asks for a password.",
      action: "Save a copy.",
      retryable: false,
    };
    const calls = serve({ "GET /papers": listing(paper({ status: "failed", error })) });
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
    serve({ "GET /papers": listing(paper({ status: "failed", error })) });
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
    serve({
      "GET /papers": () => ({ papers: [paper({ status, progress })], next_cursor: null }),
      "GET /papers/{paper_id}/extraction": () => ({ paper_id: "p1", status, progress, error: null }),
    });
    show(<Library />);

    expect(await screen.findByText("Reading, page 3 of 9")).toBeTruthy();
    expect(screen.getByText("about 1 min left")).toBeTruthy();
    status = "completed";
    await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull(), { timeout: 4_000 });
  });

  test("deletes only after a second word", async () => {
    const calls = serve({ "GET /papers": listing(paper()) });
    show(<Library />);

    await userEvent.click(await screen.findByRole("button", { name: "Delete “On Kettles”" }));
    expect(calls.every(({ method }) => method === "GET")).toBe(true);
    await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));
    await waitFor(() =>
      expect(calls.some(({ method, path }) => method === "DELETE" && path === "/papers/p1")).toBe(true),
    );
  });

  test("lets as many papers be chosen as an address can name", async () => {
    const papers = Array.from({ length: 101 }, (_, n) => paper({ id: `p${n}` }));
    serve({ "GET /papers": listing(...papers) });
    show(<Library />);

    const boxes = await screen.findAllByRole<HTMLInputElement>("checkbox");
    act(() => boxes.slice(0, 100).forEach((box) => fireEvent.click(box)));
    expect(screen.getByText("100 papers chosen")).toBeTruthy();
    expect(screen.getByText("Ask").closest("button")!.disabled).toBe(false);
    expect([boxes[99]!.checked, boxes[100]!.checked, boxes[100]!.disabled]).toEqual([true, false, true]);
  });

  test("finds papers by words of any kind, accents aside", () => {
    const muller = paper({
      id: "p2",
      metadata: { ...paper().metadata, title: "Tea", authors: ["Jörg Müller"], year: 1999 },
    });

    expect(matching([paper(), muller], "muller 1999")).toEqual([muller]);
    expect(matching([paper(), muller], "muller kettles")).toEqual([]);
    expect(matching([paper(), muller], " ")).toHaveLength(2);
  });
});

test("an empty file is refused before it is announced, and not offered to be tried again", async () => {
  const calls = serve({ "GET /papers": listing() });
  show(<Library />);

  await userEvent.upload(screen.getAllByLabelText("Add papers")[0]!, new File([], "empty.pdf"));

  expect((await screen.findByRole("alert")).textContent).toContain("The file is empty.");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(calls.every(({ method }) => method === "GET")).toBe(true);
});

test("an extraction says its stage in words, and the time only when it is known", () => {
  const progress = { ...sampleOf<Progress>("Progress"), stage: "embedding" as const, page: 4, pages: 4, eta_s: null };

  expect(stageWords(progress)).toBe("Indexing, page 4 of 4");
  expect(timeLeft(progress)).toBe("");
  expect(timeLeft({ ...progress, eta_s: 12 })).toBe("about 12 s left");
});
