/** The figures of a paper in small; a click leads to them. */
import type { Figure, PdfSectionV1 } from "@/api/types";
import type { Size } from "@/lib/boxes";
import { withoutLabel } from "@/lib/captions";
import { MathText } from "@/ui/math";
import { reader as texts } from "@/texts/reader";
import type { PDFDocumentProxy } from "./pdf";
import { Picture } from "./picture";

// CSS pixels: the panel's inner width.
const WIDTH = 256;

export interface FiguresTabProps {
  figures: readonly Figure[];
  /** The drawn pages; null for papers without. */
  document: PDFDocumentProxy | null;
  sizes: readonly Size[];
  onShow: (figure: Figure) => void;
}

export function FiguresTab({ figures, document, sizes, onShow }: FiguresTabProps) {
  if (!figures.length) {
    return <p className="p-4 text-sm text-soft">{texts.noFigures}</p>;
  }
  return (
    <ul aria-label={texts.tabs.figures} className="h-full space-y-4 overflow-y-auto p-4 text-sm">
      {figures.map((figure, index) => {
        const [box] = figure.boxes;
        const size = figure.page_number ? sizes[Math.min(figure.page_number, sizes.length) - 1] : undefined;
        return (
          <li key={index}>
            <button
              type="button"
              onClick={() => onShow(figure)}
              className="block w-full rounded-lg text-left hover:text-accent"
            >
              {document && box && size && figure.page_number && (
                <Picture {...{ document, box, size }} pageNumber={figure.page_number} room={{ width: WIDTH }} />
              )}
              <span className="mt-1.5 block leading-snug">
                <span className="font-medium">{figure.label || texts.figure(index + 1)}</span>
                {figure.page_number && <span className="text-sm text-soft"> · {texts.page(figure.page_number)}</span>}
              </span>
              <span className="mt-0.5 line-clamp-3 text-sm text-soft">
                <MathText text={withoutLabel(figure.caption, figure.label)} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Return where a figure or a table stands, null for papers without pages. */
export function placeOfDrawing(
  { page_number: number, boxes }: Pick<Figure, "page_number" | "boxes">,
  sizes: readonly Size[],
): PdfSectionV1 | null {
  const size = number ? sizes[Math.min(number, sizes.length) - 1] : undefined;
  return number && size
    ? {
        page_number: number,
        width_pt: size.width,
        height_pt: size.height,
        boxes,
        section_type: "pdf_section_v01_20261120",
      }
    : null;
}
