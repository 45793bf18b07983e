import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { part, shownOf } from "@/app/parts";

const Leaf = () => <p>the leaf</p>;
const waiting = <p>waiting</p>;

function counted() {
  const fallbacks = vi.fn(() => waiting);
  const Fallback = () => fallbacks();
  return { fallbacks, fallback: <Fallback /> };
}

describe("a part in a file of its own", () => {
  it("is drawn without its fallback where the file is here", async () => {
    const from = part(() => Promise.resolve({ Leaf }));
    const Shown = shownOf(from, (module) => module.Leaf);
    await from.load();
    const { fallbacks, fallback } = counted();
    render(
      <Suspense fallback={fallback}>
        <Shown />
      </Suspense>,
    );
    expect(screen.getByText("the leaf")).toBeTruthy();
    expect(fallbacks).not.toHaveBeenCalled();
  });

  it("is drawn after its fallback where the file comes later", async () => {
    const Shown = shownOf(
      part(() => Promise.resolve({ Leaf })),
      (module) => module.Leaf,
    );
    const { fallbacks, fallback } = counted();
    await act(async () => {
      render(
        <Suspense fallback={fallback}>
          <Shown />
        </Suspense>,
      );
    });
    expect(await screen.findByText("the leaf")).toBeTruthy();
    expect(fallbacks).toHaveBeenCalled();
  });

  it("is fetched once, and again after a failure", async () => {
    const fetch = vi.fn(() => Promise.resolve({ Leaf }));
    fetch.mockRejectedValueOnce(new Error("away"));
    const from = part(fetch);
    await expect(from.load()).rejects.toThrow("away");
    expect(from.here()).toBeNull();
    await from.load();
    expect(await from.load()).toBe(from.here());
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
