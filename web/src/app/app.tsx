/** The page: chooses the view by the address. */
import { lazy, Suspense, type ComponentType } from "react";
import type { ListedPaper } from "@/api/types";
import { SignIn } from "@/features/account/sign-in";
import { useAccount } from "@/features/account/use-account";
import { Library } from "@/features/library/library";
import { useLocation } from "@/lib/location";
import { shell as texts } from "@/texts/shell";
import { Link } from "@/ui/link";
import { Empty } from "@/ui/states";
import { isHistory, isLibrary } from "./addresses";
import { Boundary } from "./boundary";
import { rooms, shownOf } from "./parts";
import { Shell } from "./shell";

const room = <Props,>(choose: (from: typeof import("./rooms")) => ComponentType<Props>) => shownOf(rooms, choose);
const Workspace = room((from) => from.Workspace);
// Fetched with pdf.js where papers are shown as cards.
const FirstPage = lazy(() => import("@/features/reader/first-page"));
const AnswerRoom = room((from) => from.AnswerRoom);
const ReviewRoom = room((from) => from.ReviewRoom);
const ReviewList = room((from) => from.ReviewList);
const SettingsRoom = room((from) => from.SettingsRoom);
const DiscoverRoom = room((from) => from.DiscoverRoom);
const CheckRoom = room((from) => from.CheckRoom);
const NotesRoom = room((from) => from.NotesRoom);
const TablesRoom = room((from) => from.TablesRoom);
const TableRoom = room((from) => from.TableRoom);
const ConversationsRoom = room((from) => from.ConversationsRoom);

const CONVERSATION = /^\/chat\/([\w-]{1,128})$/;

export function App() {
  const { path, query } = useLocation();
  const { shut, account, leave } = useAccount();
  return (
    <Shell path={path} account={account} shut={shut} onLeave={leave}>
      {shut ? (
        <SignIn />
      ) : (
        <Boundary key={path.replace(CONVERSATION, "/chat/")} title={texts.viewFailed}>
          <Suspense fallback={<div className="h-full bg-ground" />}>
            <Room path={path} query={query} />
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

function Room({ path, query }: { path: string; query: URLSearchParams }) {
  if (isLibrary(path)) {
    return <Library picture={firstPageOf} />;
  }
  const paper = /^\/papers\/([\w-]{1,128})$/.exec(path);
  if (paper) {
    return <Workspace key={paper[1]} paperId={paper[1]!} />;
  }
  if (path === "/reviews") {
    return <ReviewList paperIds={query.get("papers")?.split(",").filter(Boolean) ?? []} />;
  }
  if (isHistory(path)) {
    return <ConversationsRoom />;
  }
  const conversation = CONVERSATION.exec(path)?.[1];
  if (conversation) {
    // A conversation that begins keeps its room when it is given a name.
    const named = conversation === "new" ? null : conversation;
    return <AnswerRoom sessionId={named} paperIds={query.get("papers")?.split(",").filter(Boolean) ?? []} />;
  }
  if (path === "/check") {
    return <CheckRoom />;
  }
  if (path === "/discover") {
    return <DiscoverRoom />;
  }
  if (path === "/notes") {
    return <NotesRoom />;
  }
  if (path === "/tables") {
    return <TablesRoom />;
  }
  if (path === "/settings") {
    return <SettingsRoom />;
  }
  const review = /^\/reviews\/([\w-]{1,128})$/.exec(path);
  if (review) {
    return <ReviewRoom key={review[1]} reviewId={review[1]!} />;
  }
  const table = /^\/tables\/([\w-]{1,128})$/.exec(path);
  if (table) {
    return <TableRoom key={table[1]} tableId={table[1]!} />;
  }
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
