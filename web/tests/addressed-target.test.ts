/** Links of other programs: what an address says of a place in a paper. */
import { expect, test } from "vitest";
import { addressedTarget } from "@/lib/target";

function targetOf(search: string) {
  return addressedTarget("p1", new URLSearchParams(search));
}

test("an address opens a paper at its boxes, on as many pages as it names", () => {
  const target = targetOf("page=1&at=1,595,842,72,100.5,300,112,72,114,200,126;2,595,842,72,60,90,72");

  expect(target?.paperId).toBe("p1");
  expect(target?.pages.map(({ page_number, boxes }) => [page_number, boxes])).toEqual([
    [
      1,
      [
        [72, 100.5, 300, 112],
        [72, 114, 200, 126],
      ],
    ],
    [2, [[72, 60, 90, 72]]],
  ]);
  expect(target?.pages[0]).toMatchObject({ width_pt: 595, height_pt: 842 });
});

test("an address opens a paper without pages at its characters", () => {
  expect(targetOf("chars=120-180")?.range).toEqual([120, 180]);
});

test.each([
  "",
  "page=3",
  "at=",
  "at=1,595,842",
  "at=0,595,842,1,2,3,4",
  "at=1,0,842,1,2,3,4",
  "at=1,595,842,1,2,x,4",
  "at=1,595,842,1,2,3,Infinity",
  "chars=180-120",
  "chars=-5",
  "chars=a-b",
])("an address that names no place opens none: %s", (search) => {
  expect(targetOf(search)).toBeNull();
});
