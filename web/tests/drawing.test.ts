import { describe, expect, test } from "vitest";
import { DrawingOrder } from "@/features/reader/drawing-order";
import { layOut, pageAt } from "@/lib/layout";

/** A queue whose jobs end when the test says so; `begun` holds their pages in the order in which they began. */
function drawing(eyes: { at: number }) {
  const order = new DrawingOrder();
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const add = (page: number) =>
    order.add({
      distance: () => Math.abs(page - eyes.at),
      run: () => {
        begun.push(page);
        return new Promise<void>((resolve) => ends.set(page, resolve));
      },
    });
  const end = async (page: number) => {
    ends.get(page)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { add, begun, end };
}

describe("pages are drawn", () => {
  test("two at a time, nearest to the eyes first", async () => {
    const { add, begun, end } = drawing({ at: 5 });
    [1, 9, 5, 6].forEach(add);
    await end(0);
    expect(begun).toEqual([5, 6]);
    await end(5);

    expect(begun).toEqual([5, 6, 1]);
  });

  test("by where the eyes are now, and not where they were", async () => {
    const eyes = { at: 1 };
    const { add, begun, end } = drawing(eyes);
    [1, 2, 3, 90].forEach(add);
    await end(0);
    eyes.at = 90;
    await end(1);

    expect(begun).toEqual([1, 2, 90]);
  });

  test("not at all when they were left before it was their turn", async () => {
    const { add, begun, end } = drawing({ at: 1 });
    const [, , leave] = [1, 2, 3, 4].map(add);
    leave!();
    await end(0);
    await end(1);
    await end(2);

    expect(begun).toEqual([1, 2, 4]);
  });
});

test("a height between pages lies at their border", () => {
  const layout = layOut(Array(3).fill({ width: 100, height: 200 }), 1, 10);

  expect(pageAt(layout, 110)).toBe(0.5);
  expect(pageAt(layout, 215)).toBe(1);
  expect(pageAt(layout, 1e6)).toBe(3);
});
