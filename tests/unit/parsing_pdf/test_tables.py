"""The cells of printed tables: heads, spans, rows of several lines, rules, notes, and parts on other pages."""

from __future__ import annotations

from itertools import pairwise

from unit.parsing_pdf.printed import BOLD, SMALL, line, moved, page, paragraph, sentences
from unit.parsing_pdf.printed_tables import row, table_of

from scholarai.domain.content import Box, Table
from scholarai.parsing.layout import Graphic
from scholarai.parsing.pdf.layout.page import prepare
from scholarai.parsing.pdf.read import read_pdf
from scholarai.parsing.pdf.structure.cell import Cell, Line
from scholarai.parsing.pdf.structure.table_columns import columns_by_space
from scholarai.parsing.pdf.tables import with_cells


def test_a_cell_of_the_head_over_two_columns_is_a_span() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (295, "Growth in the year")),
            *row(164, (280, "2018"), (380, "2019")),
            *row(178, (150, "North"), (280, "3.1"), (380, "2.9")),
            *row(192, (150, "South"), (280, "1.0"), (380, "0.8")),
        ]
    )

    assert table.rows == (
        ("Site", "Growth in the year", ""),
        ("", "2018", "2019"),
        ("North", "3.1", "2.9"),
        ("South", "1.0", "0.8"),
    )
    assert table.header_rows == 2
    assert table.spans == ((0, 0, 2, 1), (0, 1, 1, 2))


def test_rows_of_dots_are_rules() -> None:
    dots = line(". " * 39 + ".", 150, 157)
    table = table_of(
        [
            *row(150, (150, "Site"), (300, "What grows there")),
            dots,
            *row(164, (150, "North"), (300, "reeds of two kinds, of")),
            *row(174, (300, "which one is cut")),
            moved(dots, 26),
            *row(192, (150, "South"), (300, "lilies")),
        ]
    )

    assert table.rows == (
        ("Site", "What grows there"),
        ("North", "reeds of two kinds, of which one is cut"),
        ("South", "lilies"),
    )


def test_each_cell_has_the_box_of_its_words() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (300, "2018")),
            *row(164, (150, "North"), (300, "3.1")),
            *row(178, (150, "South"), (300, "1.0")),
        ]
    )

    boxes = {(one.row, one.column): one for one in table.cell_boxes}
    assert len(boxes) == 6
    assert (boxes[1, 1].page_number, boxes[1, 1].box.x0) == (1, 300)
    assert boxes[2, 1].box.y0 > boxes[1, 1].box.y1 > boxes[1, 1].box.y0 > boxes[0, 1].box.y1


def test_rules_drawn_cell_by_cell_give_columns_and_rows() -> None:
    edges = (150.0, 250.0, 350.0, 450.0)
    rules = [Graphic(Box(low, y, high, y + 0.5)) for y in (135, 153, 183, 201) for low, high in pairwise(edges)]
    table = table_of(
        [
            *row(150, (152, "Site"), (252, "Kind of site"), (352, "2018"), style=BOLD),
            *row(166, (152, "North"), (252, "A marsh that"), (352, "3.1")),
            *row(180, (252, "is wet")),
            *row(198, (152, "South"), (252, "A dune"), (352, "1.0")),
        ],
        rules,
    )

    assert table.rows == (
        ("Site", "Kind of site", "2018"),
        ("North", "A marsh that is wet", "3.1"),
        ("South", "A dune", "1.0"),
    )


def test_small_text_below_a_table_is_its_note() -> None:
    note = line("All values are in millimetres per year, as measured.", 150, 192, SMALL)
    table = table_of(
        [
            *row(150, (150, "Site"), (300, "2018")),
            *row(164, (150, "North"), (300, "3.1")),
            *row(178, (150, "South"), (300, "1.0")),
            note,
        ]
    )

    assert [cells[0] for cells in table.rows] == ["Site", "North", "South"]
    assert table.notes == ("All values are in millimetres per year, as measured.",)


def test_a_table_that_goes_on_is_one_and_its_head_is_read_once() -> None:
    head = ((150, "Site"), (300, "2018"))
    first = [
        *paragraph(sentences(6), 60),
        line("Table 1: Growth.", 150, 600),
        *row(620, *head),
        *row(634, (150, "North"), (300, "3.1")),
    ]
    second = [
        line("Table 1 (continued)", 150, 80),
        *row(100, *head),
        *row(114, (150, "South"), (300, "1.0")),
        *paragraph(sentences(9), 200),
    ]

    content = read_pdf([page(first), page(second, 2)])

    (table,) = content.tables
    assert table.rows == (("Site", "2018"), ("North", "3.1"), ("South", "1.0"))
    assert table.caption == "Table 1: Growth."
    assert {(one.row, one.page_number) for one in table.cell_boxes} == {(0, 1), (1, 1), (2, 2)}


def test_a_value_that_goes_on_inside_brackets_is_one_cell() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (300, "Change (95% CI)"), (450, "p")),
            *row(164, (150, "North"), (300, "3.1 (2.0,"), (450, "0.01")),
            *row(178, (300, "4.2)")),
            *row(192, (150, "South"), (300, "1.0 (0.2,"), (450, "0.20")),
            *row(206, (300, "1.8)")),
        ]
    )

    assert table.rows[1:] == (("North", "3.1 (2.0, 4.2)", "0.01"), ("South", "1.0 (0.2, 1.8)", "0.20"))


def test_a_line_that_begins_no_cell_goes_on_with_the_row_above_it() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (230, "Rain"), (290, "2018"), (350, "2019"), (410, "p")),
            *row(164, (150, "North"), (230, "wet"), (290, "0.13"), (350, "0.18"), (410, "0.01")),
            *row(175, (290, "0.26"), (350, "0.29")),
            *row(189, (150, "South"), (230, "dry"), (290, "0.07"), (350, "0.03"), (410, "0.20")),
            *row(200, (290, "0.05"), (350, "0.07")),
        ]
    )

    assert table.rows[1:] == (
        ("North", "wet", "0.13 0.26", "0.18 0.29", "0.01"),
        ("South", "dry", "0.07 0.05", "0.03 0.07", "0.20"),
    )


def test_a_cell_of_the_head_is_over_all_cells_above_which_it_is_centred() -> None:
    table = table_of(
        [
            *row(150, (307, "Level of the noise")),
            *row(164, (150, "Site"), (260, "low"), (320, "mid"), (370, "top"), (430, "all")),
            *row(178, (150, "North"), (260, "3.1"), (320, "2.9"), (370, "2.0"), (430, "1.9")),
            *row(192, (150, "South"), (260, "1.0"), (320, "0.8"), (370, "0.7"), (430, "0.1")),
        ]
    )

    assert table.rows[:2] == (("Site", "Level of the noise", "", "", ""), ("", "low", "mid", "top", "all"))
    assert (0, 1, 1, 4) in table.spans


def test_a_rule_over_most_columns_divides_rows() -> None:
    whole, part = [(150.0, y, 450.0) for y in (135, 153, 185, 217)], [(220.0, y, 420.0) for y in (169, 201)]
    table = table_of(
        [
            *row(150, (150, "Site"), (230, "Sign"), (400, "2018")),
            *row(165, (150, "North"), (230, "a"), (400, "one")),
            *row(181, (230, "b"), (400, "two")),
            *row(197, (150, "South"), (230, "a"), (400, "one")),
            *row(213, (230, "b"), (400, "two")),
        ],
        [Graphic(Box(low, y, high, y + 0.5)) for low, y, high in (*whole, *part)],
    )

    assert [cells[1] for cells in table.rows] == ["Sign", "a", "b", "a", "b"]


def test_a_bold_name_of_the_rows_below_is_not_in_the_head() -> None:
    table = table_of(
        [
            *row(150, (280, "2018"), (380, "2019"), style=BOLD),
            *row(164, (150, "Coast"), style=BOLD),
            *row(178, (150, "North"), (280, "3.1"), (380, "2.9")),
            *row(192, (150, "South"), (280, "1.0"), (380, "0.8")),
        ]
    )

    assert table.rows[:2] == (("", "2018", "2019"), ("Coast", "", ""))
    assert (table.header_rows, table.group_rows) == (1, (1,))


def test_near_columns_are_apart_where_their_words_begin_at_one_edge() -> None:
    table = table_of(
        [
            *row(150, (150, "Compound"), (197.4, "mg"), (300, "2018")),
            *row(164, (150, "Pyrazine"), (197.4, "20"), (300, "3.1")),
            *row(178, (150, "Oxygenate"), (197.4, "15"), (300, "1.0")),
            *row(192, (150, "Amikacin"), (197.4, "12"), (300, "0.4")),
        ]
    )

    assert table.rows[0] == ("Compound", "mg", "2018")
    assert table.rows[3] == ("Amikacin", "12", "0.4")


def test_words_behind_a_plain_space_are_one_cell_though_they_begin_at_one_edge() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (300, "2018")),
            *row(164, (150, "Group 1"), (300, "3.1")),
            *row(178, (150, "Group 2"), (300, "1.0")),
            *row(192, (150, "Group 3"), (300, "0.4")),
        ]
    )

    assert [cells[0] for cells in table.rows] == ["Site", "Group 1", "Group 2", "Group 3"]


def test_text_printed_over_the_next_cell_leaves_it_in_its_column() -> None:
    table = table_of(
        [
            *row(150, (150, "Drug"), (196, "Dose"), (300, "2018")),
            *row(164, (150, "Pyrazinamide"), (196, "20"), (300, "3.1")),
            *row(178, (150, "Streptomycin"), (196, "15"), (300, "1.0")),
            *row(192, (150, "Capreomycin"), (196, "12"), (300, "0.4")),
        ]
    )

    assert table.rows[1] == ("Pyrazinamide", "20", "3.1")


def test_a_line_of_near_cells_above_a_rule_is_the_head_of_the_table_below_it() -> None:
    rule = Graphic(Box(140, 156, 480, 156.5))
    lines = [
        *paragraph(sentences(3), 60),
        line("Length of run in m and time of run in s and the index of fit", 150, 152),
        *row(170, (200, "2"), (300, "16"), (400, "0.95")),
        *row(188, (200, "4"), (300, "19"), (400, "0.98")),
        line("Table 1: Growth.", 150, 210),
        *paragraph(sentences(5), 400),
    ]

    (table,) = read_pdf([page(lines, graphics=[rule])]).tables

    assert len(table.rows) == 3
    assert "time of run" in " ".join(table.rows[0])


def test_lines_of_the_head_as_far_apart_as_rows_are_rows_of_it() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (280, "Wet"), (380, "Dry"), style=BOLD),
            *row(170, (280, "n = 12"), (380, "n = 15"), style=BOLD),
            *row(190, (150, "North"), (280, "3.1"), (380, "2.9")),
            *row(210, (150, "South"), (280, "1.0"), (380, "0.8")),
            *row(230, (150, "West"), (280, "1.4"), (380, "0.6")),
        ]
    )

    assert table.rows[:3] == (("Site", "Wet", "Dry"), ("", "n = 12", "n = 15"), ("North", "3.1", "2.9"))
    assert table.header_rows == 2


def test_a_head_is_apart_from_its_next_line_by_the_usual_distance_of_rows_though_two_rows_are_nearer() -> None:
    table = table_of(
        [
            *row(150, (280, "Wet"), (380, "Dry")),
            *row(165, (150, "Kind"), (280, "marsh"), (380, "dune")),
            *row(180, (150, "North"), (280, "3.1"), (380, "2.9")),
            *row(195, (150, "South"), (280, "1.0"), (380, "0.8")),
            *row(208, (150, "West"), (280, "1.4"), (380, "0.6")),
            *row(223, (150, "East"), (280, "1.2"), (380, "0.7")),
        ]
    )

    assert table.rows[:2] == (("Kind", "Wet", "Dry"), ("", "marsh", "dune"))


def test_a_cell_between_rules_goes_on_where_its_next_word_would_have_been_in_the_margin() -> None:
    edges = (150.0, 215.0, 280.0, 345.0)
    rules = [Graphic(Box(low, y, high, y + 0.5)) for y in (135, 153, 212) for low, high in pairwise(edges)]
    table = table_of(
        [
            *row(150, (155, "Sort"), (220, "Wet"), (285, "Dry")),
            *row(168, (155, "Sender"), (220, "Yes"), (285, "No")),
            *row(180, (155, "Names")),
            *row(192, (155, "Costs"), (220, "No"), (285, "Yes")),
            *row(204, (155, "Of all"), (220, "No"), (285, "Yes")),
        ],
        rules,
    )

    assert [cells[0] for cells in table.rows] == ["Sort", "Sender Names", "Costs", "Of all"]


def test_pieces_of_two_rules_give_the_columns_of_a_table_that_has_no_more() -> None:
    edges = (149.0, 203.5, 300.0, 400.0)
    rules = [Graphic(Box(low, y, high, y + 0.5)) for y in (139, 206) for low, high in pairwise(edges)]
    table = table_of(
        [
            *row(150, (151, "Site names"), (206, "Kind of site"), (303, "2018")),
            *row(170, (151, "Northwards"), (206, "marsh"), (303, "3.1")),
            *row(190, (151, "Southwards"), (206, "dune"), (303, "1.0")),
        ],
        rules,
    )

    assert table.rows[1:] == (("Northwards", "marsh", "3.1"), ("Southwards", "dune", "1.0"))


def test_two_rules_in_fewer_pieces_than_columns_do_not_tell_the_columns() -> None:
    rules = [Graphic(Box(low, y, high, y + 0.5)) for y in (139, 206) for low, high in ((149.0, 240.0), (240.0, 460.0))]
    table = table_of(
        [
            *row(150, (150, "Site"), (245, "Kind"), (350, "2018")),
            *row(170, (150, "North"), (245, "marsh"), (350, "3.1")),
            *row(190, (150, "South"), (245, "dune"), (350, "1.0")),
        ],
        rules,
    )

    assert table.rows[1:] == (("North", "marsh", "3.1"), ("South", "dune", "1.0"))


def test_rules_drawn_in_halves_do_not_join_the_columns_above_them() -> None:
    head = row(156, (60, "Oil"), (160, "Before"), (260, "After"), (380, "Mean"), (480, "Range"))
    rows = [
        row(176 + 12 * k, (60, f"Oil {k}"), (160, "4.6"), (260, "2.3"), (380, "98.5"), (480, "75.3")) for k in range(8)
    ]
    halves = [Graphic(Box(low, y, high, y + 0.5)) for y in (144, 162, 270) for low, high in ((60, 330), (330, 540))]

    table = table_of([*head, *(one for cells in rows for one in cells)], halves)

    assert table.rows[:2] == (("Oil", "Before", "After", "Mean", "Range"), ("Oil 0", "4.6", "2.3", "98.5", "75.3"))


def test_a_table_that_cannot_be_read_costs_its_cells_and_no_more() -> None:
    table = Table(label="Table 1", caption="Table 1: Growth.", page_number=7)
    unplaced = prepare(page(row(150, (150, "Site"), (300, "2018")), 7)).rows.rows

    found, note = with_cells(table, unplaced, {})

    assert found == table
    assert note is not None
    assert (note.code, note.page_number) == ("table_unreadable", 7)


def test_words_printed_over_each_other_are_in_one_column() -> None:
    over = Cell("birch wood", Box(100, 0, 160, 10), (("birch", 100, 140), ("wood", 120, 160)))
    value = Cell("3.1", Box(300, 0, 315, 10), (("3.1", 300, 315),))

    assert columns_by_space([Line(1, 10.0, False, [over, value]) for _ in range(4)]) == [(100, 160), (300, 315)]


def test_words_with_their_numbers_below_each_other_are_rows_of_their_own() -> None:
    groups = [
        one
        for place, name in enumerate(("Coast", "River", "Marsh"))
        for at, model in enumerate(("RF", "GBM", "XGB"))
        for one in row(
            164 + 44 * place + 12 * at,
            *([(150, name)] if at == 0 else []),
            (220, model),
            (280, f"Acc. 0.8{at}{place}"),
            (380, f"AUC 0.7{at}{place}"),
        )
    ]
    rules = [Graphic(Box(150, y, 450, y + 0.5)) for y in (138, 153, 195, 239, 283)]

    table = table_of([*row(150, (150, "Place"), (220, "Model"), (280, "Metric 1"), (380, "Metric 2")), *groups], rules)

    assert len(table.rows) == 10


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
