/** The bibliography as a list: how often and where each work is cited, and whether it is in the library. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRelated } from "@/api/references";
import type { RelatedPaperView } from "@/api/types";
import { counted } from "@/lib/text";
import { Link } from "@/ui/link";
import { Failed, Skeleton } from "@/ui/states";
import { useCiting, type Bibliography } from "./citing";
import { CitedAt, ReferenceText, ReferenceWays } from "./reference-card";
import type { Entry } from "./references";

const ORDERS = { printed: "As printed", often: "Most cited first" } as const;
const SHOWN = { all: "All", own: "In your library", missing: "Missing" } as const;

export function ReferencesTab({ bibliography }: { bibliography: Bibliography }) {
  const [order, setOrder] = useState<keyof typeof ORDERS>("printed");
  const [shown, setShown] = useState<keyof typeof SHOWN>("all");
  const { entries, loading, error, retry } = bibliography;
  if (error) {
    return <Failed title="The references cannot be shown." error={error} retry={retry} />;
  }
  if (loading) {
    return (
      <div className="p-4">
        <Skeleton lines={8} label="References" />
      </div>
    );
  }
  const all = [...entries.values()];
  const listed = all
    .filter(({ reference: { paper_id: own } }) => shown === "all" || (shown === "own") === (own !== null))
    .sort((a, b) => (order === "often" ? b.reference.count - a.reference.count : 0));
  return (
    <div className="h-full overflow-y-auto p-3 text-sm">
      <RelatedPapers />
      {all.length > 0 && (
        <div className="mb-2 flex gap-2 text-xs">
          <Choice label="Which references" value={shown} options={SHOWN} onChange={setShown} />
          <Choice label="Order" value={order} options={ORDERS} onChange={setOrder} />
        </div>
      )}
      <p className="mb-1 text-xs text-soft">
        {all.length ? counted(listed.length, "reference") : "No references were found in this paper."}
      </p>
      <ol aria-label="References" className="divide-y divide-line">
        {listed.map((entry) => (
          <ReferenceItem key={entry.reference.number} entry={entry} />
        ))}
      </ol>
    </div>
  );
}

function ReferenceItem({ entry }: { entry: Entry }) {
  const { goToEntry } = useCiting();
  return (
    <li data-reference={entry.reference.number} className="py-2.5 wrap-anywhere">
      <button
        type="button"
        disabled={!entry.block}
        onClick={() => goToEntry(entry)}
        className="block w-full rounded text-left enabled:hover:text-accent"
      >
        <ReferenceText reference={entry.reference} />
      </button>
      <ReferenceWays reference={entry.reference} />
      <CitedAt entry={entry} marker={null} />
    </li>
  );
}

/** The papers of the library that cite this one, or are it. */
function RelatedPapers() {
  const { paperId } = useCiting();
  const { data } = useQuery({ queryKey: ["related", paperId], queryFn: ({ signal }) => getRelated(paperId, signal) });
  return (
    <>
      <Papers title="Cited in your library by" papers={data?.cited_by} />
      <Papers title="Other versions in your library" papers={data?.versions} />
      <Papers title="The same paper in your library" papers={data?.same} />
    </>
  );
}

function Papers({ title, papers }: { title: string; papers: RelatedPaperView[] | undefined }) {
  return papers?.length ? (
    <section className="mb-3">
      <h3 className="mb-1 text-xs font-semibold text-soft">{title}</h3>
      <ul className="space-y-1">
        {papers.map((paper) => (
          <li key={paper.paper_id}>
            <Link href={`/papers/${paper.paper_id}`} className="text-accent hover:underline">
              <bdi>{paper.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ) : null;
}

function Choice<Name extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Name;
  options: Record<Name, string>;
  onChange: (value: Name) => void;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Name)}
      className="min-w-0 flex-1 rounded-md border border-line bg-surface px-1.5 py-1"
    >
      {(Object.entries(options) as [Name, string][]).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}
