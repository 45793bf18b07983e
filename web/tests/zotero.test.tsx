import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { ConnectionsView, TakenItemView, ZoteroConnection, ZoteroLibraries } from "@/api/types";
import { LookingUp } from "@/features/settings/looking-up";
import { Zotero } from "@/features/settings/zotero";
import { show } from "./made";
import { problem, sampleOf, serve } from "./server";

const LIBRARIES: ZoteroLibraries = {
  libraries: [
    {
      path: "users/1",
      name: "Ada",
      writable: true,
      items: 20_000,
      collections: [
        { key: "IN", name: "Chapter two", parent: "TOP", items: 1 },
        { key: "TOP", name: "Thesis", parent: null, items: 12 },
      ],
    },
  ],
};

function connections(changes: Partial<ZoteroConnection> = {}): ConnectionsView {
  const zotero = { connected: true, may_ask: false, fixed_by: [], watched: null, has_key: false, version: "10.0.1" };
  return {
    ...sampleOf<ConnectionsView>("ConnectionsView"),
    changeable: true,
    looks_up: false,
    looks_up_fixed_by: [],
    services: ["Crossref", "arXiv"],
    zotero: { ...zotero, program: "ready", writes: "program", ...changes },
  };
}

function item(key: string, outcome: TakenItemView["outcome"], detail = ""): TakenItemView {
  return { key, title: `Paper ${key}`, outcome, paper_id: null, code: "", detail, supplement_of: null };
}

test("a collection is taken in call by call, and what failed is named", async () => {
  const answers = [
    { items: [item("a", "added"), item("b", "failed", "The file is no PDF.")], notes: { new: 2 }, more: true },
    { items: [item("c", "record"), { ...item("d", "added"), supplement_of: "p1" }], notes: {}, more: false },
  ];
  const calls = serve({
    "GET /settings/connections": () => connections(),
    "GET /zotero": () => LIBRARIES,
    "POST /zotero/imports": () => answers.shift(),
  });
  show(<Zotero />);

  await userEvent.selectOptions(await screen.findByLabelText("Collection"), "IN");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Ada (20,000)",
    "All of the library",
    "Thesis (12)",
    "\u2003Chapter two (1)",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));

  expect(
    await screen.findByText(/Done. 1 added with files, 1 supplement, 1 kept as records and 1 failed. 2 notes/),
  ).toBeTruthy();
  expect(screen.getByText(/The file is no PDF/)).toBeTruthy();
  const bodies = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ library: "users/1", collection: "IN" }));
});

test("notes go back, and a Zotero that goes away in the middle loses nothing that was told", async () => {
  const sent = { written: 3, changed: 1, conflicts: 1, refused: [], left_out: [], more: true };
  const answers = [sent];
  serve({
    "GET /settings/connections": () => connections(),
    "GET /zotero": () => LIBRARIES,
    "POST /zotero/sends": () => answers.shift() ?? problem(409, "zotero_away", "Zotero does not answer."),
  });
  show(<Zotero />);

  await userEvent.click(await screen.findByRole("button", { name: "Send notes back" }));

  expect(await screen.findByText(/3 notes written, 1 changed. 1 note had changed on both sides/)).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toContain("Zotero does not answer.");
});

test("a running Zotero is found, and connected by one button", async () => {
  let connected = false;
  const calls = serve({
    "GET /settings/connections": () => connections({ connected, writes: "nothing" }),
    "PUT /settings/connections": () => {
      connected = true;
      return connections({ writes: "nothing" });
    },
    "GET /zotero": () => LIBRARIES,
  });
  show(<Zotero />);

  expect(await screen.findByText(/Zotero 10.0.1 runs on this machine/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Connect Zotero" }));

  expect(await screen.findByRole("option", { name: "Ada (20,000)" })).toBeTruthy();
  const bodies = calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  expect(bodies).toEqual([{ zotero_program: true }]);
});

test.each([
  ["closed", /Start it/],
  ["refused", /Allow other applications/],
  ["old", /Update it/],
  ["busy", /cannot answer just now/],
] as const)("a Zotero that is %s is told with what to do", async (program, told) => {
  serve({ "GET /settings/connections": () => connections({ connected: false, program }) });
  show(<Zotero />);

  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Look again" })).toBeTruthy();
});

test("what is chosen comes in by itself once that is switched on", async () => {
  const watched = { library: "users/1", collection: "IN" };
  const calls = serve({
    "GET /settings/connections": () => connections(),
    "PUT /settings/connections": () => connections({ watched }),
    "GET /zotero": () => LIBRARIES,
  });
  show(<Zotero />);
  await userEvent.selectOptions(await screen.findByLabelText("Collection"), "IN");

  await userEvent.click(screen.getByRole("checkbox", { name: /by itself/ }));

  expect(await screen.findByRole("checkbox", { name: /by itself/, checked: true })).toBeTruthy();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ watched });
});

test("writing back is asked for in Zotero, and a no is told", async () => {
  const answers = [problem(409, "zotero_denied", "Zotero's user did not allow writing."), connections()];
  serve({
    "GET /settings/connections": () => connections({ may_ask: true, writes: "nothing" }),
    "POST /settings/connections/permission": () => answers.shift(),
    "GET /zotero": () => LIBRARIES,
  });
  show(<Zotero />);

  await userEvent.click(await screen.findByRole("button", { name: "Allow writing notes back" }));
  expect((await screen.findByRole("alert")).textContent).toContain("did not allow writing");
  await userEvent.click(screen.getByRole("button", { name: "Allow writing notes back" }));

  await waitFor(() => expect(screen.queryByRole("button", { name: "Allow writing notes back" })).toBeNull());
});

test("looking up is a switch that says what leaves the machine", async () => {
  const calls = serve({
    "GET /settings/connections": () => connections(),
    "PUT /settings/connections": () => ({ ...connections(), looks_up: true }),
  });
  show(<LookingUp />);

  await userEvent.click(await screen.findByRole("checkbox", { name: /at Crossref and arXiv/ }));

  expect(await screen.findByRole("checkbox", { checked: true })).toBeTruthy();
  expect(screen.getByText(/Files, notes and questions to your papers do not/)).toBeTruthy();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ looks_up: true });
});
