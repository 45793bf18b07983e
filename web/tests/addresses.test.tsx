/** Addresses name papers however many they are, and the whole library can be asked without naming any. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { CONSTANTS } from "@/api/constants";
import { AnswerRoom } from "@/app/answer-room";
import { ChosenBar } from "@/features/library/chosen-bar";
import { placeOf } from "@/lib/conversation-place";
import { giveQuestion } from "@/lib/first-question";
import { naming, navigate, setQuery, useLocation } from "@/lib/location";
import { routeOf, type Route } from "@/lib/routes";
import { show } from "./made";
import { problem, sampleOf, serve, stream } from "./server";
import type { SessionMessages } from "@/api/types";

const ids = (count: number) => Array.from({ length: count }, (_, n) => `paper-with-a-long-name-${n}`);
const bar = (count: number) => (
  <ChosenBar
    ids={ids(count)}
    readable={ids(count)}
    elsewhere={0}
    onLoad={null}
    menus={[]}
    onMerge={null}
    onDelete={() => undefined}
    onClear={() => undefined}
  />
);
const button = (name: string) => screen.getByText(name).closest("button")!;

afterEach(() => navigate("/", { replace: true }));

function Shown() {
  const { path, query } = useLocation();
  return <p>{`${path} ${query.get("papers")?.split(",").length ?? 0} ${query.get("cite")}`}</p>;
}

describe("an address", () => {
  test.each<[string, Route | null]>([
    ["/", { room: "library", id: "" }],
    ["/library", { room: "library", id: "" }],
    ["/papers/", { room: "library", id: "" }],
    ["/papers/p-1_a/", { room: "paper", id: "p-1_a" }],
    ["/chat", { room: "history", id: "" }],
    ["/history", { room: "history", id: "" }],
    ["/chat/s1", { room: "conversation", id: "s1" }],
    ["/historyx", null],
    ["/papers/p1/content", null],
    ["/papers/a b", null],
    ["/check/1", null],
    ["//", { room: "library", id: "" }],
  ])("names a room as people type it, too: %s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  test("names few papers where servers see them, and many where they do not", () => {
    expect(naming("/tables", ids(2))).toBe("/tables?papers=paper-with-a-long-name-0,paper-with-a-long-name-1");
    expect(naming("/tables", ids(199)).split("#")[0]).toBe("/tables");
    expect(naming("/tables", [])).toBe("/tables");
  });

  test("is read the same in both ways, and keeps its papers when something else of it changes", async () => {
    show(<Shown />);

    navigate(naming("/chat/new", ids(199)));
    expect(await screen.findByText("/chat/new 199 null")).toBeTruthy();
    setQuery({ cite: "1.2" });
    expect(await screen.findByText("/chat/new 199 1.2")).toBeTruthy();
    navigate(naming("/chat/new", ids(3)));
    expect(await screen.findByText("/chat/new 3 null")).toBeTruthy();
  });

  test("of a conversation is short, beside its paper where it has only one", () => {
    expect(placeOf("s1", ids(40))).toBe("/chat/s1");
    expect(placeOf("s1", ["p1"])).toBe("/papers/p1?session=s1");
  });
});

describe("the papers chosen", () => {
  const most = CONSTANTS.limits.papersPerQuestion;

  test("are asked up to the API's limit", async () => {
    serve();
    show(bar(most));

    expect(most).toBe(200);
    await userEvent.click(button("Ask"));

    expect(location.pathname).toBe("/chat/new");
    expect(new URLSearchParams(location.hash.slice(1)).get("papers")!.split(",")).toHaveLength(most);
  });

  test("are not asked beyond it, and the way to ask all is said; a review takes more", () => {
    serve();
    show(bar(most + 1));

    expect(button("Ask").disabled).toBe(true);
    expect(
      screen.getByText(/200 papers at most can be asked at once; the line on top asks the whole library/),
    ).toBeTruthy();
    expect(button("Review").disabled).toBe(false);
  });
});

describe("the whole library", () => {
  const found: SessionMessages = sampleOf<SessionMessages>("SessionMessages");
  const session = { ...found.session, id: "s9", paper_ids: ["p1", "p2"] };
  const answered = stream([
    ["begun", { session_id: "s9", message_n: 1 }],
    ["done", sampleOf("Answered", { session_id: "s9", message_n: 1 })],
  ]);

  function Asked() {
    const { path } = useLocation();
    return <AnswerRoom sessionId={path === "/chat/new" ? null : path.slice(6)} paperIds={[]} />;
  }

  test("is asked on a page of its own, which has the conversation's name as soon as it has one", async () => {
    const calls = serve({ "POST /chat": () => answered, "GET /chat/{session_id}": () => ({ ...found, session }) });
    navigate("/chat/new");
    giveQuestion({ question: "Which use ants?", depth: null });
    show(<Asked />);

    expect(await screen.findByRole("heading", { level: 2, name: "Which use ants?" })).toBeTruthy();
    await waitFor(() => expect(location.pathname + location.search).toBe("/chat/s9"));
    const body = calls.find(({ method }) => method === "POST")!.body;
    expect(body).toMatchObject({ question: "Which use ants?", library: true });
    expect(body).not.toHaveProperty("paper_ids");
  });

  test("that cannot be asked says why", async () => {
    serve({ "POST /chat": () => problem(409, "library_empty", "The library has no paper that can be read.") });
    navigate("/chat/new");
    giveQuestion({ question: "Which use ants?", depth: null });
    show(<Asked />);

    expect((await screen.findByRole("alert")).textContent).toContain("The library has no paper that can be read.");
  });

  test("is where a page leads back to that has nothing to ask", async () => {
    serve();
    navigate("/chat/new");
    show(<Asked />);

    await waitFor(() => expect(location.pathname).toBe("/"));
  });
});
