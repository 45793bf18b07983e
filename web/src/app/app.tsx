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
import { Boundary } from "./boundary";
import { Shell } from "./shell";

const room = <Props,>(choose: (rooms: typeof import("./rooms")) => ComponentType<Props>) =>
  lazy(() => import("./rooms").then((rooms) => ({ default: choose(rooms) })));
const Workspace = room((rooms) => rooms.Workspace);
// Fetched with pdf.js where papers are shown as cards.
const FirstPage = lazy(() => import("@/features/reader/first-page"));
const ReviewRoom = room((rooms) => rooms.ReviewRoom);
const ReviewList = room((rooms) => rooms.ReviewList);
const SettingsRoom = room((rooms) => rooms.SettingsRoom);
const DiscoverRoom = room((rooms) => rooms.DiscoverRoom);
const NotesRoom = room((rooms) => rooms.NotesRoom);
const TablesRoom = room((rooms) => rooms.TablesRoom);
const TableRoom = room((rooms) => rooms.TableRoom);
const ConversationsRoom = room((rooms) => rooms.ConversationsRoom);

export function App() {
  const { path, query } = useLocation();
  const { shut, account, leave } = useAccount();
  return (
    <Shell path={path} account={account} shut={shut} onLeave={leave}>
      {shut ? (
        <SignIn />
      ) : (
        <Boundary key={path} title={texts.viewFailed}>
          <Suspense fallback={<div className="h-full bg-desk" />}>
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
  if (path === "/" || path === "/papers") {
    return <Library picture={firstPageOf} />;
  }
  const paper = /^\/papers\/([\w-]{1,128})$/.exec(path);
  if (paper) {
    const others = query.get("with")?.split(",").filter(Boolean) ?? [];
    return <Workspace key={`${paper[1]}+${others.join()}`} paperIds={[paper[1]!, ...others]} />;
  }
  if (path === "/reviews") {
    return <ReviewList paperIds={query.get("papers")?.split(",").filter(Boolean) ?? []} />;
  }
  if (path === "/chat") {
    return <ConversationsRoom />;
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
