/** Marks on many papers at once are taken back to what each paper had. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { useMark } from "@/features/library/marking";
import { useLibrary } from "@/features/library/use-library";
import type { Marking } from "@/api/library";
import { Toasts } from "@/ui/toast";
import { settleAll } from "@/ui/toasts";
import { listed, listing } from "./listed";
import { show } from "./made";
import { serve } from "./server";

afterEach(() => settleAll());

const marks = { tags: ["Old"], favourite: false, read_state: "unread" as const, collection_ids: ["c1"] };
const papers = [
  listed({ paper_id: "p1", marks: { ...marks, read_state: "reading" } }),
  listed({ paper_id: "p2", marks: { ...marks, tags: [], favourite: true, collection_ids: [] } }),
];

const EVERYTHING = {};

function Marking({ marking }: { marking: Marking }) {
  const { mark } = useMark();
  const library = useLibrary(EVERYTHING);
  return (
    <>
      <button disabled={!library.rows.length} onClick={() => mark(["p1", "p2"], marking, "Marked")}>
        Mark
      </button>
      <Toasts />
    </>
  );
}

test.each([
  [{ add_tags: ["old"] }, [{ paper_ids: ["p2"], remove_tags: ["old"] }]],
  [{ remove_tags: ["Old"] }, [{ paper_ids: ["p1"], add_tags: ["Old"] }]],
  [{ add_to: ["c1"] }, [{ paper_ids: ["p2"], remove_from: ["c1"] }]],
  [{ remove_from: ["c1"] }, [{ paper_ids: ["p1"], add_to: ["c1"] }]],
  [{ favourite: true }, [{ paper_ids: ["p1"], favourite: false }]],
  [
    { read_state: "read" as const },
    [
      { paper_ids: ["p2"], read_state: "unread" },
      { paper_ids: ["p1"], read_state: "reading" },
    ],
  ],
])("marks %o are undone for the papers that had none", async (marking, undoes) => {
  const calls = serve({ "GET /library": listing(...papers), "PATCH /library/papers": () => ({ papers: [] }) });
  const sent = () => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  show(<Marking marking={marking} />);

  await waitFor(() => expect(screen.getByRole("button", { name: "Mark" }).hasAttribute("disabled")).toBe(false));
  await userEvent.click(screen.getByRole("button", { name: "Mark" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await act(async () => undefined);

  await waitFor(() => expect(sent().slice(1)).toEqual(undoes));
});
