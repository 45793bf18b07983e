/** What is asked for before the page's own code is here. */
import { beforeEach, expect, test, vi } from "vitest";
import { begin, FRESH_MS, taken } from "@/api/begun";
import { getJson } from "@/api/http";

const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  document.head.innerHTML = "";
  vi.useRealTimers();
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(Response.json({ collections: [], made: `${asked.length}` }));
  });
});

test("the first call takes over what was begun, and the next one asks again", async () => {
  begin("/collections");

  expect(await getJson("/collections")).toMatchObject({ made: "1" });
  expect(await getJson("/collections")).toMatchObject({ made: "2" });
  expect(asked).toEqual(["/collections", "/collections"]);
});

test("a call that changes something is never answered by what was begun", () => {
  begin("/collections");

  expect(taken("/collections", "POST")).toBeNull();
  expect(taken("/collections")).not.toBeNull();
});

test("what was begun long ago is not shown as new", () => {
  vi.useFakeTimers();
  begin("/collections");
  vi.advanceTimersByTime(FRESH_MS + 1);

  expect(taken("/collections")).toBeNull();
});

test("a request that fails is told to its caller", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  begin("/collections");

  await expect(getJson("/collections")).rejects.toMatchObject({ code: "unreachable" });
});

test("nothing is asked without a token where calls need one", () => {
  document.head.innerHTML = '<meta name="scholarai-identity-key" content="key">';

  begin("/collections");

  expect(asked).toEqual([]);
  expect(taken("/collections")).toBeNull();
});
