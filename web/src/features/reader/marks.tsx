/** The highlights on a page: a citation's boxes, the figure that it quotes, and search matches. */
import type { NoteView } from "@/api/types";
import type { Place } from "@/lib/boxes";

export function Marks({
  places,
  kind,
}: {
  places: readonly Place[];
  kind: "cite" | "landing" | "region" | "hit" | "current";
}) {
  return (
    <div aria-hidden="true" className="marks pointer-events-none absolute inset-0 z-[2] mix-blend-multiply">
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

/** A highlight, or the place that a note is about. */
export function NoteMarks({ note, places }: { note: NoteView; places: readonly Place[] }) {
  return (
    <div aria-hidden="true" className="marks pointer-events-none absolute inset-0 z-[2] mix-blend-multiply">
      {places.map(({ left, top, width, height }, index) => (
        <div
          key={index}
          data-mark="note"
          data-kind={note.kind}
          data-colour={note.colour}
          className="mark-note absolute"
          style={{ left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` }}
        />
      ))}
    </div>
  );
}
