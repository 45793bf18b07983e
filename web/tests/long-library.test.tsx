/** A library of more papers than one page of its list: jumps, ranges and marks over rows that are not fetched. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { LibraryList, MarkPapersBody } from "@/api/types";
import { Library } from "@/features/library/library";
import { useLibrary } from "@/features/library/use-library";
import { PAPERS } from "@/features/library/use-papers";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { choose, listed, page } from "./listed";
import { show } from "./made";
import { problem, serve, type Call, type Handler } from "./server";

const COUNT = 350;
const IN_SIGHT = 20;

// Without a layout nothing is in sight: here some rows are, from the one that was scrolled to.
vi.mock("@tanstack/react-virtual", async () => {
  const { useState } = await import("react");
  return {
    useVirtualizer: ({ count }: { count: number }) => {
      const [top, setTop] = useState(0);
      return {
        getVirtualItems: () =>
          Array.from({ length: Math.min(IN_SIGHT, count) }, (_, n) => ({ index: top + n, key: top + n, start: 0 })),
        getTotalSize: () => 0,
        measureElement: () => undefined,
        scrollToIndex: (index: number) => setTop(Math.max(0, Math.min(index, count - IN_SIGHT))),
      };
    },
  };
});

afterEach(() => {
  settleAll();
  localStorage.clear();
});

const papers = Array.from({ length: COUNT }, (_, n) => listed({ paper_id: `p${n}`, title: `Kettle ${n}` }));

const pages: Handler = ({ query }) => {
  const offset = Number(query.get("offset") ?? 0);
  return page(papers.slice(offset, offset + Number(query.get("limit"))), { total: COUNT });
};

function offsets(calls: readonly Call[]) {
  return calls.filter(({ path }) => path === "/library").map(({ query }) => Number(query.get("offset") ?? 0));
}

async function press(keys: string, from: string) {
  (await screen.findByRole("link", { name: from })).focus();
  await userEvent.keyboard(keys);
}

test("End leads to the last paper by fetching its page alone, and Home back to the first", async () => {
  const calls = serve({ "GET /library": pages });
  show(<Library />);

  await press("{End}", "Kettle 0");
  const coming = document.activeElement?.closest("li");
  expect(coming?.getAttribute("aria-posinset")).toBe("350");
  expect(coming?.getAttribute("aria-setsize")).toBe("350");
  expect(coming?.textContent).toBe("Loading this paper");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Kettle 349"));

  expect(offsets(calls)).toEqual([0, 200, 300]);
  await userEvent.keyboard("{Home}");
  expect(document.activeElement?.textContent).toBe("Kettle 0");
});

test("the focus that has gone elsewhere is not taken by a row that comes later", async () => {
  serve({ "GET /library": pages });
  show(<Library />);

  await press("{End}", "Kettle 0");
  screen.getByRole("button", { name: "Add papers" }).focus();
  await screen.findByRole("link", { name: "Kettle 349" });

  expect(document.activeElement?.textContent).toBe("Add papers");
});

test("a range over rows that are not here takes in every paper between", async () => {
  serve({ "GET /library": pages });
  show(<Library />);

  await userEvent.click(await screen.findByRole("checkbox", { name: /Kettle 2”?$/ }));
  await press("{End}", "Kettle 0");
  const user = userEvent.setup();
  await user.keyboard("{Shift>}");
  await user.click(await screen.findByRole("checkbox", { name: /Kettle 348/ }));

  expect(await screen.findByText("347 papers chosen")).toBeTruthy();
});

test("all papers are chosen and marked, and the marks are shown without another fetch of each page", async () => {
  let marks = papers[0]!.marks;
  const calls = serve({
    "GET /library": (call) => {
      const list = pages(call) as LibraryList;
      return { ...list, papers: list.papers.map((one) => ({ ...one, marks })) };
    },
    "PATCH /library/papers": ({ body }) => {
      marks = { ...marks, favourite: true };
      return { papers: (body as MarkPapersBody).paper_ids.map((id) => ({ paper_id: id, marks })) };
    },
  });
  show(
    <>
      <Library />
      <Toasts />
    </>,
  );

  await screen.findByRole("link", { name: "Kettle 0" });
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose all papers" }));
  await screen.findByText("350 papers chosen");
  const before = offsets(calls).length;
  await choose("Mark", "Add to favourites");
  await screen.findByText("350 papers among your favourites");

  const marked = calls.filter(({ method }) => method === "PATCH").map(({ body }) => body as MarkPapersBody);
  expect(marked.map(({ paper_ids: ids }) => ids.length)).toEqual([200, 150]);
  expect(new Set(marked.flatMap(({ paper_ids: ids }) => ids)).size).toBe(350);
  expect(offsets(calls).length - before).toBeLessThan(3);
  await choose("Mark", "Remove from favourites");
});

test("the browser asks before it closes a page that has many papers to delete, and not where that is undone", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  serve({
    "GET /library": pages,
    "DELETE /papers/{paper_id}": () => held.then(() => new Response(null, { status: 204 })),
  });
  show(
    <>
      <Library />
      <Toasts />
    </>,
  );
  const asks = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await screen.findByRole("link", { name: "Kettle 0" });
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose all papers" }));
  await screen.findByText("350 papers chosen");

  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(asks()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(asks()).toBe(false);
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose all papers" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  act(settleAll);
  expect(await screen.findByText("Deleting, 350 papers left")).toBeTruthy();
  expect(asks()).toBe(true);

  answer();
  await waitFor(() => expect(asks()).toBe(false));
});

test("what is chosen but not fetched is said, and counted once it is here", async () => {
  serve({ "GET /library": pages });
  show(<Library />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose all papers" }));
  await screen.findByText("350 papers chosen");

  document.body.replaceChildren();
  show(<Library />);
  expect(await screen.findByText("100 papers chosen")).toBeTruthy();
  expect(screen.getByText(/^250 papers more are chosen/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Load them" }));

  expect(await screen.findByText("350 papers chosen")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Load them" })).toBeNull();
});

test("a page that cannot be fetched says so beside the rows that are here, and is tried again", async () => {
  let down = true;
  serve({
    "GET /library": (call) =>
      down && call.query.get("offset") === "300"
        ? problem(503, "store_busy", "the store is busy", { action: null, retryable: true })
        : pages(call),
  });
  show(<Library />);

  await press("{End}", "Kettle 0");
  expect((await screen.findByRole("alert")).textContent).toContain("The store is busy");
  down = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("link", { name: "Kettle 349" })).toBeTruthy();
});

test("a paper that pages of different age both have is shown once", async () => {
  let all = papers;
  serve({
    "GET /library": ({ query }) => {
      const offset = Number(query.get("offset") ?? 0);
      return page(all.slice(offset, offset + 100), { total: all.length });
    },
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const query = { sort: "added" };
  const { result } = renderHook(() => useLibrary(query), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const ids = () => result.current.rows.flatMap(({ paper }) => paper?.paper_id ?? []);
  await waitFor(() => expect(ids()).toHaveLength(100));
  act(() => result.current.show([0, 1, 2]));
  await waitFor(() => expect(ids()).toHaveLength(300));
  act(() => result.current.show([0, 1]));

  all = papers.slice(1);
  await act(() => client.invalidateQueries({ queryKey: PAPERS }));

  await waitFor(() => expect(result.current.rows).toHaveLength(349));
  await waitFor(() => expect(ids()).toContain("p200"));
  expect(new Set(ids()).size).toBe(ids().length);
  expect(ids()).not.toContain("p0");
});
