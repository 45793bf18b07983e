/** The page: chooses the view by the address. */
import { lazy, Suspense } from "react";
import type { ListedPaper } from "@/api/types";
import { SignIn } from "@/features/account/sign-in";
import { useAccount } from "@/features/account/use-account";
import { Library } from "@/features/library/library";
import { useLocation } from "@/lib/location";
import type { Route } from "@/lib/routes";
import { shell as texts } from "@/texts/shell";
import { Link } from "@/ui/link";
import { Empty } from "@/ui/states";
import { Boundary } from "./boundary";
import { rooms, shownOf } from "./parts";
import { Shell } from "./shell";

const Workspace = shownOf(rooms.paper, (from) => from.default);
const CheckRoom = shownOf(rooms.check, (from) => from.CheckRoom);
const DiscoverRoom = shownOf(rooms.discover, (from) => from.DiscoverRoom);
const ReviewList = shownOf(rooms.reviews, (from) => from.ReviewList);
const ReviewRoom = shownOf(rooms.review, (from) => from.default);
const TablesRoom = shownOf(rooms.tables, (from) => from.TablesRoom);
const TableRoom = shownOf(rooms.table, (from) => from.default);
const NotesRoom = shownOf(rooms.notes, (from) => from.NotesRoom);
const ConversationsRoom = shownOf(rooms.history, (from) => from.ConversationsRoom);
const AnswerRoom = shownOf(rooms.conversation, (from) => from.AnswerRoom);
const SettingsRoom = shownOf(rooms.settings, (from) => from.SettingsRoom);
// Fetched with pdf.js where papers are shown as cards.
const FirstPage = lazy(() => import("@/features/reader/first-page"));

export function App() {
  const { path, route, query } = useLocation();
  const { shut, account, leave } = useAccount();
  return (
    <Shell {...{ path, route, account, shut }} onLeave={leave}>
      {shut ? (
        <SignIn />
      ) : (
        <Boundary key={route?.room === "conversation" ? route.room : path} title={texts.viewFailed}>
          <Suspense fallback={<div className="h-full bg-ground" />}>
            <RoomOf {...{ route, query }} />
          </Suspense>
        </Boundary>
      )}
    </Shell>
  );
}

function firstPageOf({ paper_id, media_type, status, updated_at }: ListedPaper) {
  return media_type === "application/pdf" && status === "completed" ? (
    <Suspense fallback={null}>
      <FirstPage paperId={paper_id} version={updated_at} />
    </Suspense>
  ) : null;
}

function RoomOf({ route, query }: { route: Route | null; query: URLSearchParams }) {
  const named = () => query.get("papers")?.split(",").filter(Boolean) ?? [];
  switch (route?.room) {
    case "library":
      return <Library picture={firstPageOf} />;
    case "paper":
      return <Workspace key={route.id} paperId={route.id} />;
    case "check":
      return <CheckRoom />;
    case "discover":
      return <DiscoverRoom />;
    case "reviews":
      return <ReviewList paperIds={named()} />;
    case "review":
      return <ReviewRoom key={route.id} reviewId={route.id} />;
    case "tables":
      return <TablesRoom />;
    case "table":
      return <TableRoom key={route.id} tableId={route.id} />;
    case "notes":
      return <NotesRoom />;
    case "history":
      return <ConversationsRoom />;
    case "conversation":
      // One that begins keeps its room when it is given a name.
      return <AnswerRoom sessionId={route.id === "new" ? null : route.id} paperIds={named()} />;
    case "settings":
      return <SettingsRoom />;
    case undefined:
      return <NotFound />;
  }
}

function NotFound() {
  return (
    <main className="h-full">
      <h1 className="sr-only">{texts.notFound}</h1>
      <Empty icon="search" title={texts.notFound}>
        <p>
          {texts.mistyped}{" "}
          <Link href="/" className="text-accent underline">
            {texts.toPapers}
          </Link>
        </p>
      </Empty>
    </main>
  );
}
