/** A room of the page: a column with its title, and what is done there beside it. */
import type { ReactNode } from "react";
import { useLocation } from "@/lib/location";
import { shell as texts } from "@/texts/shell";
import { Link } from "./link";
import { TabTitle } from "./tab-title";

export function Room({
  title,
  tab = title,
  actions,
  foot,
  reports = false,
  children,
}: {
  title: string;
  /** The name of the browser's tab. */
  tab?: string;
  /** On the right of the title. */
  actions?: ReactNode;
  /** Stays below what scrolls. */
  foot?: ReactNode;
  /** Whether it is one of the two halves of "Reviews and tables". */
  reports?: boolean;
  children: ReactNode;
}) {
  return (
    <main className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-3xl px-3 pt-5 pb-24 sm:px-6 sm:pt-10">
          {reports && <Halves />}
          <div className="flex min-h-9 flex-wrap items-center gap-3">
            <TabTitle>{tab}</TabTitle>
            <h1 className="mr-auto text-xl font-semibold tracking-tight">{title}</h1>
            {actions}
          </div>
          {children}
        </div>
      </div>
      {foot}
    </main>
  );
}

function Halves() {
  const { route } = useLocation();
  return (
    <nav aria-label={texts.rooms.reports} className="mb-5 flex gap-5 border-b border-line text-sm">
      {(["reviews", "tables"] as const).map((half) => (
        <Link
          key={half}
          href={`/${half}`}
          aria-current={route?.room === half ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent py-2 text-soft hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {texts.halves[half]}
        </Link>
      ))}
    </nav>
  );
}
