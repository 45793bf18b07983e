/** The highlights on a page: a citation's boxes, the figure that it quotes, search matches, and notes. */
import type { ReactNode } from "react";
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
    <Layer>
      {places.map((place, index) => (
        <div key={index} data-mark={kind} className={`mark-${kind} absolute`} style={shares(place)} />
      ))}
    </Layer>
  );
}

/** Highlights, and the places that notes are about. They share a layer: layers multiply, so words marked often would turn black. */
export function NoteMarks({
  notes,
  placesOf,
}: {
  notes: readonly NoteView[];
  placesOf: (note: NoteView) => readonly Place[];
}) {
  return (
    <Layer>
      {notes.flatMap((note) =>
        placesOf(note).map((place, index) => (
          <div
            key={`${note.note_id}-${index}`}
            data-mark="note"
            data-kind={note.kind}
            data-colour={note.colour}
            className="mark-note absolute"
            style={shares(place)}
          />
        )),
      )}
    </Layer>
  );
}

function Layer({ children }: { children: ReactNode }) {
  return (
    <div aria-hidden="true" className="marks pointer-events-none absolute inset-0 z-[2] mix-blend-multiply">
      {children}
    </div>
  );
}

function shares({ left, top, width, height }: Place) {
  return { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` };
}
