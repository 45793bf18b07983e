import type { PassageV1, RefusalV1 } from "@/api/types";
import { MathText } from "@/ui/math";
import { common } from "@/texts/common";
import { chat as texts } from "@/texts/chat";

const LONGEST = 280;

/** Why nothing is answered, in the model's words if it declined, and the closest passages, which can be opened. */
export function Refusal({
  refusal,
  titles,
  onShow,
}: {
  refusal: RefusalV1;
  /** Of the papers that were asked. */
  titles: ReadonlyMap<string, string>;
  onShow: (passage: PassageV1) => void;
}) {
  const several = titles.size > 1;
  return (
    <div>
      {refusal.by_model ? (
        <>
          <p className="text-sm text-soft">{texts.declined}</p>
          <blockquote dir="auto" className="mt-1 border-l-2 border-line pl-3">
            <MathText text={refusal.message} />
          </blockquote>
        </>
      ) : (
        <p>{texts.refused(refusal, several)}</p>
      )}
      {refusal.nearest.length > 0 && (
        <>
          <p className="mt-3 text-sm font-medium text-soft">{texts.nearest}</p>
          <ul className="mt-1.5 space-y-1.5">
            {refusal.nearest.map((passage) => (
              <li key={passage.chunk_id}>
                <button
                  type="button"
                  onClick={() => onShow(passage)}
                  className="w-full rounded-lg border border-line px-3 py-2 text-left text-sm hover:bg-hover"
                >
                  <span className="line-clamp-3 font-serif leading-snug">
                    <MathText text={shortened(withoutHeading(passage))} />
                  </span>
                  <span className="mt-1 block text-xs text-soft">
                    {common.place(passage.label)}
                    {several && passage.label && " · "}
                    {several && <bdi>{titles.get(passage.paper_id)}</bdi>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Return the text of a passage without the heading that it begins with, which its label names. */
function withoutHeading({ text, label }: PassageV1): string {
  const [heading, ...rest] = text.split("\n\n");
  const title = heading!.replace(/^[\d.]+\s+/, "");
  return rest.length > 0 && title && label.includes(title) ? rest.join("\n\n") : text;
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, "")} …`;
}
