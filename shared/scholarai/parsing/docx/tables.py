"""The cells of a table in a Word file, in the places that spans leave them."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scholarai.parsing.docx.package import Package, value_of
from scholarai.parsing.docx.paragraphs import read_paragraph

# Wider than any printed table.
_WIDEST_SPAN = 1_000


def table_rows(package: Package, table: Element) -> Iterator[list[str]]:
    """Yield the rows of a table; a cell over several columns or rows stands in the first, the others are empty."""
    for row in table.iter("tr"):
        cells: list[str] = []
        for cell in row.iter("tc"):
            merged = cell.find("tcPr/vMerge")
            goes_on = merged is not None and value_of(merged) != "restart"
            cells.append("" if goes_on else _text(package, cell))
            cells += [""] * (_span(cell) - 1)
        yield cells


def is_layout(table: Element) -> bool:
    """Tell whether a table only holds its text in place: one column, as around a picture and its caption."""
    return all(len(row.findall("tc")) <= 1 for row in table.iter("tr"))


def _text(package: Package, cell: Element) -> str:
    return " ".join(filter(None, (read_paragraph(package, paragraph).text for paragraph in cell.iterfind("p"))))


def _span(cell: Element) -> int:
    value = value_of(cell.find("tcPr/gridSpan")) or "1"
    return min(max(int(value), 1), _WIDEST_SPAN) if value.isdecimal() else 1
