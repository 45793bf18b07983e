"""The cells of a table in XML, in the places that spans leave them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scholarai.parsing.jats.inline import inline
from scholarai.parsing.rich import Rich, one_line

# Wider and longer than any printed table.
_WIDEST_SPAN = 1_000


def table_rows(table: Element) -> Iterator[tuple[Rich, ...]]:
    """Yield the rows of a table; a cell over several columns or rows stands in the first, the others are empty."""
    reserved: dict[int, int] = {}  # by column: the rows that a cell above still covers
    for row in table.iter("tr"):
        placed: dict[int, Rich] = {}
        column = 0
        for cell in (found for found in row if found.tag in {"td", "th"}):
            while reserved.get(column, 0) > 0:
                column += 1
            placed[column] = one_line(inline(cell))
            for covered in range(column, column + _span(cell, "colspan")):
                reserved[covered] = _span(cell, "rowspan")
                column = covered + 1
        width = max([column, *(place + 1 for place, rows in reserved.items() if rows > 0)])
        yield tuple(placed.get(place, ()) for place in range(width))
        reserved = {place: rows - 1 for place, rows in reserved.items() if rows > 1}


def _span(cell: Element, name: str) -> int:
    value = cell.get(name, "1")
    return min(max(int(value), 1), _WIDEST_SPAN) if value.isdecimal() else 1
