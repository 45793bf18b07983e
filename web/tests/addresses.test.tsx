/** Addresses name papers however many they are, and the whole library can be asked without naming any. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { CONSTANTS } from "@/api/constants";
import { ConversationsRoom } from "@/features/chat/conversations-room";
import { ChosenBar } from "@/features/library/chosen-bar";
import { naming, navigate, setQuery, useLocation } from "@/lib/location";
import { Toasts } from "@/ui/toast";
import { show } from "./made";
import { problem, sampleOf, serve, stream } from "./server";
import type { SessionMessages } from "@/api/types";

const ids = (count: number) => Array.from({ length: count }, (_, n) => `paper-with-a-long-name-${n}`);
const bar = (count: number) => (
  <ChosenBar ids={ids(count)} readable={ids(count)} menus={[]} onDelete={() => undefined} onClear={() => undefined} />
);
const button = (name: string) => screen.getByText(name).closest("button")!;

afterEach(() => navigate("/", { replace: true }));

function Shown() {
  const { path, query } = useLocation();
  return <p>{`${path} ${query.get("with")?.split(",").length ?? 0} ${query.get("session")}`}</p>;
}

describe("an address", () => {
  test("names few papers where servers see them, and many where they do not", () => {
    expect(naming("/papers/p1", "with", ids(2), "session=s1")).toBe(
      "/papers/p1?with=paper-with-a-long-name-0,paper-with-a-long-name-1&session=s1",
    );
    const [sent] = naming("/papers/p1", "with", ids(199), "session=s1").split("#");
    expect(sent).toBe("/papers/p1?session=s1");
    expect(naming("/tables", "papers", [])).toBe("/tables");
  });

  test("is read the same in both ways, and keeps its papers when something else of it changes", async () => {
    show(<Shown />);

    navigate(naming("/papers/p1", "with", ids(199)));
    expect(await screen.findByText("/papers/p1 199 null")).toBeTruthy();
    setQuery({ session: "s1" });
    expect(await screen.findByText("/papers/p1 199 s1")).toBeTruthy();
    navigate(naming("/papers/p1", "with", ids(3)));
    expect(await screen.findByText("/papers/p1 3 null")).toBeTruthy();
  });
});

describe("the papers chosen", () => {
  const most = CONSTANTS.limits.papersPerQuestion;

  test("are asked up to the API's limit", async () => {
    serve();
    show(bar(most));

    expect(most).toBe(200);
    await userEvent.click(button("Ask"));

    expect(location.pathname).toBe("/papers/paper-with-a-long-name-0");
    expect(new URLSearchParams(location.hash.slice(1)).get("with")!.split(",")).toHaveLength(most - 1);
  });

  test("are not asked beyond it, and the way to ask all is said; a review takes more", () => {
    serve();
    show(bar(most + 1));

    expect(button("Ask").disabled).toBe(true);
    expect(screen.getByText(/200 papers at most can be asked at once; the whole library/)).toBeTruthy();
    expect(button("Review").disabled).toBe(false);
  });
});

describe("the whole library", () => {
  const found: SessionMessages = sampleOf<SessionMessages>("SessionMessages");
  const session = { ...found.session, id: "s9", paper_ids: ["p1", "p2"] };
  const asking = async (question: string) => {
    await userEvent.type(screen.getByLabelText("Your question"), `${question}{Enter}`);
  };

  test("is asked below the conversations, and the one of the answer opens", async () => {
    const calls = serve({
      "POST /chat": () =>
        stream([
          ["begun", { session_id: "s9", message_n: 1 }],
          ["done", sampleOf("Answered")],
        ]),
      "GET /chat/{session_id}": () => ({ ...found, session }),
    });
    show(<ConversationsRoom />);
    expect(await screen.findByPlaceholderText("Ask your whole library")).toBeTruthy();

    await asking("Which use ants?");

    await waitFor(() => expect(location.pathname + location.search).toBe("/papers/p1?with=p2&session=s9"));
    const body = calls.find(({ method }) => method === "POST")!.body;
    expect(body).toMatchObject({ question: "Which use ants?", library: true });
    expect(body).not.toHaveProperty("paper_ids");
  });

  test("that cannot be asked says why", async () => {
    serve({ "POST /chat": () => problem(409, "library_empty", "The library has no paper that can be read.") });
    show(
      <>
        <ConversationsRoom />
        <Toasts />
      </>,
    );

    await asking("Which use ants?");

    expect(await screen.findByText(/no paper that can be read/)).toBeTruthy();
    expect(location.pathname).toBe("/");
  });
});
