/** Papers of a report under a heading: those that it cites, or those in which nothing was found. */
import type { CitedPaperView } from "@/api/types";
import { reviews as texts } from "@/texts/reviews";
import { Link } from "@/ui/link";

interface PaperListProps {
  id: string;
  title: string;
  papers: readonly CitedPaperView[];
  /** How many more there are than are listed. */
  unlisted?: number;
}

export function PaperList({ id, title, papers, unlisted = 0 }: PaperListProps) {
  if (!papers.length) {
    return null;
  }
  return (
    <section aria-labelledby={id} className="border-t border-line py-6">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <ol className="mt-3 space-y-2 text-sm">
        {papers.map((paper) => (
          <li key={paper.paper_id}>
            <bdi className="font-serif text-base font-semibold">
              {paper.deleted ? (
                paper.title
              ) : (
                <Link href={`/papers/${paper.paper_id}`} className="py-0.5 hover:text-accent hover:underline">
                  {paper.title}
                </Link>
              )}
            </bdi>
            <span className="block text-soft">
              {[paper.label, paper.authors.slice(0, 4).join(", "), paper.venue].filter(Boolean).join(" · ")}
              {paper.deleted && ` · ${texts.deletedPaper}`}
            </span>
          </li>
        ))}
        {unlisted > 0 && <li className="text-soft">{texts.unlisted(unlisted)}</li>}
      </ol>
    </section>
  );
}
