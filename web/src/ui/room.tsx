/** A room of the page: a column with its title, and what is done there beside it. */
import type { ReactNode } from "react";

export function Room({
  title,
  actions,
  narrow = false,
  foot,
  children,
}: {
  title: string;
  /** On the right of the title. */
  actions?: ReactNode;
  /** For forms, whose lines are short. */
  narrow?: boolean;
  /** Stays below what scrolls. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <main className="flex h-full min-h-0 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className={`mx-auto px-3 pt-5 pb-24 sm:px-6 sm:pt-8 ${narrow ? "max-w-2xl" : "max-w-4xl"}`}>
          <div className="flex min-h-9 flex-wrap items-center gap-3">
            <h1 className="mr-auto text-2xl font-semibold tracking-tight">{title}</h1>
            {actions}
          </div>
          {children}
        </div>
      </div>
      {foot}
    </main>
  );
}
