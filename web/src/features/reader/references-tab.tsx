/** The bibliography as a list: how often and where each work is cited, and whether it is in the library. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getRelated } from "@/api/references";
import type { RelatedPaperView } from "@/api/types";
import { Link } from "@/ui/link";
import { Failed, Skeleton } from "@/ui/states";
import { reader as texts } from "@/texts/reader";
import { useCiting, type Bibliography } from "./citing";
import { CitedAt, ReferenceText, ReferenceWays } from "./reference-card";
import type { Entry } from "./references";

export function ReferencesTab({ bibliography }: { bibliography: Bibliography }) {
  const [order, setOrder] = useState<keyof typeof texts.orders>("printed");
  const [shown, setShown] = useState<keyof typeof texts.shown>("all");
  const { entries, loading, error, retry } = bibliography;
  if (error) {
    return <Failed title={texts.referencesFailed} error={error} retry={retry} />;
  }
  if (loading) {
    return (
      <div className="p-4">
        <Skeleton lines={8} label={texts.tabs.references} />
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
        <div className="mb-2 flex gap-2 text-sm">
          <Choice label={texts.whichReferences} value={shown} options={texts.shown} onChange={setShown} />
          <Choice label={texts.order} value={order} options={texts.orders} onChange={setOrder} />
        </div>
      )}
      <p className="mb-1 text-sm text-soft">
        {all.length ? texts.counts.references(listed.length) : texts.noReferences}
      </p>
      <ol aria-label={texts.tabs.references} className="divide-y divide-line">
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
      <ReferenceWays reference={entry.reference} listed />
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
      <Papers title={texts.citedBy} papers={data?.cited_by} />
      <Papers title={texts.versions} papers={data?.versions} />
      <Papers title={texts.same} papers={data?.same} />
    </>
  );
}

function Papers({ title, papers }: { title: string; papers: RelatedPaperView[] | undefined }) {
  return papers?.length ? (
    <section className="mb-3">
      <h3 className="mb-1 text-sm font-semibold text-soft">{title}</h3>
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
      className="min-w-0 flex-1 rounded-lg border border-line bg-surface px-1.5 py-1"
    >
      {(Object.entries(options) as [Name, string][]).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}
