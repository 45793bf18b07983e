"""The cells of tables whose cells are running text."""

from __future__ import annotations

from unit.parsing_pdf.printed import BODY
from unit.parsing_pdf.printed_tables import row, table_of

from scholarai.parsing.layout import RawLine

TEXT = (
    "the growth of",
    "grass in years",
    "which were wet",
    "as was counted",
    "by two of us",
    "and by others",
    "in later years",
)


def text_rows(y: float, *rows: tuple[int, ...], step: float = 10.0, apart: float = 11.3) -> list[RawLine]:
    """Return rows of running text whose cells have as many lines as given."""
    found: list[RawLine] = []
    for counts in rows:
        for index in range(max(counts)):
            cells = [(150.0 + 90 * at, TEXT[index]) for at, count in enumerate(counts) if index < count]
            found += row(y, *cells, style=BODY)
            y += step
        y += apart - step
    return found


def test_a_little_more_space_divides_the_rows_of_a_table_of_running_text() -> None:
    table = table_of(
        [*row(152, (150, "Site"), (240, "Sort"), (330, "Kind")), *text_rows(164, (2, 7, 6), (1, 4, 7), (6, 4, 7))]
    )

    assert [cells[1].count("the growth of") for cells in table.rows[1:]] == [1, 1, 1]
    assert table.rows[1][1] == " ".join(TEXT)


def test_more_space_in_running_text_divides_no_rows_where_cells_begin_at_near_lines() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (240, "Sort"), (330, "Kind")),
            *text_rows(164, (1, 3, 2), (2, 3, 1), (1, 3, 2), apart=10),
            *text_rows(260, (1, 3, 2), (2, 3, 1), apart=10),
        ]
    )

    assert len(table.rows) > 4


def test_the_last_lines_of_inner_cells_are_no_notes() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (240, "Sort"), (370, "Kind"), (470, "2018")),
            *row(162, (150, "North"), (240, "the growth of"), (370, "the growth of"), (470, "3.1")),
            *row(172, (240, "grass in years"), (370, "grass in years")),
            *row(184, (150, "South"), (240, "the growth of"), (370, "the growth of"), (470, "1.0")),
            *row(194, (240, "grass in years")),
            *row(204, (240, "it is as we saw it in a")),
        ]
    )

    assert table.notes == ()
    assert table.rows[2][1] == "the growth of grass in years it is as we saw it in a"
