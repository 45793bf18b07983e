import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { IconButton } from "@/ui/button";
import { Tooltip } from "@/ui/tooltip";

let view: ReturnType<typeof render>;

beforeEach(() => {
  vi.useFakeTimers();
  view = render(<Page copies />);
});

afterEach(() => {
  vi.useRealTimers();
});

function said(): string[] {
  return screen.queryAllByRole("tooltip").map((one) => one.textContent);
}

function point(at: Element, pointerType = "mouse"): void {
  fireEvent(at, new PointerEvent("pointerover", { bubbles: true, pointerType }));
}

function pass(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

function button(name: string): HTMLElement {
  return screen.getByRole("button", { name: new RegExp(`^${name}`) });
}

/** Move the focus as a key does. */
function move(to: HTMLElement, key: string): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
  act(() => to.focus());
}

test("a mouse that stays is told after half a second, and the next button at once", () => {
  point(button("Find"));
  pass(499);
  expect(said()).toEqual([]);
  pass(1);
  expect(said()).toEqual(["FindCtrl F"]);

  point(button("Copy"));
  pass(0);
  expect(said()).toEqual(["Copy"]);

  point(screen.getByText("Text"));
  expect(said()).toEqual([]);
  pass(1_000);
  point(button("Find"));
  pass(499);
  expect(said()).toEqual([]);
});

test("a mouse that only passes shows nothing, nor does a press", () => {
  point(button("Find"));
  pass(200);
  point(screen.getByText("Text"));
  pass(1_000);
  expect(said()).toEqual([]);

  point(button("Find"));
  fireEvent.pointerDown(button("Find"));
  pass(1_000);
  expect(said()).toEqual([]);
});

test("a touch shows nothing", () => {
  point(button("Find"), "touch");
  pass(1_000);
  expect(said()).toEqual([]);
  fireEvent.pointerDown(button("Find"), { pointerType: "touch" });
  act(() => button("Find").focus());
  pass(1_000);
  expect(said()).toEqual([]);
});

test.each(["Tab", "ArrowRight"])("what %s moves the focus to is named at once, until any key", (key) => {
  move(button("Find"), key);
  expect(said()).toEqual(["FindCtrl F"]);

  fireEvent.keyDown(button("Find"), { key: "Escape" });
  expect(said()).toEqual([]);
  expect(document.activeElement).toBe(button("Find"));
});

test("a focus that comes by itself names nothing", () => {
  move(button("Find"), "Enter");
  expect(said()).toEqual([]);
});

test("no button has its name said twice", () => {
  move(button("Find"), "Tab");
  expect(button("Find").getAttribute("aria-describedby")).toBeNull();
  expect(button("Find").title).toBe("");
});

test("what is gone is not named any more", () => {
  point(button("Copy"));
  view.rerender(<Page copies={false} />);
  pass(500);
  expect(said()).toEqual([]);
});

function Page({ copies }: { copies: boolean }) {
  return (
    <>
      <IconButton icon="search" label="Find" keys="Ctrl F" />
      {copies && <IconButton icon="copy" label="Copy “On Kettles”" tip="Copy" />}
      <p>Text</p>
      <Tooltip />
    </>
  );
}
