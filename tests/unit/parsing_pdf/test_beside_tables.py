"""What stands beside, above and below a table: other tables, names over several rows, and running text."""

from __future__ import annotations

from unit.parsing_pdf.printed import BODY, BOLD, line, page, paragraph, sentences
from unit.parsing_pdf.printed_tables import row, table_of

from scholarai.domain.content import Box, Table
from scholarai.parsing.layout import Graphic, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

LARGER = Style("Serif-Regular", 11.0)


def _tables(*lines: RawLine) -> tuple[Table, ...]:
    whole = [*paragraph(sentences(3), 60), *lines, *paragraph(sentences(5), 500)]
    return read_pdf([page(whole)]).tables


def test_a_caption_between_two_tables_belongs_to_the_nearer_one() -> None:
    first, second = _tables(
        *row(130, (150, "Site"), (300, "2018")),
        *row(144, (150, "North"), (300, "3.1")),
        line("Table 1: Growth of grass in wet years.", 150, 160),
        *row(190, (150, "Site"), (300, "2019")),
        *row(204, (150, "South"), (300, "1.0")),
        *row(218, (150, "West"), (300, "0.8")),
        line("Table 2: Growth of grass in dry years.", 150, 234),
    )

    assert first.rows == (("Site", "2018"), ("North", "3.1"))
    assert second.rows == (("Site", "2019"), ("South", "1.0"), ("West", "0.8"))


def test_long_cells_above_a_caption_are_no_running_text() -> None:
    what = "the mean growth of all grass that we saw in a year"
    (table,) = _tables(
        *row(130, (90, "Feature"), (190, "Description")),
        *row(144, (90, "growth"), (190, what)),
        *row(158, (90, "rain"), (190, what.replace("growth", "rainfall"))),
        line("Table 1: What was measured.", 150, 174),
    )

    assert [cells[0] for cells in table.rows] == ["Feature", "growth", "rain"]
    assert table.rows[1] == ("growth", what)


def test_text_that_fills_a_cell_goes_on_with_it_where_no_rule_ends_the_table() -> None:
    table = table_of(
        [
            *row(150, (60, "Method"), (150, "Description")),
            *row(164, (60, "stitch"), (150, "appends what was seen in a year to what was seen before it")),
            line("and the growth of all grass that was seen in the wet years of it", 150, 175),
            *row(189, (60, "plot"), (150, "draws what was seen")),
        ]
    )

    assert [cells[0] for cells in table.rows] == ["Method", "stitch", "plot"]
    assert table.rows[1][1].endswith("before it and the growth of all grass that was seen in the wet years of it")


def test_spaces_that_a_justified_line_stretches_are_between_no_columns() -> None:
    lines = ("appends it to others", "and the rest of them", "which was seen there", "in years that were w")
    table = table_of(
        [
            *row(150, (150, "Method"), (220, "Description")),
            *row(164, (150, "stitch"), (220, "appends"), (266, "what"), (296, "was")),
            *[line(text, 220, 175 + 11 * at) for at, text in enumerate(lines)],
            *row(222, (150, "plot"), (220, "draws what was seen")),
        ]
    )

    assert {len(cells) for cells in table.rows} == {2}
    assert table.rows[1] == ("stitch", " ".join(("appends what was", *lines)))


def test_a_name_centred_beside_several_rows_between_rules_is_in_the_first_of_them() -> None:
    rules = [Graphic(Box(145.0, y, 400.0, y + 0.5)) for y in (140, 154, 183, 212, 226)]
    table = table_of(
        [
            *row(150, (150, "Site"), (220, "Kind"), (300, "2018"), (360, "2019")),
            *row(166, (220, "marsh"), (300, "3.1"), (360, "2.9")),
            line("North", 150, 171.5),
            *row(177, (220, "dune"), (300, "1.0"), (360, "0.8")),
            *row(195, (220, "marsh"), (300, "2.2"), (360, "2.1")),
            line("South", 150, 200.5),
            *row(206, (220, "dune"), (300, "0.4"), (360, "0.5")),
            *row(222, (150, "All"), (220, "any"), (300, "6.7"), (360, "6.3")),
        ],
        rules,
    )

    assert table.rows[1:] == (
        ("North", "marsh", "3.1", "2.9"),
        ("", "dune", "1.0", "0.8"),
        ("South", "marsh", "2.2", "2.1"),
        ("", "dune", "0.4", "0.5"),
        ("All", "any", "6.7", "6.3"),
    )


def test_lines_that_fill_all_columns_are_rows_though_more_space_divides_some_of_them() -> None:
    names = [(164, "aut_cit_yearly"), (176, "aut_cit_each_one"), (188, "aut_h_index_all")]
    names += [(212, "pub_cit_yearly"), (224, "pub_cit_each_one"), (236, "pub_rank_of_all")]
    table = table_of(
        [
            *row(150, (150, "Feature"), (250, "Description")),
            *[one for y, name in names for one in row(y, (150, name), (250, f"what {name} stands for"))],
        ]
    )

    assert [cells[0] for cells in table.rows[1:]] == [name for _, name in names]


def test_a_caption_goes_on_where_its_bold_sentence_ends_in_the_middle_of_a_full_line() -> None:
    first = line(
        [("Table 1. The growth of grass in all of the years, on the beds of Kew. ", BOLD), ("By beds", BODY)], 60, 130
    )
    whole = [
        *paragraph(sentences(3), 60),
        line("a" * 96, 60, 110),
        first,
        line("and by years, as was counted by two of us in every one of the months of these years.", 60, 142),
        *row(162, (150, "Site"), (300, "2018")),
        *row(176, (150, "North"), (300, "3.1")),
        *paragraph(sentences(5), 300),
    ]
    (table,) = read_pdf([page(whole)]).tables

    assert table.caption.endswith("of these years.")
    assert table.rows == (("Site", "2018"), ("North", "3.1"))


def test_factors_below_each_other_are_two_values() -> None:
    table = table_of(
        [
            *row(150, (150, "Setup"), (300, "Cost")),
            *row(162, (150, "one of them"), (300, "1.6×")),
            *row(174, (150, "all of them"), (300, "3×")),
        ]
    )

    assert table.rows[1:] == (("one of them", "1.6×"), ("all of them", "3×"))


def test_a_note_that_is_named_so_ends_the_rows_though_spaces_of_its_next_line_are_wide() -> None:
    table = table_of(
        [
            *row(150, (150, "Site"), (260, "2018"), (330, "2019")),
            *row(164, (150, "North"), (260, "3.1"), (330, "2.9")),
            *row(178, (150, "South"), (260, "1.0"), (330, "0.8")),
            line("Note— all of it is in mm, as was", 150, 192),
            *row(204, (150, "counted by two"), (260, "of us"), (330, "each year")),
        ]
    )

    assert len(table.rows) == 3
    assert table.notes == ("Note— all of it is in mm, as was counted by two of us each year",)


def test_a_table_in_larger_type_than_the_text_goes_on_below_a_line_that_is_only_a_name() -> None:
    (table,) = _tables(
        *row(130, (150, "Site"), (300, "2018"), style=LARGER),
        *row(145, (150, "North"), (300, "3.1"), style=LARGER),
        line("islands", 160, 160, LARGER),
        *row(175, (150, "South"), (300, "1.0"), style=LARGER),
        line("Table 1: Growth of grass in wet years.", 150, 192),
    )

    assert [cells[1] for cells in table.rows if cells[1]] == ["2018", "3.1", "1.0"]


def test_a_table_between_rules_may_be_beside_its_caption() -> None:
    caption = [line([("Table 3", BOLD), (" Output of all", BODY)], 60, 200)]
    caption += [line("models of behaviour", 60, 210), line("with their errors", 60, 220)]
    cells = [*row(200, (220, "Response"), (340, "Estimate"), (440, "Error"))]
    for place, name in enumerate(("Checks", "Contacts", "Approaches", "Time")):
        cells += row(220 + 14 * place, (220, name), (340, f"0.{place}"), (440, f"1.{place}"))
    rules = [Graphic(Box(200, y - 0.3, 500, y + 0.3)) for y in (188, 206, 270)]
    text = [*paragraph(sentences(3), 60), *caption, *cells, *paragraph(sentences(9), 320)]

    content = read_pdf([page(text, 1, rules)])

    (table,) = content.tables
    assert table.rows[0] == ("Response", "Estimate", "Error")
    assert table.rows[1:] == tuple(
        (name, f"0.{at}", f"1.{at}") for at, name in enumerate(("Checks", "Contacts", "Approaches", "Time"))
    )
    assert table.caption == "Table 3 Output of all models of behaviour with their errors"
