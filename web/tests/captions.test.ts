import { expect, test } from "vitest";
import { withoutLabel } from "@/lib/captions";

test.each([
  ["Figure 1: The model.", "Figure 1", "The model."],
  ["Figure 1 – The model.", "Figure 1", "The model."],
  ["The model.", "Figure 1", "The model."],
  ["A caption without a label.", "", "A caption without a label."],
])("a list shows the caption %j below the label %j as %j", (caption, label, shown) => {
  expect(withoutLabel(caption, label)).toBe(shown);
});
