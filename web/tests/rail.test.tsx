import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Rail } from "@/app/rail";
import { RailCollections } from "@/app/rail-collections";
import type { CollectionView, LibraryList } from "@/api/types";
import { forgetAll, keep, kept } from "@/lib/keeping";
import { routeOf } from "@/lib/routes";
import { show } from "./made";
import { sampleOf, serve } from "./server";

function collection(name: string, depth = 0): CollectionView {
  return { collection_id: `c-${name}`, name, parent_id: null, depth, position: 0 };
}

function serveCollections(collections: CollectionView[]) {
  const list = sampleOf<LibraryList>("LibraryList", { papers: [], total: 3, notes: [], complete: true });
  const counted = { values: [{ value: "c-Thesis", count: 3 }], unknown: 0, unjudged: 0 };
  return serve({
    "GET /collections": () => ({ collections, made: null }),
    "GET /library": () => ({ ...list, next_cursor: null, facets: { ...list.facets, collection: counted } }),
  });
}

const names = () => screen.getAllByRole("link").map((one) => one.textContent);

beforeEach(() => {
  history.replaceState(null, "", "/notes");
});

test("collections stand in the rail with how many papers they have", async () => {
  serveCollections([collection("Thesis"), collection("Chapter", 1)]);
  show(<RailCollections />);

  await screen.findByText("3");
  expect(names()).toEqual(["Thesis3", "Chapter0"]);
});

test("eight are shown until all are wanted", async () => {
  serveCollections(Array.from({ length: 11 }, (_, n) => collection(`C${n}`)));
  show(<RailCollections />);

  await userEvent.click(await screen.findByRole("button", { name: "All 11" }));
  expect(names()).toHaveLength(11);
  await userEvent.click(screen.getByRole("button", { name: "Fewer" }));
  expect(names()).toHaveLength(8);
});

test("nothing stands there, and no list is fetched, where there are none", async () => {
  const calls = serveCollections([]);
  show(<RailCollections />);

  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(["/collections"]);
});

test("one opens the library narrowed to it alone, in the order that was chosen", async () => {
  keep("library", { sort: "title", reversed: true, tags: ["old"], favourite: true });
  keep("search", "kettles");
  serveCollections([collection("Thesis")]);
  show(<RailCollections />);

  await userEvent.click(await screen.findByRole("link", { name: /Thesis/ }));

  expect(location.pathname).toBe("/");
  expect(kept("library")).toMatchObject({ sort: "title", reversed: true, tags: [], favourite: false });
  expect(kept("library")).toMatchObject({ collection: "c-Thesis" });
  expect(kept("search")).toBeNull();
});

test.each([
  ["/notes", "wide", true],
  ["/notes", "narrow", false],
  // The library's own column has them there.
  ["/", "wide", false],
])("at %s a %s rail shows them: %s", async (path, rail, shown) => {
  keep("rail", rail);
  const calls = serveCollections([collection("Thesis")]);
  const nothing = () => undefined;
  show(
    <Rail
      {...{ route: routeOf(path), account: null, shut: false }}
      {...{ onAbout: nothing, onPalette: nothing, onLeave: nothing }}
    />,
  );

  if (shown) {
    expect(await screen.findByRole("navigation", { name: "Collections" })).toBeTruthy();
  } else {
    await new Promise((resolve) => setTimeout(resolve));
    expect(calls).toEqual([]);
  }
});

test("what a full storage does not take is kept for the visit", () => {
  const full = {
    getItem: () => null,
    removeItem: () => undefined,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  vi.stubGlobal("localStorage", full);
  try {
    keep("library", { sort: "title" });
    expect(kept("library")).toEqual({ sort: "title" });
    forgetAll();
    expect(kept("library")).toBeNull();
  } finally {
    vi.unstubAllGlobals();
  }
});
