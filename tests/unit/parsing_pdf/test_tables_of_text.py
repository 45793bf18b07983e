"""The cells of tables whose cells are running text."""

from __future__ import annotations

from collections.abc import Sequence

from unit.parsing_pdf.printed import BODY
from unit.parsing_pdf.printed_tables import row, table_of

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic, RawLine
from scholarai.parsing.pdf.structure.cell import Cell, Line
from scholarai.parsing.pdf.structure.table_body import body_rows

TEXT = (
    "the growth of",
    "grass in years",
    "which were wet",
    "as was counted",
    "by two of us",
    "and by others",
    "in later years",
)


NAMES = ("Mean of all", "Ward and Bed", "Kew Gardens", "North Lakes", "Second Year")


def text_rows(
    y: float, *rows: tuple[int, ...], step: float = 10.0, apart: float = 11.3, text: Sequence[str] = TEXT
) -> list[RawLine]:
    """Return rows of running text whose cells have as many lines as given."""
    found: list[RawLine] = []
    for counts in rows:
        for index in range(max(counts)):
            cells = [(150.0 + 90 * at, text[index]) for at, count in enumerate(counts) if index < count]
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


def _ruled_rows(counts: Sequence[tuple[int, ...]], *, top: float = 164) -> tuple[list[RawLine], list[Graphic]]:
    """Return rows of names in solid lines below a head, and the rules above the head and below each row."""
    lines, heights = row(top - 12, (150, "Site"), (240, "Sort"), (330, "Kind")), [top - 22, top - 9]
    for own in counts:
        lines += text_rows(top, own, text=NAMES)
        top += 10 * max(own)
        heights.append(top - 8)
    return lines, [Graphic(Box(150, y, 420, y + 0.5)) for y in heights]


def test_the_lines_between_two_rules_are_a_row_of_running_text() -> None:
    table = table_of(*_ruled_rows([(1, 3, 2), (2, 4, 1), (1, 2, 3), (3, 1, 2), (1, 5, 4)]))

    assert [cells[1] for cells in table.rows[1:]] == [" ".join(NAMES[:count]) for count in (3, 4, 2, 1, 5)]
    assert table.header_rows == 1


def test_rules_between_groups_of_rows_join_no_rows() -> None:
    rows, rules = _ruled_rows([(5, 5, 5)] * 4)

    assert len(table_of(rows, rules).rows) > 10


def test_rules_between_groups_of_values_join_no_rows() -> None:
    lines, heights = row(152, (150, "Site"), (240, "2018"), (330, "2019")), [142.0, 155.0]
    for group in range(4):
        top = 164 + 54 * group
        lines += row(top, (150, f"Ward {group}"))
        for place in range(1, 5):
            lines += row(top + 10 * place, (150, f"Bed {place}"), (240, f"3.{place}"), (330, f"{place}.7"))
        heights.append(top + 44)
    table = table_of(lines, [Graphic(Box(150, y, 420, y + 0.5)) for y in heights])

    assert len(table.rows) == 1 + 4 * 5


def _lines(
    bands: Sequence[int], *, second: str = NAMES[0], seams: Sequence[int] = ()
) -> tuple[list[Line], list[float]]:
    """Return lines of names with so many in each band, and the rules between bands; every second line has a second cell."""
    lines: list[Line] = []
    heights: list[float] = []
    for number, count in enumerate(bands):
        for index in range(count):
            y = 10.0 * len(lines)
            texts = [NAMES[index % len(NAMES)], *([second] if index % 2 else [])]
            places = [(text, 90.0 * column, 90.0 * column + 50) for column, text in enumerate(texts)]
            cells = [Cell(p[0], Box(p[1], y, p[2], y + 10), (p,), (at, at)) for at, p in enumerate(places)]
            lines.append(Line(1, 10.0, False, cells, seam=index == 0 and number in seams))
        heights.append(10.0 * len(lines))
    return lines, heights


COLUMNS = [(0.0, 50.0), (90.0, 140.0)]
BANDS = [5, 4, 5, 4, 5]


def test_rules_between_values_join_no_rows_of_text() -> None:
    names, rules = _lines(BANDS)
    values, same = _lines(BANDS, second="3.1 mm")

    assert [len(rows) for rows in body_rows(names, rules, COLUMNS)] == BANDS
    assert len(body_rows(values, same, COLUMNS)) > len(BANDS)


def test_rules_below_the_heads_of_a_table_on_several_pages_join_no_rows() -> None:
    lines, rules = _lines(BANDS, seams=(2, 4))

    assert len(body_rows(lines, rules, COLUMNS)) > len(BANDS)
