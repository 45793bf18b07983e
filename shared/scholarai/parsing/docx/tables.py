"""Reads the tables of a Word file: their cells and head."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from xml.etree.ElementTree import Element

from scholarai.parsing.docx.package import Package, value_of
from scholarai.parsing.docx.paragraphs import read_paragraph
from scholarai.parsing.grids import Grid, SourceCell, grid_of, span_of

# On average; longer ones are columns of a page. A guess.
_LONGEST_CELLS = 700


def read_table(package: Package, table: Element) -> Grid:
    """Return the cells of a table; its head are the rows that Word repeats on each page, or sets as a head."""
    rows: list[list[SourceCell]] = []
    begun: dict[int, tuple[int, int]] = {}  # by column: the row and place of the cell that goes on downwards
    for index, row in enumerate(table.iter("tr")):
        rows.append([])
        column = 0
        for cell in row.iter("tc"):
            columns = span_of(value_of(cell.find("tcPr/gridSpan")) or "1")
            if _goes_on(cell, "hMerge"):  # Word draws the cell before it in its place
                rows[index].append(SourceCell((), columns=columns))
            elif _goes_on(cell, "vMerge") and column in begun:
                above, place = begun[column]
                rows[above][place] = replace(rows[above][place], rows=index - above + 1)
                rows[index].append(SourceCell((), columns=columns))
            else:
                begun[column] = index, len(rows[index])
                text = _text(package, cell)
                rows[index].append(SourceCell((text,) if text else (), columns=columns))
            column += columns
    return grid_of(rows, header_rows=_header_rows(table), covered_are_given=True)


def is_layout(table: Element) -> bool:
    """Tell whether a table only holds its text in place: one column, as around a picture and its caption, or columns of a page."""
    cells = sum(1 for _ in table.iter("tc"))
    is_text = sum(len(text.text or "") for text in table.iter("t")) > _LONGEST_CELLS * cells
    return is_text or all(len(row.findall("tc")) <= 1 for row in table.iter("tr"))


def _header_rows(table: Element) -> int:
    repeated = sum(1 for _ in takewhile(lambda row: row.find("trPr/tblHeader") is not None, table.iter("tr")))
    look = table.find("tblPr/tblLook")
    return repeated or int(look is not None and look.get("firstRow") == "1")


def _goes_on(cell: Element, way: str) -> bool:
    merged = cell.find(f"tcPr/{way}")
    return merged is not None and value_of(merged) != "restart"


def _text(package: Package, cell: Element) -> str:
    return " ".join(filter(None, (read_paragraph(package, paragraph).text for paragraph in cell.iterfind("p"))))
