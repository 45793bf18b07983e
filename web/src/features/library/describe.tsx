/** Opens the form of a paper's metadata, with what is related to it in the library. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getPaper, getRelated } from "@/api/papers";
import type { RelatedPaperView } from "@/api/types";
import { library as texts } from "@/texts/library";
import { Link } from "@/ui/link";
import { say } from "@/ui/toasts";
import { DescribeDialog } from "./describe-dialog";

export function Describe({ paperId, onClose }: { paperId: string; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ["paper", paperId, "described"],
    queryFn: ({ signal }) => getPaper(paperId, signal),
    // The form is filled once; what came before may be old.
    gcTime: 0,
  });
  useEffect(() => {
    if (error) {
      say(error.message, { alarming: true });
      onClose();
    }
  }, [error, onClose]);
  return data ? <DescribeDialog paper={data} related={<Related paperId={paperId} />} onClose={onClose} /> : null;
}

function Related({ paperId }: { paperId: string }) {
  const { data } = useQuery({
    queryKey: ["paper", paperId, "related"],
    queryFn: ({ signal }) => getRelated(paperId, signal),
  });
  const groups: [string, readonly RelatedPaperView[]][] = [
    [texts.relations.same, data?.same ?? []],
    [texts.relations.versions, data?.versions ?? []],
    [texts.relations.cited_by, data?.cited_by ?? []],
  ];
  const known = groups.filter(([, papers]) => papers.length);
  return known.length ? (
    <section aria-label={texts.related} className="flex flex-col gap-2 rounded-lg bg-ground px-3 py-2 text-sm">
      {known.map(([name, papers]) => (
        <div key={name}>
          <h3 className="text-sm font-medium text-soft">{name}</h3>
          <ul>
            {papers.map(({ paper_id: id, title }) => (
              <li key={id}>
                <Link href={`/papers/${id}`} className="text-accent hover:underline">
                  <bdi>{title}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ) : null;
}
