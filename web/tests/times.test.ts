import { expect, test, vi } from "vitest";
import { ago } from "@/lib/times";
import { relativeTimes } from "@/lib/relative-times";

const NOW = Date.parse("2026-11-23T12:00:00Z");

test.each([
  ["2026-11-23T11:59:30Z", "just now"],
  ["2026-11-23T11:57:00Z", "3 minutes ago"],
  ["2026-11-23T09:00:00Z", "3 hours ago"],
  ["2026-11-22T12:00:00Z", "yesterday"],
])("%s is told as %s", (moment, words) => {
  expect(ago(moment, NOW).toLowerCase()).toBe(words);
});

test("the browser's words for times are loaded once", () => {
  const before = relativeTimes();
  const made = vi.spyOn(Intl, "RelativeTimeFormat");
  ago("2026-11-23T09:00:00Z", NOW);
  expect(made).not.toHaveBeenCalled();
  expect(relativeTimes()).toBe(before);
});
