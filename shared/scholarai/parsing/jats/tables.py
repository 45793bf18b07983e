"""Reads the tables of an article: their cells, head and notes."""

from __future__ import annotations

from functools import reduce
from itertools import takewhile
from xml.etree.ElementTree import Element

from scholarai.parsing.grids import Grid, SourceCell, grid_of, span_of, stacked
from scholarai.parsing.jats.inline import inline
from scholarai.parsing.rich_text import Rich, one_line


def read_tables(wrap: Element) -> Grid:
    """Return the cells of the tables in a `table-wrap`, with the notes below them."""
    notes = [
        one_line(inline(note)) for foot in wrap.iterfind("table-wrap-foot") for note in foot if note.tag != "attrib"
    ]
    return reduce(stacked, map(_table, wrap.iter("table")), Grid(notes=tuple(notes)))


def _table(table: Element) -> Grid:
    head = [row for part in table.iter("thead") for row in part.iter("tr")]
    rows = [row for row in table.iter("tr") if row not in {*head}]
    length = len(head) or sum(1 for _ in takewhile(_is_head, rows))
    return grid_of([[_cell(cell) for cell in _cells(row)] for row in [*head, *rows]], header_rows=length)


def _cells(row: Element) -> list[Element]:
    return [cell for cell in row if cell.tag in {"td", "th"}]


def _is_head(row: Element) -> bool:
    return all(cell.tag == "th" for cell in _cells(row))


def _cell(cell: Element) -> SourceCell:
    text: Rich = one_line(inline(cell))
    return SourceCell(text, span_of(cell.get("rowspan", "1")), span_of(cell.get("colspan", "1")))
