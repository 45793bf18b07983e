/** What one can try first, while the sample paper is the only one; closed for good by one click. */
import type { ReactNode } from "react";
import type { ListedPaper } from "@/api/types";
import { useKept } from "@/lib/kept";
import { library as texts } from "@/texts/library";
import { IconButton } from "@/ui/button";
import { Link } from "@/ui/link";

// The id of the paper that a new library begins with (local/welcome.py).
const SAMPLE = "sample-paper";

export function Greeting({ papers, total }: { papers: readonly ListedPaper[]; total: number }) {
  const [closed, setClosed] = useKept("greeting-closed", (before) => before === true);
  const [only] = papers;
  if (closed || total !== 1 || only?.paper_id !== SAMPLE || only.status !== "completed") {
    return null;
  }
  return (
    <aside
      aria-label={texts.firstSteps}
      className="flex items-start gap-4 border-b border-line px-4 py-2 text-sm text-soft"
    >
      <ol className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1.5 py-1.5">
        <Step n={1}>
          <Link href="/check" className="font-medium text-accent underline underline-offset-2">
            {texts.seeChecked}
          </Link>
        </Step>
        <Step n={2}>
          <Link href={`/papers/${SAMPLE}`} className="font-medium text-accent underline underline-offset-2">
            {texts.openSample}
          </Link>{" "}
          {texts.askSample}
        </Step>
        <Step n={3}>{texts.dropOwn}</Step>
      </ol>
      <IconButton icon="close" label={texts.hide} onClick={() => setClosed(true)} className="size-8" />
    </aside>
  );
}

function Step({ n, children }: { n: number; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span aria-hidden="true" className="font-medium text-accent tabular-nums">
        {n}
      </span>
      <span>{children}</span>
    </li>
  );
}
