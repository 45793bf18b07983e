import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { FoundServerView, ModelSettingsView, OfferView, ReviewEstimateView, TrialView } from "@/api/types";
import { NewReviewForm } from "@/features/review/new-review-form";
import { SettingsRoom } from "@/features/settings/settings-room";
import { show } from "./made";
import { problem, sampleOf, serve, type Handler } from "./server";

const OFFER: OfferView = {
  name: "local",
  title: "No model",
  base_url: "",
  takes_key: false,
  needs_key: false,
  is_local: true,
  fixed_by: [],
  address: "",
  has_key: false,
};
const OLLAMA = { ...OFFER, name: "ollama", title: "Ollama", base_url: "http://127.0.0.1:11434" };
const OPENAI = {
  ...OFFER,
  name: "openai",
  title: "OpenAI",
  base_url: "https://api.openai.com/v1",
  takes_key: true,
  needs_key: true,
  is_local: false,
};
const RULES: Partial<ModelSettingsView> = {
  provider: "local",
  model: "extractive",
  base_url: "",
  recipient: null,
  price: null,
  question: { usd: 0, free: true },
  changeable: true,
  offers: [OFFER, OLLAMA, OPENAI],
};
const SERVER: FoundServerView = {
  provider: "ollama",
  service: "Ollama",
  base_url: "http://127.0.0.1:11434",
  models: ["llama3.1:8b", "qwen3:4b", "gemma3:1b"],
};

function room(changes: Partial<ModelSettingsView> = {}, handlers: Record<string, Handler> = {}) {
  const settings = () => sampleOf<ModelSettingsView>("ModelSettingsView", { ...RULES, ...changes });
  const calls = serve({
    "GET /settings/models": settings,
    "PUT /settings/models": settings,
    "GET /settings/models/found": () => ({ servers: [] }),
    ...handlers,
  });
  show(<SettingsRoom />);
  return calls;
}

test("a server that answers on this machine is named, and taken with a click", async () => {
  const calls = room({}, { "GET /settings/models/found": () => ({ servers: [SERVER] }) });

  expect(await screen.findByText("Ollama answers at 127.0.0.1:11434 with 3 models")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use it" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Saved. This model answers from the next question on.")).toBeTruthy();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    provider: "ollama",
    model: "llama3.1:8b",
    base_url: "",
    key: null,
  });
});

test("a key is sent once, and left as it is when nothing is typed", async () => {
  const calls = room({ provider: "openai", model: "gpt-5-mini", offers: [OFFER, { ...OPENAI, has_key: true }] });
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));
  const field = screen.getByLabelText<HTMLInputElement>("Key");
  expect([field.type, field.value, field.placeholder]).toEqual(["password", "", "A key is kept; it is not shown"]);
  await userEvent.type(field, "sk-1");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(2));
  const keys = calls.filter(({ method }) => method === "PUT").map(({ body }) => (body as { key: unknown }).key);
  expect(keys).toEqual([null, "sk-1"]);
  await waitFor(() => expect(field.value).toBe(""));
});

test("says who gets texts and what a question costs, and that an old price may be out of date", async () => {
  const price = { input_usd: 3, output_usd: 15, seen: "2025-11-25", source: "a page", is_old: true };
  const recipient = { company: "Anthropic", service: "its API", models: ["m"], place: null, keyed: true };
  room({ provider: "openai", model: "m", recipient, price, question: { usd: 0.0195, free: false } });

  expect(await screen.findByText(/go to Anthropic through its API/)).toBeTruthy();
  expect(screen.getByText("A question costs: about $0.0195.")).toBeTruthy();
  expect(screen.getByText(/seen on 2025-11-25 \(a page\)/)).toBeTruthy();
  expect(screen.getByText(/may be out of date/)).toBeTruthy();
});

test("an unknown price is not shown as 0", async () => {
  room({ provider: "openai", model: "m", question: { usd: null, free: false } });

  expect(await screen.findByText("A question costs: price not known.")).toBeTruthy();
});

test("a model that is tried says its sentence and time, or what failed and what to do", async () => {
  const trial: TrialView = { text: "It boils.", seconds: 1.24, output_tokens: 3, keeps_shape: true, problem: null };
  const fault = { code: "model_missing", detail: "there is no model m", action: "Pull it." };
  const trials = [trial, { ...trial, text: "", keeps_shape: false, problem: fault }];
  room({ provider: "ollama", model: "m" }, { "POST /settings/models/try": () => trials.shift() });
  const button = await screen.findByRole("button", { name: "Try it" });
  await userEvent.click(button);
  expect((await screen.findByText(/“It boils.”/)).textContent).toContain("1.2 s");
  await userEvent.click(screen.getByRole("button", { name: "Try it" }));

  expect(await screen.findByText("It failed: there is no model m. Pull it.")).toBeTruthy();
});

test("what the environment sets cannot be changed, and is named", async () => {
  room({ offers: [{ ...OFFER, fixed_by: ["SCHOLARAI_MODEL"] }] });

  expect(await screen.findByText(/SCHOLARAI_MODEL is set in the environment/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
});

test("where the operator chooses, nothing can be changed and no server is looked for", async () => {
  const calls = room({ changeable: false });

  expect(await screen.findByText("The operator of this server chooses the model.")).toBeTruthy();
  expect(screen.queryByRole("form")).toBeNull();
  expect(calls.map(({ path }) => path)).toEqual(["/settings/models", "/me/spending"]);
});

test("what models cost is listed by day, and an unknown price is not shown as 0", async () => {
  const spent = { input_tokens: 1_000, output_tokens: 200, cost_usd: 0.0123 };
  const days = [
    { day: "2026-11-22", questions: 2, spent },
    { day: "2026-11-21", questions: 1, spent: { ...spent, cost_usd: null } },
    { day: "2026-11-20", questions: 4, spent: { input_tokens: 0, output_tokens: 0, cost_usd: 0 } },
  ];
  room({}, { "GET /me/spending": () => ({ days }) });

  await screen.findByRole("heading", { name: "What models cost" });
  expect(screen.getAllByRole("term").map((day) => day.textContent)).toEqual(["2026-11-22", "2026-11-21"]);
  const said = screen.getAllByRole("definition").map((line) => line.textContent);
  expect(said).toEqual(["$0.0123", "2 questions, 1,200 tokens", "price not known", "1 question, 1,200 tokens"]);
});

test("a choice that is refused says why", async () => {
  const refused = () => problem(422, "address_insecure", "a key is sent over https only", { action: "Use https." });
  room({ provider: "openai", model: "m" }, { "PUT /settings/models": refused });
  await userEvent.click(await screen.findByRole("button", { name: "Save" }));

  expect((await screen.findByRole("alert")).textContent).toBe("A key is sent over https only. Use https.");
});

test("what a review is expected to cost stands beside the button that orders it", async () => {
  const estimate = sampleOf<ReviewEstimateView>("ReviewEstimateView", {
    model: "m",
    estimate: { calls: 46, input_tokens: 1, output_tokens: 1, cost_usd: 0, seconds: 1 },
    cost: { usd: null, free: false },
  });
  const calls = serve({ "POST /reviews/estimate": () => estimate });
  show(<NewReviewForm paperIds={["p1"]} busy={false} error={null} onCreate={() => undefined} />);

  expect(await screen.findByText("Expected cost: price not known (46 calls of m)")).toBeTruthy();
  expect(calls[0]?.body).toEqual({ paper_ids: ["p1"], depth: null, fetch: 0 });
});
