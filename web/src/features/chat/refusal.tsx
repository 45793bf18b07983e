import type { RefusalV1 } from "@/api/types";
import { MathText } from "@/ui/math";
import { chat as texts } from "@/texts/chat";
import { Nearest, type NearestProps } from "./nearest";

/** Why nothing is answered, in the model's words if it declined, and the closest passages, which can be opened. */
export function Refusal({ refusal, titles, onShow }: { refusal: RefusalV1 } & Pick<NearestProps, "titles" | "onShow">) {
  return (
    <div>
      <p className="font-medium">{refusedIn(refusal, titles.size > 1)}</p>
      {refusal.by_model && (
        <blockquote dir="auto" className="mt-1.5 border-l-2 border-line pl-3">
          <MathText text={refusal.message} />
        </blockquote>
      )}
      {refusal.nearest.length > 0 && (
        <>
          <p className="mt-3 text-sm font-medium text-soft">{texts.nearest}</p>
          <Nearest passages={refusal.nearest} {...{ titles, onShow }} />
        </>
      )}
    </div>
  );
}

/** Return what is said of a refusal in the page's words; rules of earlier releases denied what they only had not found. */
export function refusedIn(refusal: RefusalV1, several: boolean): string {
  if (refusal.by_model) {
    return texts.declined(several);
  }
  return refusal.reason === "weak_evidence" && refusal.nearest.length ? texts.closest : texts.refused(refusal);
}
