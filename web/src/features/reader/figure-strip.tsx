/** The figures of a paper in a row, beside the conversation about it. */
import { useMemo } from "react";
import type { Figure, PdfSectionV1 } from "@/api/types";
import { reader as texts } from "@/texts/reader";
import { placeOfDrawing } from "./figures-tab";
import { useOpenPdf } from "./open-pdf";
import { Picture } from "./picture";
import { useContent } from "./use-content";

// As many as are looked at before one asks; the sidebar has all of them. A guess.
const MOST = 8;
// CSS pixels.
const ROOM = { width: 180, height: 104 };

export default function FigureStrip({
  paperId,
  onShow,
}: {
  paperId: string;
  onShow: (place: PdfSectionV1, label: string) => void;
}) {
  const document = useOpenPdf(paperId);
  const { data } = useContent(paperId, document !== null);
  const sizes = useMemo(
    () => (data?.pages ?? []).map((page) => ({ width: page.width_pt, height: page.height_pt })),
    [data],
  );
  const drawn = (data?.figures ?? []).filter(isDrawn).slice(0, MOST);
  if (!document || !drawn.length) {
    return null;
  }
  return (
    <section aria-label={texts.figuresOfPaper}>
      <h3 className="text-sm font-medium text-soft">{texts.tabs.figures}</h3>
      <ul
        className="-mx-5 mt-1.5 flex snap-x scroll-px-5 items-end gap-3 overflow-x-auto px-5 pb-1"
        tabIndex={0}
        aria-label={texts.figuresSmall}
      >
        {drawn.map((figure, index) => {
          const place = placeOfDrawing(figure, sizes);
          const label = figure.label || texts.figure(index + 1);
          return (
            place && (
              <li key={index} className="shrink-0 snap-start">
                <button
                  type="button"
                  title={figure.caption.slice(0, 200)}
                  onClick={() => onShow(place, label)}
                  className="block rounded-lg text-left text-sm text-soft hover:text-accent"
                >
                  <Picture
                    document={document}
                    pageNumber={place.page_number}
                    box={place.boxes[0]!}
                    size={{ width: place.width_pt, height: place.height_pt }}
                    room={ROOM}
                  />
                  <span className="mt-1 block">{label}</span>
                </button>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

function isDrawn({ page_number: page, boxes }: Figure): boolean {
  return page !== null && boxes.length > 0;
}
