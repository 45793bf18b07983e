"""Cells between rules that are drawn column by column: near to each other, and near to the rules' ends."""

from __future__ import annotations

from itertools import pairwise

from unit.parsing_pdf.printed_tables import row, table_of

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic


def rules(edges: tuple[float, ...], *heights: float) -> list[Graphic]:
    return [Graphic(Box(low, y, high, y + 0.5)) for y in heights for low, high in pairwise(edges)]


def test_cells_that_fill_their_columns_are_apart_though_a_plain_space_is_between_them() -> None:
    table = table_of(
        [
            *row(150, (153.5, "Site"), (203.5, "Ratio"), (265.5, "Rain"), (327.5, "Year")),
            *row(168, (153.5, "North"), (203.5, "0.63 (0.45)"), (265.5, "0.02 wet"), (327.5, "2018")),
            *row(186, (153.5, "South"), (203.5, "0.71 (0.50)"), (265.5, "0.03 dry"), (327.5, "2019")),
            *row(204, (153.5, "Inland"), (203.5, "0.2"), (265.5, "0.4"), (327.5, "2020")),
        ],
        rules((150.0, 200.0, 262.0, 324.0, 370.0), 138, 156, 210),
    )

    assert table.rows[1] == ("North", "0.63 (0.45)", "0.02 wet", "2018")
    assert table.rows[2] == ("South", "0.71 (0.50)", "0.03 dry", "2019")


def test_a_word_at_the_end_of_its_rule_leaves_the_margin_of_other_lines_as_it_is() -> None:
    table = table_of(
        [
            *row(150, (153.5, "Site"), (203.5, "Ratio"), (265.5, "Rain")),
            *row(168, (153.5, "North"), (203.5, "0.63 (0.45)"), (265.5, "0.02 wet")),
            *row(186, (150.0, "South"), (203.5, "0.71 (0.50)"), (265.5, "0.03 dry")),
            *row(204, (153.5, "Inland"), (203.5, "0.2"), (265.5, "0.4")),
        ],
        rules((150.0, 200.0, 262.0, 324.0), 138, 156, 210),
    )

    assert table.rows[1:3] == (("North", "0.63 (0.45)", "0.02 wet"), ("South", "0.71 (0.50)", "0.03 dry"))
