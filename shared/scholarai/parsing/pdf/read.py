"""The reading of a printed paper, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from scholarai.domain.content import Note, Page, PaperContent
from scholarai.parsing.layout import DocumentInfo, Graphic, PageLayout
from scholarai.parsing.pdf.blocks import build_blocks
from scholarai.parsing.pdf.columns import Gutter, find_gutter, in_reading_order
from scholarai.parsing.pdf.flow import read_flow
from scholarai.parsing.pdf.furniture import without_furniture
from scholarai.parsing.pdf.groups import grouped
from scholarai.parsing.pdf.metrics import hyphenated_words, measure
from scholarai.parsing.pdf.page import PageRows, page_rows
from scholarai.parsing.pdf.rows import Row

Graphics = Callable[[int], Iterable[Graphic]]


def read_pdf(
    layouts: Sequence[PageLayout],
    *,
    info: DocumentInfo | None = None,
    graphics: Graphics = lambda _: (),
    fills: Graphics = lambda _: (),
    notes: Sequence[Note] = (),
) -> PaperContent:
    """Return what the pages of a paper say.

    Args:
        layouts: The pages in order.
        info: What the file says of itself, used where its pages say nothing.
        graphics: Gives the painted areas of a page by its number; asked only for pages with captions.
        fills: Gives areas with their colours; asked only for pages with white text.
        notes: What was found before, such as pages that could not be read.
    """
    pages, hidden = _upright_pages(layouts, fills)
    pages, furniture = without_furniture(pages)
    rows = _ordered(pages)
    metrics = measure(rows)
    flow = read_flow(grouped(rows, metrics), metrics)
    words = hyphenated_words(row.text for row in rows)
    return PaperContent(
        source_format="pdf",
        title=flow.title,
        pages=tuple(
            Page(page_number=page.page_number, width_pt=page.width_pt, height_pt=page.height_pt) for page in layouts
        ),
        sections=tuple(flow.sections),
        blocks=build_blocks(flow.pieces, {page.page_number: page for page in pages}, words),
        notes=(*notes, *hidden),
    )


def _upright_pages(layouts: Sequence[PageLayout], fills: Graphics) -> tuple[list[PageRows], list[Note]]:
    pages, notes = [], []
    for layout in layouts:
        page, found = page_rows(layout, fills)
        pages.append(page)
        notes += found
    return pages, notes


def _ordered(pages: Sequence[PageRows]) -> list[Row]:
    """Return the rows of all pages in reading order."""
    found = [find_gutter(page.rows) for page in pages]
    usual = Counter(round(gutter.middle / 4) for gutter in found if gutter is not None)
    known: list[Gutter] = []
    for middle, count in usual.most_common(2):
        if count >= 2 or len(pages) <= 3:
            known += [gutter for gutter in found if gutter is not None and round(gutter.middle / 4) == middle][:1]
    ordered = []
    for page in pages:
        ordered += in_reading_order(page.rows, known)
    return ordered
