"""The grid of cells: what spans cover, and tables that no one prints."""

from __future__ import annotations

from scholarai.domain.content import CellSpan
from scholarai.parsing.grids import WIDEST_SPAN, SourceCell, grid_of


def cell(text: str, rows: int = 1, columns: int = 1) -> SourceCell:
    return SourceCell((text,) if text else (), rows, columns)


def test_cells_stand_beside_those_that_reach_down_from_above() -> None:
    grid = grid_of([[cell("a", 3), cell("b", 2, 2), cell("c")], [cell("d")], [cell("e"), cell("f"), cell("g")]])

    assert [["".join(map(str, text)) for text in row] for row in grid.rows] == [
        ["a", "b", "", "c"],
        ["", "", "", "d"],
        ["", "e", "f", "g"],
    ]
    assert grid.spans == (CellSpan(0, 0, 3, 1), CellSpan(0, 1, 2, 2))


def test_a_span_ends_with_the_rows_that_hold_text() -> None:
    grid = grid_of([[cell("a", 9), cell("b")], [cell("")], [cell("c")]])

    assert len(grid.rows) == 2
    assert grid.spans == (CellSpan(0, 0, 2, 1),)


def test_cells_beyond_any_printed_table_are_left_out() -> None:
    grid = grid_of([[cell("wide", columns=WIDEST_SPAN - 1), cell("in"), cell("out"), cell("out")]] * 2)

    assert len(grid.rows[0]) == WIDEST_SPAN
    assert "".join(map(str, grid.rows[0][-1])) == "in"


def test_thousands_of_spans_are_placed_in_time_that_grows_with_the_table() -> None:
    """Each used to be looked for among all that came before; this did not end within minutes."""
    grid = grid_of([[cell("x", 500)] * 50] * 600)

    assert (len(grid.rows[0]), len(grid.spans)) == (WIDEST_SPAN, 1_950)
