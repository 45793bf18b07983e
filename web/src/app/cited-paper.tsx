/** The paper of a citation beside what cites it: beside it where there is room, over it on small screens. */
import { Suspense, type ReactNode } from "react";
import type { Target } from "@/lib/target";
import { shell as texts } from "@/texts/shell";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";
import { Split } from "@/ui/split";
import { Failed, Skeleton } from "@/ui/states";
import { usePapersAsked } from "./papers-asked";
import { reader, shownOf } from "./parts";
import { useWide } from "@/lib/use-wide";

const Reader = shownOf(reader, (from) => from.default);

interface BesidePaperProps {
  /** What cites the paper. */
  page: ReactNode;
  target: Target | null;
  /** Selects what the paper was opened from. */
  opener: string;
  onClose: () => void;
}

export function BesidePaper({ page, target, opener, onClose }: BesidePaperProps) {
  const wide = useWide();
  function close() {
    // The close button disappears with the paper, so the focus returns to where the paper was opened.
    const element = document.querySelector<HTMLElement>(opener);
    queueMicrotask(() => element?.focus());
    onClose();
  }
  const paper = target && (
    <Suspense fallback={<div className="h-full bg-ground" />}>
      <CitedPaper target={target} onClose={close} />
    </Suspense>
  );
  if (wide) {
    return (
      <main className="h-full">
        <Split
          first={page}
          second={
            paper && (
              <div data-cited className="h-full">
                {paper}
              </div>
            )
          }
          label={texts.paperWidth}
        />
      </main>
    );
  }
  return (
    <main className="relative h-full">
      <div className="h-full" inert={paper !== null}>
        {page}
      </div>
      {paper && <div className="absolute inset-0 z-30 bg-surface">{paper}</div>}
    </main>
  );
}

function CitedPaper({ target, onClose }: { target: Target; onClose: () => void }) {
  const { paperId } = target;
  const { data, error, refetch } = usePapersAsked([paperId]);
  const paper = data?.[0];
  const closing = <IconButton icon="close" label={texts.closePaper} onClick={onClose} />;
  if (error && !paper) {
    return (
      <div>
        {closing}
        <Failed title={texts.paperFailed} error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (!paper) {
    return (
      <div className="p-8">
        <Skeleton lines={6} label={texts.loadingPaper} />
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <p dir="auto" className="truncate border-b border-hover px-4 py-2 text-left text-sm">
        <Link href={`/papers/${paperId}`} className="font-medium hover:text-accent hover:underline">
          {paper.metadata.title ?? paper.filename}
        </Link>
      </p>
      <div className="min-h-0 flex-1">
        <Reader key={paperId} paper={paper} target={target} startPage={null} onPage={ignore} named actions={closing} />
      </div>
    </div>
  );
}

function ignore(): void {
  // The address names what cites and the citation, which determine the page of the paper.
}
