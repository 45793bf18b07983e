"""Tables and the columns of text that they are in: their width, their running text, and parts without their first column."""

from __future__ import annotations

from dataclasses import replace

from unit.parsing_pdf.printed import BODY, BOLD, line, page, paragraph, sentences
from unit.parsing_pdf.printed_tables import row
from unit.parsing_pdf.test_continued_tables import RIGHT, caption, left, only_table, right, rows

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic
from scholarai.parsing.pdf.layout.metrics import Metrics
from scholarai.parsing.pdf.layout.regions import Rule
from scholarai.parsing.pdf.layout.rows import Row, row_of
from scholarai.parsing.pdf.read import read_pdf
from scholarai.parsing.pdf.structure.groups import grouped
from scholarai.parsing.pdf.structure.strips import Strip, StripLine, goes_on_narrow
from scholarai.parsing.pdf.structure.table_rows import Around, lines_outward, table_rows

COLUMN = (60.0, 540.0)
METRICS = Metrics(size=10.0, font="Body", leadings={})
TEXT = "the growth of all grass we saw"


def printed(text: str, x: float, y: float, *, column: tuple[float, float]) -> Row:
    row = row_of(line(text, x, y), 1, complete=True)
    assert row is not None
    return replace(row, left=column[0], right=column[1])


def strip_line(row: Row, *, tabular: bool) -> StripLine:
    return StripLine([row], row.y0, row.y1, tabular, False)


def test_running_text_as_narrow_as_a_cell_does_not_end_a_table_between_the_rules_of_rows() -> None:
    rules = [Rule(60.0, y, 540.0) for y in (138, 156, 198, 240)]
    head = [printed(text, x, 150, column=COLUMN) for text, x in (("Site", 60), ("Wet", 120), ("Dry", 330))]
    cells = [
        strip_line(printed(TEXT, 330, y, column=(330, 486)), tabular=False) for y in (167, 178, 189, 209, 220, 231)
    ]
    lines = [StripLine(head, head[0].y0, head[0].y1, tabular=True, ends=False), *cells]

    assert lines_outward(lines, 130, rules, METRICS, [Strip(*COLUMN)]) == lines
    assert lines_outward(lines, 130, rules, METRICS, [Strip(330, 486)]) == lines[:1]


def test_a_table_is_looked_for_over_the_column_of_text_where_its_caption_seems_to_stand_in_a_narrower_one() -> None:
    larger = replace(METRICS, size=12.0)
    name = grouped([printed("Table 1. Growth.", 60, 130, column=(60, 140))], larger)[0]
    cells = [
        printed(text, x, y, column=(x, x + 150))
        for y in (150, 164, 178)
        for x, text in ((60, TEXT), (260, "wet"), (420, "3.1"))
    ]
    other = printed("Table 2. Rain.", 260, 130, column=(260, 440))

    assert table_rows(name, Around(cells, [], [], [Strip(*COLUMN)]), larger) == cells
    assert table_rows(name, Around(cells, [], []), larger) == []
    assert table_rows(name, Around(cells, [other], [], [Strip(*COLUMN)]), larger) == []


def test_a_part_without_the_first_column_stands_where_its_column_of_text_tells() -> None:
    first = [("n", "Sum", "12", "13", "14"), ("m", "Part", "11", "12", "13"), ("", "Half", "15", "16", "17", "18")]
    values = [("Mean", "15", "16", "17", "18", "19"), ("Least", "10", "11", "12", "13", "14")]
    lines = [
        *left(20, 110),
        caption(1, 660),
        *rows(672, *first, step=30),
        *rows(110, *values, x=RIGHT[0] + 30, step=30),
        *right(20, 170),
    ]

    table = only_table(read_pdf([page([*left(20, 110), *right(20, 110)]), page(lines, 2)]))

    assert [cells[1] for cells in table.rows] == ["Sum", "Part", "Half", "Mean", "Least"]
    assert [cells[0] for cells in table.rows] == ["n", "m", "", "", ""]


def test_a_line_of_a_narrow_cell_is_measured_by_the_columns_of_text_not_by_those_of_its_table() -> None:
    head = strip_line(printed("Northern", 60, 100, column=(60, 110)), tabular=True)
    below = strip_line(printed("islands", 60, 111, column=(60, 110)), tabular=False)

    assert goes_on_narrow(below, [head], [Strip(60.0, 290.0)])
    assert not goes_on_narrow(below, [head], [Strip(60.0, 110.0)])


def test_a_bold_head_whose_cells_are_near_each_other_is_no_running_text_below_a_caption() -> None:
    head = "Weight and width Growth in the islands Rain of the year in all beds"
    below = [
        *row(167, (60, "Outcome"), (155, "79.8"), (335, "8.64")),
        *row(181, (60, "Controls"), (155, "80.4"), (335, "8.68")),
        *row(195, (60, "Survey"), (155, "72.3"), (335, "5.55")),
    ]
    whole = [*paragraph(sentences(3), 60), line("Table 1. Growth.", 60, 130), *below, *paragraph(sentences(9), 300)]

    assert len(only_table(read_pdf([page([*whole, line(head, 155, 150, BOLD)])])).rows) == 4
    assert read_pdf([page([*whole, line(head, 60, 150, BODY)])]).tables[0].rows == ()


def test_tables_beside_one_another_at_the_top_of_two_columns_keep_their_own_rows() -> None:
    names = [
        line("Table 1: Rain by month and by site, in mm", 60, 60, BOLD),
        line("Table 2: Wind by month and by site, m/s", 310, 60, BOLD),
    ]
    cells = [
        cell
        for k in range(8)
        for cell in row(
            84 + 12 * k, (60, f"L{k}"), (140, "4.6"), (220, "2.3"), (310, f"R{k}"), (400, "98.5"), (480, "75.3")
        )
    ]
    text = [one for x in (60, 310) for one in paragraph(sentences(16), 230, x=x, right=x + 230)]

    first, second = read_pdf([page([*names, *cells, *text])]).tables

    assert first.rows == tuple((f"L{k}", "4.6", "2.3") for k in range(8))
    assert second.rows == tuple((f"R{k}", "98.5", "75.3") for k in range(8))


def test_the_lines_of_a_plot_in_the_other_column_are_not_the_rules_of_a_table_beside_its_caption() -> None:
    lines = [Graphic(Box(330.0, y, 540.0, y + 0.5)) for y in (58, 80, 102, 124)]
    bars = row(70, (350, "1.00%"), (420, "1.48%"), (490, "1.71%"))
    cells = [cell for k in range(6) for cell in row(84 + 12 * k, (60, f"L{k}"), (140, "4.6"), (220, "2.3"))]
    text = [one for x in (60, 310) for one in paragraph(sentences(20), 230, x=x, right=x + 230)]
    layout = page([line("Table 1: Rain by month and by site", 60, 60), *cells, *bars, *text], graphics=lines)

    (table,) = read_pdf([layout, page(text, 2)]).tables

    assert table.rows == tuple((f"L{k}", "4.6", "2.3") for k in range(6))
