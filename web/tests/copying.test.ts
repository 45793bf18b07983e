import { expect, test } from "vitest";
import { runningText } from "@/features/reader/copying";

const PAPER = "Sequence transduction models with self-attention and pre- and post-processing.";

test.each([
  ["Sequence transduc-\ntion models", "Sequence transduction models"],
  ["models with self-\nattention and", "models with self-attention and"],
  ["a Transduc- tion model", "a Transduction model"],
  ["pre- and post-\nprocessing", "pre- and post-processing"],
  ["of an unknown trans-\nmission line", "of an unknown transmission line"],
  ["two\nprinted \n lines", "two printed lines"],
  ["from 1990-\n1995", "from 1990- 1995"],
  ["soft\u00ad\nware", "software"],
])("%j is copied as %j", (copied, expected) => {
  expect(runningText(copied, PAPER)).toBe(expected);
});
