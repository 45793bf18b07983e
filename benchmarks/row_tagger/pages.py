"""Reads the rows of a PDF with what the reader's own steps of layout know: order, columns, furniture apart."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import PaperContent
from scholarai.parsing.pdf import PreparedPage, prepare, read_pages
from scholarai.parsing.pdf.layout.furniture import without_furniture
from scholarai.parsing.pdf.layout.page import PageRows
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.read import _ordered as in_reading_order  # the tagger sees the order that the rules see


class Printed(NamedTuple):
    """The rows of a paper in reading order, with what the reader made of its pages.

    Rows that the rules take for furniture stand before or after the others of their page. `read_s` is the CPU time of reading.
    """

    pages: list[PageRows]
    rows: list[Row]
    furniture: frozenset[Row]
    content: PaperContent
    read_s: float


def printed(path: Path) -> Printed:
    began = time.process_time()
    file = PdfFile(path)
    try:
        prepared = [prepare(layout) for layout in file.pages() if layout is not None]
        info = file.info()
    finally:
        file.close()
    content = read_pages(prepared, info=info)
    spent = time.process_time() - began
    rows, furniture = _ordered(prepared)
    return Printed([page.rows for page in prepared], rows, furniture, content, spent)


def _ordered(prepared: Sequence[PreparedPage]) -> tuple[list[Row], frozenset[Row]]:
    pages, furniture = without_furniture([page.rows for page in prepared])
    ordered, rows = in_reading_order(pages), list[Row]()
    for page in pages:
        kept = [row for row in ordered if row.page_number == page.page_number]
        own = sorted((row for row in furniture if row.page_number == page.page_number), key=lambda row: row.y0)
        for row in own:
            row.left, row.right, row.column = row.x0, row.x1, -1
        middle = page.height_pt / 2
        rows += [*(row for row in own if row.y0 < middle), *kept, *(row for row in own if row.y0 >= middle)]
    return rows, frozenset(furniture)
