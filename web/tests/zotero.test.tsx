import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { TakenItemView, ZoteroLibraries } from "@/api/types";
import { Zotero } from "@/features/settings/zotero";
import { show } from "./made";
import { problem, serve } from "./server";

const LIBRARIES: ZoteroLibraries = {
  libraries: [
    {
      path: "users/1",
      name: "Ada",
      writable: true,
      collections: [
        { key: "IN", name: "Chapter two", parent: "TOP" },
        { key: "TOP", name: "Thesis", parent: null },
      ],
    },
  ],
};

function item(key: string, outcome: TakenItemView["outcome"], detail = ""): TakenItemView {
  return { key, title: `Paper ${key}`, outcome, paper_id: null, code: "", detail };
}

test("a collection is taken in call by call, and what failed is named", async () => {
  const answers = [
    { items: [item("a", "added"), item("b", "failed", "The file is no PDF.")], notes: { new: 2 }, more: true },
    { items: [item("c", "record")], notes: {}, more: false },
  ];
  const calls = serve({ "GET /zotero": () => LIBRARIES, "POST /zotero/imports": () => answers.shift() });
  show(<Zotero />);

  await userEvent.selectOptions(await screen.findByLabelText("Collection"), "IN");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Ada",
    "All of the library",
    "Thesis",
    "\u2003Chapter two",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));

  expect(await screen.findByText(/Done. 1 added with files, 1 kept as records and 1 failed. 2 notes/)).toBeTruthy();
  expect(screen.getByText(/The file is no PDF/)).toBeTruthy();
  const bodies = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ library: "users/1", collection: "IN" }));
});

test("notes go back, and a Zotero that goes away in the middle loses nothing that was told", async () => {
  const sent = { written: 3, changed: 1, conflicts: 1, refused: [], left_out: [], more: true };
  const answers = [sent];
  serve({
    "GET /zotero": () => LIBRARIES,
    "POST /zotero/sends": () => answers.shift() ?? problem(409, "zotero_away", "Zotero does not answer."),
  });
  show(<Zotero />);

  await userEvent.click(await screen.findByRole("button", { name: "Send notes back" }));

  expect(await screen.findByText(/3 notes written, 1 changed. 1 note had changed on both sides/)).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toContain("Zotero does not answer.");
});

test("where Zotero is not set, the page says what to set", async () => {
  serve({ "GET /zotero": () => problem(409, "zotero_not_set", "No key of Zotero is set.") });
  show(<Zotero />);

  expect(await screen.findByText(/No key of Zotero is set/)).toBeTruthy();
});
