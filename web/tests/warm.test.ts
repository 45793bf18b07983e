import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { warm } from "@/app/warm";

const files = vi.hoisted(() => ({ come: () => {} }));

vi.mock("@/app/parts", () => {
  const load = () => new Promise<void>((resolve) => (files.come = resolve));
  return { rooms: { notes: { load } }, reader: { load } };
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

async function begun() {
  const drawn = vi.fn();
  void warm(new QueryClient(), "/notes").then(drawn);
  await vi.advanceTimersByTimeAsync(599);
  expect(drawn).not.toHaveBeenCalled();
  return drawn;
}

test("the first picture waits for the files of its room", async () => {
  const drawn = await begun();
  files.come();
  await vi.advanceTimersByTimeAsync(0);
  expect(drawn).toHaveBeenCalledOnce();
});

test("the first picture waits no longer than 600 ms", async () => {
  const drawn = await begun();
  await vi.advanceTimersByTimeAsync(1);
  expect(drawn).toHaveBeenCalledOnce();
});
