"""Finds the cells of a table that a quote stands in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scholarai.domain.chat import CellPlace
from scholarai.domain.content import Box, CellBox, Table

# Least overlap of a cell and the quoted part of a line, as a share of the smaller one, along and across. A guess.
_COMMON_SHARE = 0.5
# Characters of a header in a label; a longer one is cut.
_MOST_CHARACTERS = 60


def cells_of_one_row(tables: Iterable[Table], places: Sequence[tuple[int, Box]]) -> tuple[Table, list[CellBox]] | None:
    """Return the cells that the lines of a quote cover, with their table; None unless all are in one row.

    Args:
        tables: The tables of a paper.
        places: Page number and box of each quoted part of a line, at least one.
    """
    for table in tables:
        covered = [[cell for cell in table.cell_boxes if _shares(cell, place)] for place in places]
        cells = sorted({cell for one in covered for cell in one})
        if cells and all(covered):
            return (table, cells) if len({cell.row for cell in cells}) == 1 else None
    return None


def cell_place(table: Table, cells: Sequence[CellBox]) -> CellPlace:
    """Return the names of cells of one row: the table's label, and the headers of the row and of a single column."""
    row, columns = cells[0].row, {cell.column for cell in cells}
    named = row >= table.header_rows and columns != {0}
    heads = [_text_at(table, above, cells[0].column) for above in range(table.header_rows)]
    single = row >= table.header_rows and len(columns) == 1
    return CellPlace(
        table=table.label,
        row=_short(_text_at(table, row, 0)) if named else "",
        column=_short(" ".join(filter(None, dict.fromkeys(heads)))) if single else "",
    )


def _shares(cell: CellBox, place: tuple[int, Box]) -> bool:
    page_number, box = place
    if cell.page_number != page_number:
        return False
    along = min(cell.box.x1, box.x1) - max(cell.box.x0, box.x0)
    down = min(cell.box.y1, box.y1) - max(cell.box.y0, box.y0)
    least = min(cell.box.x1 - cell.box.x0, box.x1 - box.x0), min(cell.box.y1 - cell.box.y0, box.y1 - box.y0)
    return along > _COMMON_SHARE * least[0] and down > _COMMON_SHARE * least[1]


def _text_at(table: Table, row: int, column: int) -> str:
    """Return the text of the cell that covers a place of a table's grid."""
    spans = (
        span
        for span in table.spans
        if span.row <= row < span.row + span.rows and span.column <= column < span.column + span.columns
    )
    span = next(spans, None)
    return table.rows[row][column] if span is None else table.rows[span.row][span.column]


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS].rpartition(' ')[0]} …"
