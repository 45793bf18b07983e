"""Cells that are broken into several lines, in tables without rules between their rows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import BODY, BOLD, SMALL, line, page, paragraph, sentences

from scholarai.domain.content import Box, PaperContent, Table
from scholarai.parsing.layout import Graphic, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf


def row(y: float, *cells: tuple[float, str], style: Style = SMALL) -> list[RawLine]:
    return [line(text, x, y, style) for x, text in cells]


def read(lines: Sequence[RawLine], *, caption: float = 130, below: float = 500) -> PaperContent:
    whole = [*paragraph(sentences(3), 60), line("Table 1. Growth at sites.", 60, caption), *lines]
    return read_pdf([page([*whole, *paragraph(sentences(5), below)])])


def table_of(lines: Sequence[RawLine]) -> Table:
    (table,) = read(lines).tables
    return table


def test_a_head_of_many_narrow_lines_begins_its_table() -> None:
    head = [
        piece
        for index, text in enumerate(("Na", "me", "of", "the", "si"))
        for piece in row(150 + 9 * index, (80, text))
    ]
    table = table_of(
        [
            *head,
            *row(195, (80, "te"), (180, "2018"), (260, "2019")),
            *row(209, (80, "North"), (180, "3.1"), (260, "2.9")),
            *row(223, (80, "South"), (180, "1.0"), (260, "0.8")),
        ]
    )

    assert table.rows[0] == ("Na me of the si te", "2018", "2019")


def test_a_first_cell_of_more_lines_than_names_have_does_not_end_its_table() -> None:
    wrapped = ["of all", "beds", "below", "the old", "weir in", "(CA)"]
    table = table_of(
        [
            *row(150, (80, "Site"), (180, "2018"), (260, "2019"), style=BOLD),
            *row(164, (80, "Number"), (180, "31"), (260, "29")),
            *[piece for index, text in enumerate(wrapped) for piece in row(173 + 9 * index, (80, text))],
            *row(227, (80, "South"), (180, "10"), (260, "8")),
        ]
    )

    assert table.rows[-1] == ("South", "10", "8")
    assert table.rows[1] == ("Number of all beds below the old weir in (CA)", "31", "29")


def test_a_table_alone_at_the_top_of_a_page_may_have_cells_of_many_lines() -> None:
    first = [*paragraph(sentences(12), 60), line("Table 1. Growth at sites.", 60, 740)]
    second = [
        *row(60, (80, "Site"), (180, "2018"), (260, "2019"), style=BOLD),
        *[
            piece
            for place, name in ((76, "North"), (140, "South"))
            for piece in (
                *row(place, (80, name), (180, "31"), (260, "29")),
                *row(place + 9, (80, "of the")),
                *row(place + 18, (80, "weir at")),
                *row(place + 27, (80, "the old")),
                *row(place + 36, (80, "bridge")),
            )
        ],
        *paragraph(sentences(9), 300),
    ]

    (table,) = read_pdf([page(first), page(second, 2)]).tables

    assert [cells[1] for cells in table.rows] == ["2018", "31", "31"]
    assert table.rows[1][0] == "North of the weir at the old bridge"


def test_values_below_each_other_are_rows_though_the_second_has_fewer() -> None:
    table = table_of(
        [
            *row(150, (80, "Parameter"), (200, "a"), (240, "b"), (280, "c"), (320, "d"), style=BOLD),
            *row(164, (80, "Number of clusters"), (200, "5"), (240, "10"), (280, "15"), (320, "20")),
            *row(173, (80, "Simulations"), (200, "5000")),
            *row(182, (80, "Variation of beds"), (200, "0.5"), (240, "1.0"), (280, "1.5")),
            *row(191, (80, "Sets of beds drawn"), (200, "2000")),
            *row(200, (80, "Intra-cluster share"), (200, ".001"), (240, ".002"), (280, ".006"), (320, ".01")),
            *row(209, (80, "Variance of beds"), (200, ".01"), (240, ".1")),
        ]
    )

    assert [cells[:2] for cells in table.rows[1:]] == [
        ("Number of clusters", "5"),
        ("Simulations", "5000"),
        ("Variation of beds", "0.5"),
        ("Sets of beds drawn", "2000"),
        ("Intra-cluster share", ".001"),
        ("Variance of beds", ".01"),
    ]


def test_an_interval_below_its_value_is_one_cell_where_the_first_cells_are_empty_too() -> None:
    table = table_of(
        [
            *row(150, (80, "Site"), (140, "Phenotype"), (220, "Change"), (300, "p"), (340, "Other"), style=BOLD),
            *row(164, (80, "North"), (140, "area"), (220, "0.25"), (300, "0.002"), (340, "0.21")),
            *row(173, (220, "(0.10, 0.41)"), (340, "(0.06, 0.35)")),
            *row(182, (140, "width"), (220, "0.21"), (300, "0.011"), (340, "0.16")),
            *row(191, (220, "(0.05, 0.38)"), (340, "(0.01, 0.31)")),
        ]
    )

    assert table.rows[1:] == (
        ("North", "area", "0.25 (0.10, 0.41)", "0.002", "0.21 (0.06, 0.35)"),
        ("", "width", "0.21 (0.05, 0.38)", "0.011", "0.16 (0.01, 0.31)"),
    )


@pytest.mark.parametrize(
    ("first", "second", "lines"),
    [("|m| +", "(t - 1)|D|", 1), ("(0.9 –", "1.7)", 1), ("6+", "8+", 2), ("31", "29", 2)],
)
def test_a_cell_that_ends_in_a_sign_goes_on_below(first: str, second: str, lines: int) -> None:
    table = table_of(
        [
            *row(150, (80, "Site"), (200, "Cost"), (300, "Size"), style=BOLD),
            *row(164, (80, "Onions"), (200, first), (300, "a bed")),
            *row(173, (80, "of reed"), (200, second), (300, "of sand")),
            *row(182, (80, "Weeds"), (200, "12"), (300, "none")),
        ]
    )

    assert len(table.rows) == 2 + lines


def test_a_value_is_broken_between_two_dashes_inside_brackets() -> None:
    table = table_of(
        [
            *row(150, (80, "Site"), (200, "OR"), (300, "n"), style=BOLD),
            *row(164, (80, "North"), (200, "(0.9"), (300, "31")),
            *row(173, (200, "–")),
            *row(182, (200, "1.7)")),
            *row(191, (80, "South"), (200, "(0.7"), (300, "29")),
            *row(200, (200, "–")),
            *row(209, (200, "1.1)")),
        ]
    )

    assert table.rows[1:] == (("North", "(0.9 – 1.7)", "31"), ("South", "(0.7 – 1.1)", "29"))


def test_a_head_set_aside_of_its_centred_column_is_above_it() -> None:
    table = table_of(
        [
            *row(150, (80, "Dinucleotide"), (200, "AS"), (280, "SA")),
            *[
                piece
                for index, name in enumerate(("CG", "GC", "TA", "AT"))
                for piece in row(164 + 12 * index, (140, name), (220, "0.7"), (300, "4.0"))
            ],
        ]
    )

    assert table.rows[:2] == (("Dinucleotide", "AS", "SA"), ("CG", "0.7", "4.0"))


def test_a_part_in_the_next_column_of_text_takes_no_rows_of_the_part_beside_it() -> None:
    def part(y: float, x: float, names: Sequence[str]) -> list[RawLine]:
        return [
            piece
            for index, name in enumerate(names)
            for piece in row(y + 11 * index, (x, name), (x + 80, "wet"), (x + 160, f"{index}.1"))
        ]

    def column(x: float, y: float) -> list[RawLine]:
        return paragraph(sentences(20), y, x=x, right=x + 230)

    names = [f"Site {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    first = [*column(60, 110), *column(310, 110)]
    second = [*column(60, 110), *column(310, 110)[:-8], line("Table 1. Growth at sites.", 310, 668, SMALL)]
    second = [one for one in second if one.box.y1 < 670]
    third = [*part(60, 60, names[3:9]), *part(60, 310, names[9:]), *column(310, 200)]

    (table,) = read_pdf([page(first), page([*second, *part(680, 310, ["Site", *names[:3]])], 2), page(third, 3)]).tables

    assert [cells[0] for cells in table.rows] == ["Site", *names]
    assert {len(cells) for cells in table.rows} == {3}


def test_a_head_at_the_left_of_the_columns_that_it_names_is_over_all_of_them() -> None:
    table = table_of(
        [
            *row(150, (80, "Pair"), (200, "Energy"), (380, "n")),
            *row(161, (200, "AS"), (260, "SA"), (320, "ZZ")),
            *[
                piece
                for index, name in enumerate(("CG", "GC", "TA"))
                for piece in row(174 + 12 * index, (80, name), (200, "0.7"), (260, "4.0"), (320, "4.1"), (380, "3"))
            ],
        ]
    )

    assert table.rows[:2] == (("Pair", "Energy", "", "", "n"), ("", "AS", "SA", "ZZ", ""))
    assert (0, 1, 1, 3) in table.spans


def test_a_rule_below_rows_of_values_ends_no_head() -> None:
    rules = [Graphic(Box(60, y, 400, y + 0.5)) for y in (141, 182, 197)]
    lines = [
        *row(150, (80, "Site"), (180, "2018"), (260, "2019")),
        *row(164, (80, "North"), (180, "3.1"), (260, "2.9")),
        *row(178, (80, "South"), (180, "1.0"), (260, "0.8")),
        *row(192, (80, "West"), (180, "1.4"), (260, "0.6")),
    ]
    whole = [*paragraph(sentences(3), 60), line("Table 1. Growth at sites.", 60, 130), *lines]
    (table,) = read_pdf([page([*whole, *paragraph(sentences(5), 500)], graphics=rules)]).tables

    assert [cells[0] for cells in table.rows] == ["Site", "North", "South", "West"]
    assert table.header_rows == 1


def test_a_bold_head_of_many_words_is_no_running_text_in_two_columns() -> None:
    table = table_of(
        [
            *row(150, (60, "All of the patients at once"), (290, "No prior treatment by the clinic"), style=BOLD),
            *row(164, (60, "North"), (290, "2.9"), style=BODY),
            *row(178, (60, "South"), (290, "0.8"), style=BODY),
        ]
    )

    assert table.rows[0] == ("All of the patients at once", "No prior treatment by the clinic")


def test_a_broken_word_of_a_head_is_not_over_the_column_beside_it() -> None:
    table = table_of(
        [
            *row(150, (80, "Gene"), (200, "Locatio"), style=BOLD),
            *row(159, (200, "n"), (260, "Site"), style=BOLD),
            *row(172, (80, "CG"), (200, "3.1"), (260, "4.0")),
            *row(184, (80, "GC"), (200, "3.4"), (260, "4.4")),
            *row(196, (80, "TA"), (200, "3.9"), (260, "4.9")),
        ]
    )

    assert table.rows[0] == ("Gene", "Locatio n", "Site")


def test_shares_in_brackets_stand_in_the_row_of_the_counts_above_them_beside_the_rest_of_its_name() -> None:
    table = table_of(
        [
            *row(150, (80, "Site"), (180, "Wet"), (260, "Dry"), style=BOLD),
            *row(164, (80, "Islands in the"), (180, "6,012"), (260, "1,878")),
            *row(174, (80, "north (n, %)"), (180, "(66%)"), (260, "(21%)")),
            *row(184, (80, "All other beds"), (180, "4,723"), (260, "2,019")),
            *row(194, (80, "inland (n, %)"), (180, "(52%)"), (260, "(22%)")),
        ]
    )

    assert table.rows[1:] == (
        ("Islands in the north (n, %)", "6,012 (66%)", "1,878 (21%)"),
        ("All other beds inland (n, %)", "4,723 (52%)", "2,019 (22%)"),
    )


def test_a_name_set_halfway_between_two_lines_of_values_begins_the_first_of_them() -> None:
    rows = [*row(150, (80, "Strain"), (160, "Mix"), (240, "Low"), (320, "High"))]
    for place, name in enumerate(("TA 98", "TA 100", "TA 1535", "TA 1537")):
        top = 166 + 24 * place
        rows += row(top, (160, "without"), (240, f"0.{place}7 ± 1.15"), (320, f"1.{place}3 ± 0.58"))
        rows += row(top + 5.5, (80, name))
        rows += row(top + 11, (160, "with"), (240, f"2.{place}7 ± 1.15"), (320, f"3.{place}3 ± 0.58"))

    table = table_of(rows)

    assert [list(cells[:2]) for cells in table.rows[1:5]] == [
        ["TA 98", "without"],
        ["", "with"],
        ["TA 100", "without"],
        ["", "with"],
    ]
    assert table.rows[2][2] == "2.07 ± 1.15"
