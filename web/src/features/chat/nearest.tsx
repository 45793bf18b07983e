/** Passages that come closest to a question, cut after some lines; each opens at its place. */
import type { PassageV1 } from "@/api/types";
import { MathText } from "@/ui/math";
import { common } from "@/texts/common";

const LONGEST = 280;

/** What is shown of a passage; where `pages` is empty, its words are looked for in the paper. */
export type NearPassage = Pick<PassageV1, "paper_id" | "text" | "label" | "pages">;

export interface NearestProps {
  passages: readonly NearPassage[];
  /** Of the papers that were asked. */
  titles: ReadonlyMap<string, string>;
  onShow: (passage: NearPassage) => void;
}

export function Nearest({ passages, titles, onShow }: NearestProps) {
  const several = titles.size > 1;
  return (
    <ul className="mt-3 space-y-4">
      {passages.map((passage, place) => (
        <li key={place}>
          <button
            type="button"
            onClick={() => onShow(passage)}
            className="w-full border-l-2 border-line pl-4 text-left text-sm hover:border-accent"
          >
            <span dir="auto" className="line-clamp-3 text-start font-serif leading-snug text-ink">
              <MathText text={shortened(withoutHeading(passage))} />
            </span>
            <span className="mt-1 block text-sm text-soft">
              {common.place(passage.label)}
              {several && passage.label && " · "}
              {several && <bdi>{titles.get(passage.paper_id)}</bdi>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Return the text of a passage without the heading that it begins with, which its label names. */
function withoutHeading({ text, label }: NearPassage): string {
  const [heading, ...rest] = text.split("\n\n");
  const title = heading!.replace(/^[\d.]+\s+/, "");
  return rest.length > 0 && title && label.includes(title) ? rest.join("\n\n") : text;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, "")} …`;
}
