"""Heads of tables: names aside of their columns, and bold lines that name the rows below."""

from __future__ import annotations

from unit.parsing_pdf.printed import BOLD
from unit.parsing_pdf.printed_tables import row, table_of


def test_a_name_left_of_its_values_is_their_head_though_a_name_of_several_columns_is_over_both() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (260, "Growth of a year")),
            *row(164, (260, "AS"), (360, "SA")),
            *row(178, (150, "North"), (300, "3.1"), (360, "2.9")),
            *row(192, (150, "South"), (300, "1.0"), (360, "0.8")),
            *row(206, (150, "East"), (300, "2.0"), (360, "1.8")),
            *row(220, (150, "West"), (300, "4.0"), (360, "2.8")),
            *row(234, (150, "Inland"), (300, "5.0"), (360, "3.8")),
        ]
    )

    assert table.rows[1:3] == (("", "AS", "SA"), ("North", "3.1", "2.9"))


def test_several_bold_lines_in_a_first_column_without_a_head_name_the_rows_below() -> None:
    table = table_of(
        [
            *row(150, (280, "2018"), (380, "2019"), style=BOLD),
            *row(164, (150, "Islands and"), style=BOLD),
            *row(174, (150, "dunes"), style=BOLD),
            *row(188, (150, "North"), (280, "3.1"), (380, "2.9")),
            *row(202, (150, "South"), (280, "1.0"), (380, "0.8")),
        ]
    )

    assert table.rows[0] == ("", "2018", "2019")
    assert table.rows[-3:] == (("Islands and dunes", "", ""), ("North", "3.1", "2.9"), ("South", "1.0", "0.8"))
    assert table.header_rows == 1
