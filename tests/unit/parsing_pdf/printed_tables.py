"""Rows of printed tables, and the table that a page with them is read to."""

from __future__ import annotations

from collections.abc import Sequence

from unit.parsing_pdf.printed import BODY, line, page, paragraph, sentences

from scholarai.domain.content import Table
from scholarai.parsing.layout import Graphic, RawLine
from scholarai.parsing.pdf.read import read_pdf


def row(y: float, *cells: tuple[float, str], style: object = BODY) -> list[RawLine]:
    return [line(text, x, y, style) for x, text in cells]  # type: ignore[arg-type]  # a style of `printed`


def table_of(lines: Sequence[RawLine], graphics: Sequence[Graphic] = ()) -> Table:
    whole = [*paragraph(sentences(3), 60), line("Table 1: Growth.", 150, 130), *lines, *paragraph(sentences(5), 400)]
    (table,) = read_pdf([page(whole, graphics=graphics)]).tables
    return table
