import { spentText } from "@/lib/money";
import { expect, test } from "vitest";
import { detailsOf } from "@/features/chat/details";
import { answer } from "./made";

const plain = answer([]);

function detailOf(name: string, usage: Partial<typeof plain.usage>): string | undefined {
  return new Map(detailsOf("Why?", { ...plain, usage: { ...plain.usage, ...usage } })).get(name);
}

test("an answer says whether its model was shown whole papers or passages", () => {
  expect(detailOf("Read", { context: "whole" })).toBe("whole papers");
  expect(detailOf("Read", { context: "passages" })).toBe("passages that were found");
  expect(detailOf("Read", { context: null })).toBeUndefined();
});

test("tokens out of the provider's cache are told where there are any", () => {
  const spent = { input_tokens: 21_400, output_tokens: 300 };

  expect(detailOf("Tokens", { ...spent, cached_tokens: 20_000 })).toBe(
    "21,400 in, 20,000 of them from the provider's cache, 300 out",
  );
  expect(detailOf("Tokens", { ...spent, cached_tokens: 0 })).toBe("21,400 in, 300 out");
});

test.each([
  [0, "5,444 tokens at an unknown price"],
  [0.25, "$0.25, and 5,444 tokens at an unknown price"],
])("tokens without a price are named beside what was spent (%d)", (cost_usd, says) => {
  expect(spentText({ cost_usd, unpriced_tokens: 5_444 })).toBe(says);
});
