/** Answers that are not what docs/openapi.json says of them never reach the page. */
import { expect, test } from "vitest";
import { answerOf, eventOf } from "@/api/agreement";
import { getJson } from "@/api/http";
import { sampleOf, serve } from "./server";

const paper = () => sampleOf<Record<string, unknown>>("PaperView");
const read = (answer: unknown) => () => answerOf("GET", "/papers/p1?fresh=1", answer);

test("an answer as agreed is handed on as it is, with fields that a newer server adds", () => {
  const answer = { ...paper(), added_later: 1 };

  expect(read(answer)()).toBe(answer);
  expect(answerOf("GET", "/nobody/knows", "this")).toBe("this");
});

for (const [what, change, place] of [
  ["a field is missing", { filename: undefined }, ".filename"],
  ["a field has another type", { created_at: 5 }, ".created_at"],
  ["a value is none of those that were agreed", { status: "half read" }, ".status"],
  ["a part of a list is wrong", { origins: [{ field: "year", source: "hearsay", at: "" }] }, ".origins.0.source"],
  ["what may be null is neither", { error: { code: 7 } }, ".error.code"],
] as const) {
  test(`it is said where: ${what}`, () => {
    expect(read({ ...paper(), ...change })).toThrow(`The server's answer is not what this page expects (${place}).`);
  });
}

test("a box has four numbers", () => {
  const check = (box: number[]) => () => {
    const quote = sampleOf<Record<string, unknown>>("CheckedQuoteV1", {
      places: [{ ...sampleOf<object>("QuotePlaceV1"), boxes: [box] }],
    });
    answerOf("POST", "/papers/p1/check", { results: [quote] });
  };

  expect(check([0, 0, 1, 1])).not.toThrow();
  expect(check([0, 0, 1])).toThrow(".results.0.places.0.boxes.0");
});

test("a call fails with what is wrong, and is not asked again", async () => {
  serve({ "GET /papers/{paper_id}": () => ({ ...paper(), filename: null }) });

  await expect(getJson("/papers/p1")).rejects.toMatchObject({ code: "not_agreed", retryable: false });
});

test("events of a stream are checked, too", () => {
  expect(eventOf("delta", '{"text": "It boils."}')).toEqual({ text: "It boils." });
  expect(() => eventOf("delta", "{}")).toThrow(".text");
});
