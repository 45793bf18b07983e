/** A part of a page in the text: a figure, or a formula that is not known as signs. */
import type { Box, PdfSectionV1 } from "@/api/types";
import { useOpenPdf } from "./open-pdf";
import { Picture } from "./picture";

// The column's width, and how many CSS pixels a point of the page takes at most. Guesses.
const COLUMN_PX = 640;
const MARGIN_PX = 40;
const LARGEST = 1.8;
// Parts of a formula stand a little outside of its words' boxes.
const AROUND_PT = 3;

/** A part of a page of the PDF that is open; nothing where none is, as in papers without pages. */
export function Clip({ paperId, place }: { paperId: string; place: PdfSectionV1 | null }) {
  const document = useOpenPdf(paperId);
  if (!document || !place?.boxes.length) {
    return null;
  }
  const box = around(place.boxes);
  const width = Math.min(COLUMN_PX, innerWidth - MARGIN_PX, (box[2] - box[0]) * LARGEST);
  return (
    <span className="flex justify-center">
      <Picture
        document={document}
        pageNumber={place.page_number}
        box={box}
        size={{ width: place.width_pt, height: place.height_pt }}
        room={{ width }}
      />
    </span>
  );
}

function around(boxes: readonly Box[]): Box {
  const edge = (at: number, of: (...all: number[]) => number, by: number) => of(...boxes.map((box) => box[at]!)) + by;
  return [
    edge(0, Math.min, -AROUND_PT),
    edge(1, Math.min, -AROUND_PT),
    edge(2, Math.max, AROUND_PT),
    edge(3, Math.max, AROUND_PT),
  ];
}
