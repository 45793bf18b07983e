/** The highlights on a page: a citation's boxes, the figure that it quotes, and search matches. */
import type { Place } from "@/lib/boxes";

export function Marks({
  places,
  kind,
}: {
  places: readonly Place[];
  kind: "cite" | "landing" | "region" | "hit" | "current";
}) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 z-[2] mix-blend-multiply">
      {places.map(({ left, top, width, height }, index) => (
        <div
          key={index}
          data-mark={kind}
          className={`mark-${kind} absolute`}
          style={{ left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` }}
        />
      ))}
    </div>
  );
}
