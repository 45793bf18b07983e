import { describe, expect, test } from "vitest";
import type { BlockView, ContentView } from "@/api/types";
import { findIn } from "@/features/reader/find";
import { outlineOf } from "@/features/reader/outline";
import { percentOf, scaleOf, stepFrom } from "@/features/reader/zoom";
import { frameBeside, placeBox, type Rotation } from "@/lib/boxes";
import { inWindow, layOut, pageRead } from "@/lib/layout";
import { slice, toPoints, toUnits } from "@/lib/text";
import { sampleOf } from "./server";

describe("boxes", () => {
  const SIZE = { width: 600, height: 800 };

  test("keep their place on the page at every zoom", () => {
    expect(placeBox([60, 80, 300, 160], SIZE, 0)).toEqual({ left: 0.1, top: 0.1, width: 0.4, height: 0.1 });
  });

  test.each<[Rotation, number, number]>([
    [90, 1, 0],
    [180, 1, 1],
    [270, 0, 1],
  ])("of the top left corner go with the page when it is turned by %i degrees", (rotation, right, bottom) => {
    const place = placeBox([0, 0, 60, 80], SIZE, rotation);

    expect(place.left + place.width * right).toBeCloseTo(right);
    expect(place.top + place.height * bottom).toBeCloseTo(bottom);
  });
});

describe("a figure's frame", () => {
  const figure = { left: 0.1, top: 0.2, width: 0.8, height: 0.4 };
  const line = (top: number, left = 0.1) => ({ left, top, width: 0.5, height: 0.02 });

  test("ends where its quoted caption begins, below or above it", () => {
    expect(frameBeside(figure, [line(0.59), line(0.61)]).height).toBeCloseTo(0.39);
    expect(frameBeside(figure, [line(0.19)])).toMatchObject({ top: 0.21, height: expect.closeTo(0.39) as number });
  });

  test("stays whole beside words of another column", () => {
    expect(frameBeside({ ...figure, width: 0.3 }, [line(0.5, 0.5)]).height).toBeCloseTo(figure.height);
  });
});

describe("pages in a column", () => {
  const layout = layOut(Array(500).fill({ width: 100, height: 200 }), 1, 10);

  test("lie below each other with gaps", () => {
    expect(layout.slots.slice(0, 2).map(({ top }) => top)).toEqual([10, 220]);
    expect(layout.height).toBe(500 * 210 + 10);
  });

  test("exist only near the window", () => {
    expect(inWindow(layout, 210 * 100 + 15, 300)).toEqual([100, 101]);
    expect(inWindow(layout, 0, 100)).toEqual([0, 0]);
    expect(inWindow(layOut([], 1, 10), 0, 100)).toEqual([0, -1]);
  });

  test("are read at a third of the window's height", () => {
    expect(pageRead(layout, 0, 300)).toBe(0);
    expect(pageRead(layout, 150, 300)).toBe(1);
    expect(pageRead(layout, 1e9, 300)).toBe(499);
  });
});

describe("zoom", () => {
  test("fits the width, or the whole page", () => {
    const page = { width: 600, height: 800 };

    expect(scaleOf({ kind: "width" }, page, { width: 632, height: 400 })).toBe(1);
    expect(scaleOf({ kind: "page" }, page, { width: 632, height: 432 })).toBe(0.5);
  });

  test("goes in steps from wherever it is, and no further than the last", () => {
    expect(percentOf(scaleOf({ kind: "scale", percent: 100 }, { width: 1, height: 1 }, { width: 1, height: 1 }))).toBe(
      100,
    );
    expect(stepFrom(103, 1)).toEqual({ kind: "scale", percent: 125 });
    expect(stepFrom(103, -1)).toEqual({ kind: "scale", percent: 100 });
    expect(stepFrom(400, 1)).toEqual({ kind: "scale", percent: 400 });
  });
});

describe("ranges count characters, not UTF-16 units", () => {
  const TEXT = "let 𝑥 = 𝑦 hold";

  test("when a text is cut", () => {
    expect(slice(TEXT, 4, 9)).toBe("𝑥 = 𝑦");
  });

  test("when places are translated", () => {
    expect(toUnits(TEXT, 9)).toBe(11);
    expect(toPoints(TEXT, 11)).toBe(9);
    expect(toUnits("plain", 3)).toBe(3);
  });
});

describe("finding", () => {
  const block = {
    ...sampleOf<BlockView>("BlockView"),
    id: "b1",
    kind: "paragraph",
    text: "𝑥 The kettle boils.\nA second  kettle waits.",
    start: 100,
    end: 142,
    section_id: "s1",
    page_number: 2,
    boxes: [
      [60, 100, 260, 112],
      [60, 114, 260, 126],
    ],
    lines: [
      [2, 0, 19],
      [3, 20, 43],
    ],
  } as BlockView;
  const content: ContentView = {
    ...sampleOf<ContentView>("ContentView"),
    pages: [2, 3].map((page_number) => ({ page_number, width_pt: 600, height_pt: 800, to_pdf: null })),
    sections: [{ id: "s1", title: "Kettles", level: 2, number: "1.1", parent_id: null }],
    blocks: [block],
  };

  test("ignores case and the kind of space, and counts characters", () => {
    expect(findIn(content, "KETTLE").map(({ range }) => range)).toEqual([
      [106, 112],
      [130, 136],
    ]);
    expect(findIn(content, "second kettle")).toHaveLength(1);
  });

  test("takes signs as they are", () => {
    expect(findIn(content, "boils.")).toHaveLength(1);
    expect(findIn(content, "b.ils")).toHaveLength(0);
    expect(findIn(content, "  ")).toHaveLength(0);
  });

  test("gives a box on the page of each line", () => {
    const [hit] = findIn(content, "boils. A second");

    expect(hit?.pages.map(({ page_number, boxes }) => [page_number, boxes.length])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    const [[x0, , x1] = []] = hit!.pages[0]!.boxes;
    expect(x0).toBeGreaterThan(150);
    expect(x1).toBeCloseTo(260, -1);
  });

  test("the outline knows where a section stands", () => {
    expect(outlineOf(content)).toEqual([
      expect.objectContaining({ number: "1.1", title: "Kettles", level: 1, pageNumber: 2, share: 100 / 800 }),
    ]);
  });
});
