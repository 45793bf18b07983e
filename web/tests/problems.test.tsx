/** What the server says goes wrong is said in the page's language, where that has a text for its code. */
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { getJson } from "@/api/http";
import { ExtractionLine } from "@/features/library/extraction-line";
import { problems as german } from "@/texts/de/problems";
import { problems, told } from "@/texts/problems";
import type { Extraction } from "@/api/types";
import { show } from "./made";
import { problem, sampleOf, serve } from "./server";

afterEach(() => {
  Object.keys(problems).forEach((code) => Reflect.deleteProperty(problems, code));
});

function fail(code: string): Promise<unknown> {
  serve({ "GET /me/usage": () => problem(409, code, "it is in English", { action: "Do this." }) });
  return getJson("/me/usage");
}

test("English is the server's own", async () => {
  expect(problems).toEqual({});
  await expect(fail("note_changed")).rejects.toMatchObject({ message: "It is in English.", action: "Do this." });
});

test("a known code is said in German, with what to do in German or not at all", async () => {
  Object.assign(problems, german);

  await expect(fail("note_changed")).rejects.toMatchObject({
    message: "Die Notiz wurde inzwischen anderswo geändert.",
    action: "Sehen Sie beide Fassungen an und speichern Sie noch einmal.",
    code: "note_changed",
    status: 409,
  });
  await expect(fail("note_empty")).rejects.toMatchObject({ action: null });
});

test("an unknown code stays as the server says it", async () => {
  Object.assign(problems, german);

  await expect(fail("new_code")).rejects.toMatchObject({ message: "It is in English.", action: "Do this." });
});

test("why a paper was not read is said in German, too", () => {
  Object.assign(problems, german);
  const failure = { code: "gave_up", message: "it is in English", action: "Do this.", retryable: true };

  show(<ExtractionLine extraction={sampleOf<Extraction>("Extraction", { error: failure })} name="On Kettles" />);

  expect(screen.getByText(/^Mehrere Versuche sind gescheitert\./)).toBeTruthy();
  expect(told({ ...failure, code: "new_code" })).toEqual({ ...failure, code: "new_code" });
});

test("what a proxy answers in the server's place is told as that", async () => {
  serve({ "GET /collections": () => new Response("<!doctype html><title>Sign in</title>") });

  await expect(getJson("/collections")).rejects.toMatchObject({ code: "not_json", retryable: false });
});

test("an answer that breaks off is told as a lost connection", async () => {
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) });
  serve({ "GET /collections": () => new Response(broken) });

  await expect(getJson("/collections")).rejects.toMatchObject({ code: "unreachable", retryable: true });
});
