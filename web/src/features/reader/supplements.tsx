/** The paper that a supplement belongs to, or the supplements of a paper, as links. */
import { useQuery } from "@tanstack/react-query";
import { getPapers, getSupplements } from "@/api/papers";
import type { PaperView } from "@/api/types";
import { reader as texts } from "@/texts/reader";
import { Link } from "@/ui/link";
import { MathText } from "@/ui/math";

export function Supplements({ paper }: { paper: PaperView }) {
  const { id, supplement_of: of } = paper;
  const { data: papers = [] } = useQuery({
    queryKey: ["paper", id, "supplements", of],
    queryFn: ({ signal }) => (of === null ? getSupplements(id, signal) : getPapers([of], signal)),
  });
  if (papers.length === 0) {
    return null;
  }
  const name = of === null ? texts.supplements : texts.supplementOf;
  return (
    <section>
      <h3 className="text-sm font-semibold text-soft">{name}</h3>
      <ul aria-label={name} className="space-y-1">
        {papers.map(({ id: other, filename, metadata }) => (
          <li key={other}>
            <Link href={`/papers/${other}`} className="text-accent underline">
              {of === null ? <bdi>{filename}</bdi> : <MathText text={metadata.title ?? filename} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
