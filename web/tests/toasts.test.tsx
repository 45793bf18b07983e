import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toasts } from "@/ui/toast";
import { pause, removeWithUndo, say, settleAll, useRemoved } from "@/ui/toasts";

function List() {
  const removed = useRemoved();
  return <ul>{["a", "b"].map((id) => !removed.has(`thing:${id}`) && <li key={id}>{id}</li>)}</ul>;
}

const gone = vi.fn(() => Promise.resolve());

function remove(id: string, call: () => Promise<unknown> = gone) {
  act(() => removeWithUndo({ key: `thing:${id}`, text: `Deleted ${id}.`, remove: call }));
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  gone.mockClear();
  render(
    <>
      <List />
      <Toasts />
    </>,
  );
});

afterEach(() => {
  act(settleAll);
  vi.useRealTimers();
});

const user = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });

describe("a removal with undo", () => {
  it("is left out at once and carried out only when its notice has ended", async () => {
    remove("a");

    expect(screen.queryByText("a")).toBeNull();
    expect(gone).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(gone).toHaveBeenCalledOnce();
    expect(screen.queryByText("Deleted a.")).toBeNull();
  });

  it("never happens where it is undone", async () => {
    remove("a");

    await user().click(screen.getByRole("button", { name: "Undo" }));

    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(gone).not.toHaveBeenCalled();
    expect(screen.getByText("a")).toBeTruthy();
  });

  it("is undone by Ctrl+Z, but not while somebody writes", async () => {
    remove("a");
    const field = document.body.appendChild(document.createElement("textarea"));
    field.focus();
    await user().keyboard("{Control>}z{/Control}");
    expect(screen.queryByText("a")).toBeNull();

    field.remove();
    await user().keyboard("{Control>}z{/Control}");

    expect(screen.getByText("a")).toBeTruthy();
  });

  it("is carried out at once where the page is left", () => {
    remove("a");

    act(() => void dispatchEvent(new Event("pagehide")));

    expect(gone).toHaveBeenCalledOnce();
  });

  it("shows again what could not be removed, and says why", async () => {
    remove("a", () => Promise.reject(new Error("The server cannot be reached.")));

    await act(() => vi.advanceTimersByTimeAsync(8_500));

    expect(screen.getByText("a")).toBeTruthy();
    expect(screen.getByText("Not deleted. The server cannot be reached.")).toBeTruthy();
  });

  it("waits while somebody points at it", async () => {
    remove("a");
    act(() => pause(true));

    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(gone).not.toHaveBeenCalled();

    act(() => pause(false));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(gone).toHaveBeenCalledOnce();
  });
});

describe("notices", () => {
  it("are three at most, and the oldest removal is carried out for a fourth", () => {
    remove("a");
    act(() => ["one", "two", "three"].forEach((text) => say(text)));

    expect(document.querySelectorAll("[data-toast]")).toHaveLength(3);
    expect(gone).toHaveBeenCalledOnce();
  });

  it("end by themselves", async () => {
    act(() => say("Copied."));
    expect(screen.getByRole("status").textContent).toBe("Copied.");

    await act(() => vi.advanceTimersByTimeAsync(5_000));

    expect(screen.getByRole("status").textContent).toBe("");
  });
});
