import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { noteReadOnly } from "@/api/read-only";
import { ReadOnlyBar } from "@/app/connection-bar";
import { UploadTray } from "@/features/library/upload-tray";
import { addUploads, dismissUploads } from "@/features/library/uploads";
import { keptInTab } from "@/lib/keeping";
import { Toasts } from "@/ui/toast";
import { show } from "./made";
import { problem, sampleOf, serve } from "./server";

const pdf = (name: string) => new File(["%PDF"], name);

beforeEach(() => {
  sessionStorage.clear();
});

afterEach(() => {
  dismissUploads();
});

function closing(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

describe("the uploads of the page", () => {
  test("are four at once, counted whole from the start, and asked about before the tab closes", async () => {
    const answers: (() => void)[] = [];
    serve({
      "POST /papers": () =>
        new Promise<object>((resolve) => answers.push(() => resolve({ paper_id: "p1", upload: null }))),
    });
    show(<UploadTray />);
    expect(closing()).toBe(false);

    act(() => addUploads(Array.from({ length: 40 }, (_, index) => pdf(`${index}.pdf`))));

    expect(screen.getByText("0 of 40 files sent")).toBeTruthy();
    await waitFor(() => expect(answers).toHaveLength(4));
    expect(closing()).toBe(true);
    expect(keptInTab("uploads")).toHaveLength(40);
    answers[0]!();
    expect(await screen.findByText("1 of 40 files sent")).toBeTruthy();
    await waitFor(() => expect(answers).toHaveLength(5));
    act(() => dismissUploads());
    expect(closing()).toBe(false);
    expect(keptInTab("uploads")).toEqual([]);
  });

  test("are sent again by themselves where the server is busy, and are a person's to try again after three failures", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
    let busy = true;
    const calls = serve({
      "POST /papers": () =>
        busy ? problem(503, "store_busy", "the store is busy", { retryable: true }) : { paper_id: "p1", upload: null },
    });
    show(<UploadTray />);

    act(() => addUploads([pdf("kettle.pdf")]));

    expect((await screen.findByRole("alert")).textContent).toContain("The store is busy.");
    expect(calls.filter(({ path }) => path === "/papers")).toHaveLength(3);
    expect(keptInTab("uploads")).toEqual(["kettle.pdf"]);
    expect(closing()).toBe(false);
    busy = false;
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("link", { name: "Open it" })).toBeTruthy();
    expect(keptInTab("uploads")).toEqual([]);
    vi.useRealTimers();
  });

  test("refuse other kinds of file with a sentence, unsent, whose name cannot turn around", () => {
    const calls = serve();
    show(<UploadTray />);

    act(() => addUploads([pdf("report\u202efdp.exe")]));

    expect(screen.getByText("reportfdp.exe")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toMatch(
      /^Files of this kind cannot be read, so it was not sent\. Papers are/,
    );
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    expect(calls).toHaveLength(0);
  });

  test("are named after a reload until they are dropped once more", async () => {
    sessionStorage.setItem("scholarai:tab", JSON.stringify({ uploads: ["a.pdf", "b.pdf"] }));
    vi.resetModules();
    const [{ UploadTray: Tray }, { addUploads: add, dismissUploads: dismiss }] = await Promise.all([
      import("@/features/library/upload-tray"),
      import("@/features/library/uploads"),
    ]);
    serve({ "POST /papers": () => ({ paper_id: "p1", upload: null }) });
    show(<Tray />);

    expect(screen.getByRole("alert").textContent).toBe(
      "2 files had not arrived when this page was reloaded. Add them once more:",
    );
    act(() => add([pdf("a.pdf")]));
    expect(screen.getByRole("alert").textContent).toContain("1 file had not arrived");
    await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("b.pdf")).toBeNull();
    act(() => dismiss());
  });
});

describe("a library that can only be read", () => {
  afterEach(() => noteReadOnly(false));

  test("says so on every page, and takes no files, which are not lost without a word", async () => {
    const asked: string[] = [];
    serve({
      "GET /deployment": () => sampleOf("Deployment", { read_only: true }),
      "POST /papers": () => {
        asked.push("POST");
        return problem(409, "store_read_only", "read only");
      },
    });
    show(
      <>
        <ReadOnlyBar />
        <Toasts />
        <UploadTray />
      </>,
    );
    expect(await screen.findByText(/open for reading only\. Questions work/)).toBeTruthy();

    act(() => addUploads([pdf("a.pdf"), pdf("b.pdf")]));

    expect(await screen.findByText(/Nothing was added/)).toBeTruthy();
    expect(asked).toEqual([]);
    expect(keptInTab("uploads")).toBeNull();
  });

  test("is not told where the library can be written", async () => {
    serve({ "GET /deployment": () => sampleOf("Deployment", { read_only: false }) });
    show(<ReadOnlyBar />);

    await waitFor(() => expect(screen.queryByText(/reading only/)).toBeNull());
  });
});
