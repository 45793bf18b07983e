/** The papers opened last. */
import { renderHook, act } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { forgetAll, keep } from "@/lib/kept";
import { forgetOpened, rememberOpened, useRecent } from "@/lib/recent";

afterEach(forgetAll);

const open = (...ids: string[]) => ids.forEach((id) => rememberOpened({ id, title: `On ${id}` }));
const seen = () => renderHook(() => useRecent()).result.current.map(({ id }) => id);

test("the latest stands first, once, and only five are kept", () => {
  open("a", "b", "c", "d", "e", "f", "c");

  expect(seen()).toEqual(["c", "f", "e", "d", "b"]);
});

test("what is shown follows, and what is forgotten goes", () => {
  const { result } = renderHook(() => useRecent());

  act(() => open("a", "b"));
  expect(result.current[0]).toEqual({ id: "b", title: "On b" });
  act(() => forgetOpened(["b"]));
  expect(result.current).toEqual([{ id: "a", title: "On a" }]);
});

test("what an older release or a broken store kept shows nothing wrong", () => {
  keep("recent", [{ id: "../x", title: "t" }, null, { id: "a" }, { id: "b", title: "On b" }]);
  expect(seen()).toEqual(["b"]);
  keep("recent", "text");
  expect(seen()).toEqual([]);
});
