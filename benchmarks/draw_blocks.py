"""Draws what is read of PDFs over their pages, to be looked at: `python benchmarks/draw_blocks.py FOLDER --out OUT`.

Writes one picture for each PDF below FOLDER: pages side by side, with a frame in a colour of its kind around each block,
and the block's place in reading order and its kind beside it. Figures and tables have thick frames. Prints for each PDF
its pages, headings, captions, references and lines left out.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pymupdf
from conservation import lines_left_out

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import Box, PaperContent
from scholarai.domain.errors import ScholarError
from scholarai.parsing.pdf import PreparedPage, prepare, read_pages

COLORS = {
    "heading": (0.85, 0.1, 0.1),
    "paragraph": (0.1, 0.35, 0.85),
    "list_item": (0.1, 0.6, 0.75),
    "caption": (0.9, 0.5, 0.0),
    "equation": (0.6, 0.1, 0.7),
    "reference": (0.1, 0.55, 0.2),
    "figure": (0.9, 0.5, 0.0),
    "table": (0.5, 0.35, 0.1),
}
OTHER = (0.4, 0.4, 0.4)
ZOOM = 1.25


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=3, help="pages of each PDF: the first, and others spread evenly")
    arguments = parser.parse_args()
    pdfs = sorted(arguments.folder.rglob("*.pdf"))
    if not pdfs:
        print(f"no PDF below {arguments.folder}", file=sys.stderr)
        return 2
    arguments.out.mkdir(parents=True, exist_ok=True)
    for pdf in pdfs:
        try:
            content, prepared = _read(pdf)
        except ScholarError as error:
            print(f"{pdf.stem}: {error.code}", flush=True)
            continue
        _draw(pdf, content, arguments.pages).save(arguments.out / f"{pdf.stem}.png")
        print(_summary(pdf, content, prepared), flush=True)
    return 0


def _read(pdf: Path) -> tuple[PaperContent, list[PreparedPage]]:
    file = PdfFile(pdf)
    try:
        prepared = [prepare(layout) for layout in file.pages() if layout is not None]
        return read_pages(prepared, info=file.info()), prepared
    finally:
        file.close()


def _summary(pdf: Path, content: PaperContent, prepared: Sequence[PreparedPage]) -> str:
    kinds = Counter(block.kind for block in content.blocks)
    left = sum(not line.noted for line in lines_left_out(prepared, content))
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    return f"{pdf.stem}: {len(content.pages)} pages, title {content.title!r}, {counts}; {left} lines left out unnoted"


def _draw(pdf: Path, content: PaperContent, count: int) -> pymupdf.Pixmap:
    """Return the picture of some pages side by side."""
    with pymupdf.open(pdf) as document, pymupdf.open() as sheet:
        chosen = _chosen(document.page_count, count)
        sizes = [document[index].rect for index in chosen]
        page = sheet.new_page(width=sum(size.width for size in sizes), height=max(size.height for size in sizes))
        left = 0.0
        for index, size in zip(chosen, sizes, strict=True):
            image = document[index].get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM), alpha=False)
            page.insert_image(pymupdf.Rect(left, 0, left + size.width, size.height), pixmap=image)
            for kind, name, box in _frames(content, index + 1):
                _frame(page, kind, name, pymupdf.Rect(left + box.x0, box.y0, left + box.x1, box.y1))
            left += size.width
        picture: pymupdf.Pixmap = page.get_pixmap(matrix=pymupdf.Matrix(ZOOM, ZOOM))
        return picture


def _chosen(pages: int, count: int) -> list[int]:
    """Return the first page, and others spread evenly over the rest."""
    if pages <= count:
        return list(range(pages))
    return [0, *(1 + (pages - 1) * (2 * part + 1) // (2 * (count - 1)) for part in range(count - 1))]


def _frames(content: PaperContent, page_number: int) -> Iterator[tuple[str, str, Box]]:
    """Return the frames on a page: of a block's lines there, and of each figure and table."""
    for order, block in enumerate(content.blocks, 1):
        pairs = zip(block.boxes, block.lines, strict=True)
        boxes = [box for box, line in pairs if line.page_number == page_number]
        if boxes:
            around = Box(
                min(box.x0 for box in boxes),
                min(box.y0 for box in boxes),
                max(box.x1 for box in boxes),
                max(box.y1 for box in boxes),
            )
            yield block.kind, f"{order} {block.kind}", around
    drawn = [("figure", one.page_number, box) for one in content.figures for box in one.boxes]
    drawn += [("table", one.page_number, box) for one in content.tables for box in one.boxes]
    yield from ((kind, "", box) for kind, number, box in drawn if number == page_number)


def _frame(page: pymupdf.Page, kind: str, name: str, rect: pymupdf.Rect) -> None:
    color = COLORS.get(kind, OTHER)
    page.draw_rect(rect, color=color, width=2.0 if kind in {"figure", "table"} else 0.7)
    page.insert_text((rect.x0, max(rect.y0 - 0.5, 5)), name, fontsize=5.5, color=color)


if __name__ == "__main__":
    sys.exit(main())
