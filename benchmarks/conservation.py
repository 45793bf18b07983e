"""Finds the lines of a PDF whose words end in no block, figure, table or furniture, by their places on the page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from scholarai.adapters.reading.pdf import PdfFile
from scholarai.domain.content import Box, PaperContent
from scholarai.parsing.pdf.layout.furniture import without_furniture
from scholarai.parsing.pdf.layout.page import PageRows, PreparedPage, displayed, prepare
from scholarai.parsing.pdf.layout.rows import Row
from scholarai.parsing.pdf.read import read_pages

_WORD = re.compile(r"[^\W\d_]{2,}")
# A line of so many words is text, even within a figure. A guess from reading: titles of axes have up to nine.
_LEAST_OF_TEXT = 10
# A guess: an accent that is a character of its own may change a word.
_LEAST_SHARE = 0.5


class LeftOut(NamedTuple):
    """A printed line that is nowhere in a paper's content; `noted` if the page has a note `text_left_out`."""

    page_number: int
    text: str
    noted: bool


def left_out_of(path: Path) -> list[LeftOut]:
    """Return what is left out of a PDF, in the order of its pages; those without text count as empty."""
    file = PdfFile(path)
    try:
        prepared = [prepare(layout) for layout in file.pages() if layout is not None]
        return list(lines_left_out(prepared, read_pages(prepared, info=file.info()))) if prepared else []
    finally:
        file.close()


def lines_left_out(pages: Sequence[PreparedPage], content: PaperContent) -> Iterator[LeftOut]:
    """Return the lines of a paper's pages that its content lacks."""
    noted = {note.page_number for note in content.notes if note.code == "text_left_out"}
    furniture = set(without_furniture([page.rows for page in pages])[1])
    for page in pages:
        places = list(_places(content, page.page_number))
        for row in page.rows.rows:
            if row not in furniture and _WORD.search(row.text) and not _is_found(row, page.rows, places):
                yield LeftOut(page.page_number, row.text, page.page_number in noted)


def _places(content: PaperContent, page_number: int) -> Iterator[tuple[Box, str | None]]:
    """Return the boxes of a page's lines with the text of their blocks, and those of its figures and tables with None."""
    for block in content.blocks:
        for box, line in zip(block.boxes, block.lines, strict=True):
            if line.page_number == page_number:
                yield box, _plain(block.text)
    drawn = [(item.page_number, item.boxes) for item in content.figures]
    for number, boxes in (*drawn, *((item.page_number, item.boxes) for item in content.tables)):
        if number == page_number:
            yield from ((box, None) for box in boxes)


def _is_found(row: Row, page: PageRows, places: Sequence[tuple[Box, str | None]]) -> bool:
    box = displayed(row.box, page)
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    covering = [text for at, text in places if at.x0 - 1 <= x <= at.x1 + 1 and at.y0 - 1 <= y <= at.y1 + 1]
    is_label = len(_WORD.findall(row.text)) < _LEAST_OF_TEXT
    return any(is_label if text is None else _is_in(_plain(row.text), text) for text in covering)


def _plain(text: str) -> str:
    """Return a text with raised and lowered letters as plain ones."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _is_in(line: str, text: str) -> bool:
    words = _WORD.findall(line)
    return sum(word in text for word in words) >= _LEAST_SHARE * len(words)
