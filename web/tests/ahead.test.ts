/** When the files of a paper's room are loaded before it is opened. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readyPapers } from "@/app/ahead";

const loaded = vi.hoisted(() => vi.fn());

vi.mock("@/app/parts", () => ({ rooms: { paper: {} }, reader: {}, loadAhead: loaded }));

function at(path: string) {
  history.replaceState(null, "", path);
  readyPapers();
}

function point(href: string) {
  document.body.innerHTML = `<a href="${href}"><b>On kettles</b></a>`;
  document.querySelector("b")!.dispatchEvent(new Event("pointerover", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  loaded.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

test("they are loaded some time after the library stands", () => {
  at("/");
  vi.advanceTimersByTime(2_499);
  expect(loaded).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(loaded).toHaveBeenCalledOnce();
});

test("they are loaded where somebody points at a paper", () => {
  at("/notes");
  point("/tables");
  vi.advanceTimersByTime(60_000);
  expect(loaded).not.toHaveBeenCalled();
  point("/papers/p1?page=2");
  expect(loaded).toHaveBeenCalled();
});

test("a browser that saves data loads them only when somebody points at a paper", () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  at("/");
  vi.advanceTimersByTime(60_000);
  expect(loaded).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
