import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { attachTo, isSource, sourceOf } from "@/features/library/attaching";
import { Library } from "@/features/library/library";
import { UploadTray } from "@/features/library/upload-tray";
import { dismissUploads } from "@/features/library/uploads";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { paper, show } from "./made";
import { problem, sampleOf, serve, type Call, type Handler } from "./server";
import type { Extraction, LibraryList, ListedPaper, PaperView } from "@/api/types";

vi.mock("@tanstack/react-virtual", () => import("./all-rows"));

const ASKED = "GET /papers/{paper_id}/extraction";
const ATTACHED = "POST /papers/{paper_id}/source";

function listed(changes: Partial<ListedPaper> = {}): ListedPaper {
  const { filename, media_type, created_at } = paper();
  return {
    ...sampleOf<ListedPaper>("ListedPaper"),
    ...{ paper_id: "p1", filename, media_type, created_at, title: "On Kettles", status: "completed" },
    ...{ notices: [], error: null, same_as: null, supplement_of: null },
    marks: { tags: [], favourite: false, read_state: "unread", collection_ids: [] },
    ...changes,
  };
}

function showLibrary() {
  show(
    <>
      <Library />
      <UploadTray />
      <Toasts />
    </>,
  );
}

function library(...papers: ListedPaper[]): Handler {
  return () => ({
    ...sampleOf<LibraryList>("LibraryList", { papers, total: papers.length, notes: [], complete: true }),
    next_cursor: null,
  });
}

function extraction(status: Extraction["status"], changes: Partial<Extraction> = {}): Extraction {
  return sampleOf<Extraction>("Extraction", { paper_id: "s1", status, error: null, ...changes });
}

function changesOf(calls: readonly Call[]): string[] {
  return calls.filter(({ path }) => !path.startsWith("/library")).map(({ method, path }) => `${method} ${path}`);
}

afterEach(() => {
  settleAll();
  dismissUploads();
  vi.useRealTimers();
  localStorage.clear();
});

describe("a paper's menu", () => {
  async function open(changes: Partial<ListedPaper>): Promise<boolean> {
    serve({ "GET /library": library(listed(changes)) });
    show(<Library />);
    await userEvent.click(await screen.findByRole("button", { name: "More about “On Kettles”" }));
    return screen.queryByRole("menuitem", { name: "Attach its source…" }) !== null;
  }

  test("has an entry for the source of a PDF that is read", async () => {
    expect(await open({})).toBe(true);
  });

  test.each([
    { media_type: "application/x-tex" },
    { status: "failed" as const },
    { media_type: "application/zip", status: "extracting" as const },
    { status: "record" as const },
    { status: "extracting" as const },
  ])("has none where no source can be attached: %o", async (changes) => {
    expect(sourceOf(listed(changes))).toBeNull();
    expect(await open(changes)).toBe(false);
    expect(screen.queryByRole("menuitem", { name: "Replace its source…" })).toBeNull();
  });

  test("attaches a file that is in the library already, and leaves that paper there", async () => {
    const calls = serve({
      "GET /library": library(listed()),
      "POST /papers": () => ({ paper_id: "s1", upload: null }),
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: () => extraction("uploaded", { paper_id: "p1" }),
    });
    showLibrary();

    await choose(new File(["\\title{On Kettles}"], "kettles.tex"));

    expect(await screen.findByText("“On Kettles” is read again with its source.")).toBeTruthy();
    settleAll();
    expect(changesOf(calls).slice(-3)).toEqual(["POST /papers", "GET /papers/s1/extraction", "POST /papers/p1/source"]);
    expect(calls.find(({ path }) => path.endsWith("/source"))?.body).toEqual({ source_id: "s1" });
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
  });

  test("replaces the source of a PDF that has one", async () => {
    const calls = serve({
      "GET /library": library(listed({ media_type: "application/zip" })),
      "GET /papers/{paper_id}": () => withPages(12),
      "POST /papers": () => ({ paper_id: "s1", upload: null }),
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: () => extraction("uploaded", { paper_id: "p1" }),
    });
    showLibrary();

    await choose(new File(["\\title{On Kettles}"], "kettles.tex"), "Replace its source…");

    expect(await screen.findByText("“On Kettles” is read again with its source.")).toBeTruthy();
    expect(calls.find(({ path }) => path.endsWith("/source"))?.body).toEqual({ source_id: "s1" });
  });

  test("uploads no source for a project that has no PDF, and says so", async () => {
    const calls = serve({
      "GET /library": library(listed({ media_type: "application/zip" })),
      "GET /papers/{paper_id}": () => withPages(0),
    });
    showLibrary();

    await choose(new File(["\\title{On Kettles}"], "kettles.tex"), "Replace its source…");

    expect(await screen.findByText(/^“On Kettles” has no PDF/)).toBeTruthy();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("says in the list of uploads why it was not attached", async () => {
    serve({
      "GET /library": library(listed()),
      "POST /papers": () => ({ paper_id: "s1", upload: null }),
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: () =>
        problem(409, "not_the_same_paper", "the source is that of another paper", {
          action: "Name this paper's own source.",
        }),
    });
    show(
      <>
        <Library />
        <UploadTray />
      </>,
    );

    await choose(new File(["# On Teapots"], "teapots.md"));

    expect((await screen.findByRole("alert")).textContent).toBe(
      "The source is that of another paper. Name this paper's own source.",
    );
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  test("says why it was not attached where the library has been left, too", async () => {
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    serve({
      "GET /library": library(listed()),
      "POST /papers": () => ({ paper_id: "s1", upload: null }),
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: async () => {
        await late;
        return problem(409, "not_the_same_paper", "it is another paper", { action: "Name its own." });
      },
    });
    const client = new QueryClient();
    const page = (inLibrary: boolean) => (
      <QueryClientProvider client={client}>
        {inLibrary && <Library />}
        <UploadTray />
      </QueryClientProvider>
    );
    const { rerender } = render(page(true));
    await choose(new File(["# On Teapots"], "teapots.md"));

    rerender(page(false));
    answer();

    expect(await screen.findByText("It is another paper. Name its own.")).toBeTruthy();
  });

  test("sends nothing that is no source", async () => {
    const calls = serve({ "GET /library": library(listed()) });
    showLibrary();

    await choose(new File(["%PDF"], "kettles.pdf"));

    expect(await screen.findByText(/^kettles.pdf is no source\. Choose a file of Word, LaTeX/)).toBeTruthy();
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    expect(["a.tex", "a.TAR.GZ", "a.docx", "a.xml", "a.html", "a.md"].every((name) => isSource({ name } as File))).toBe(
      true,
    );
  });
});

describe("a source that was uploaded for its paper alone", () => {
  const client = new QueryClient();
  const run = (known = false, stop = new AbortController()) =>
    attachTo(listed(), client).run({ paperId: "s1", known }, () => undefined, stop.signal);

  beforeEach(() => {
    vi.useFakeTimers();
  });

  test("is read, attached and then deleted", async () => {
    const states = [extraction("uploaded"), extraction("extracting"), extraction("completed")];
    const calls = serve({ [ASKED]: () => states.shift(), [ATTACHED]: () => extraction("uploaded") });

    const done = run();
    await vi.runOnlyPendingTimersAsync();
    await vi.advanceTimersByTimeAsync(3_000);
    await done;

    const asked = "GET /papers/s1/extraction";
    expect(changesOf(calls)).toEqual([asked, asked, asked, "POST /papers/p1/source"]);
    expect(calls.at(-1)?.body).toEqual({ source_id: "s1" });
    settleAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(changesOf(calls).at(-1)).toBe("DELETE /papers/s1");
  });

  test("stays where it was in the library before", async () => {
    const calls = serve({ [ASKED]: () => extraction("completed"), [ATTACHED]: () => extraction("uploaded") });

    await run(true);
    settleAll();
    await vi.advanceTimersByTimeAsync(0);

    expect(changesOf(calls)).toEqual(["GET /papers/s1/extraction", "POST /papers/p1/source"]);
  });

  test("stays where it cannot be attached, and that is said", async () => {
    const calls = serve({
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: () => problem(409, "not_the_same_paper", "it is another paper", { action: "Name its own." }),
    });

    await expect(run()).rejects.toMatchObject({
      message: "It is another paper.",
      action: "Name its own. The source stays in your library as a paper of its own.",
    });

    settleAll();
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  });

  test("is still deleted where only the second try attaches it", async () => {
    let busy = true;
    const calls = serve({
      [ASKED]: () => extraction("completed"),
      [ATTACHED]: () => (busy ? problem(503, "store_busy", "busy", { retryable: true }) : extraction("uploaded")),
    });
    const { run: again } = attachTo(listed(), client);
    const { signal } = new AbortController();

    await expect(again({ paperId: "s1", known: false }, () => undefined, signal)).rejects.toMatchObject({
      retryable: true,
    });
    busy = false;
    await again({ paperId: "s1", known: true }, () => undefined, signal);

    settleAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(changesOf(calls).at(-1)).toBe("DELETE /papers/s1");
  });

  test("that cannot be read is named with what to do", async () => {
    const error = { code: "broken", message: "The file is broken.", action: "Mend it.", retryable: false };
    const calls = serve({ [ASKED]: () => extraction("failed", { error }) });

    await expect(run(true)).rejects.toMatchObject({
      message: "The source could not be read. The file is broken.",
      action: "Mend it.",
    });

    expect(changesOf(calls)).toEqual(["GET /papers/s1/extraction"]);
  });

  test("is waited for ten minutes at most", async () => {
    const calls = serve({ [ASKED]: () => extraction("uploaded") });

    const late = expect(run()).rejects.toMatchObject({ message: "The source is not read yet.", retryable: true });
    await vi.advanceTimersByTimeAsync(10 * 60_000 + 1_000);
    await late;

    expect(calls.length).toBeLessThanOrEqual(601);
  });

  test("is not attached once that was stopped", async () => {
    const stop = new AbortController();
    const calls = serve({ [ASKED]: () => extraction("uploaded") });

    const stopped = expect(run(false, stop)).rejects.toThrow("stopped");
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    await stopped;

    expect(changesOf(calls)).toEqual(["GET /papers/s1/extraction"]);
  });
});

function withPages(pages: number): PaperView {
  const made = paper();
  return { ...made, counts: { ...made.counts, pages } };
}

async function choose(file: File, entry = "Attach its source…"): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "More about “On Kettles”" }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
  const input = document.querySelector<HTMLInputElement>("input[data-source]")!;
  await userEvent.setup({ applyAccept: false }).upload(input, file);
  await waitFor(() => expect(input.value).toBe(""));
}
