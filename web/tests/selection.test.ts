import { afterEach, expect, test } from "vitest";
import { wholeWords } from "@/features/reader/selection";

afterEach(() => document.body.replaceChildren());

/** Return the words of a range, widened, that begins and ends in two lines of a page. */
function widened(lines: [string, string], start: number, end: number) {
  const nodes = lines.map((line) => {
    const span = document.createElement("span");
    span.textContent = line;
    document.body.append(span);
    return span.firstChild!;
  });
  const range = document.createRange();
  range.setStart(nodes[0]!, start);
  range.setEnd(nodes[1]!, end);
  const { range: whole, before, behind } = wholeWords(range);
  return { words: whole.toString(), before, behind };
}

test("a selection that begins and ends inside words has them whole", () => {
  expect(widened(["Water that boils ", "in a kettle sings."], 2, 8)).toEqual({
    words: "Water that boils in a kettle",
    before: "Wa",
    behind: "tle",
  });
});

test.each([
  ["at the edges of words", 0, 11],
  ["behind the last letter", 6, 18],
])("a selection %s stays", (_where, start, end) => {
  const { before, behind } = widened(["Water that boils ", "in a kettle sings."], start, end);

  expect([before, behind]).toEqual(["", ""]);
});
