"""Tables that go on in the next column or on the next page, or are wider than their caption's column."""

from __future__ import annotations

from collections.abc import Sequence

from unit.parsing_pdf.printed import BODY, SMALL, line, page, paragraph, sentences

from scholarai.domain.content import Block, Box, PaperContent, Table
from scholarai.parsing.layout import Graphic, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

HEAD = ("Site", "Rain", "2018")
LEFT, RIGHT = (60.0, 290.0), (310.0, 540.0)


def rows(y: float, *texts: Sequence[str], x: float = 60.0, step: float = 80.0, style: Style = SMALL) -> list[RawLine]:
    return [
        line(text, x + step * column, y + 11 * index, style)
        for index, cells in enumerate(texts)
        for column, text in enumerate(cells)
        if text
    ]


def caption(number: int, y: float, x: float = 60.0) -> RawLine:
    return line(f"Table {number}. Growth at the sites.", x, y, SMALL)


def left(count: int, y: float) -> list[RawLine]:
    return paragraph(sentences(count), y, x=LEFT[0], right=LEFT[1])


def right(count: int, y: float) -> list[RawLine]:
    return paragraph(sentences(count), y, x=RIGHT[0], right=RIGHT[1])


def read_after_text(lines: Sequence[RawLine]) -> PaperContent:
    """Read a page that follows one of running text."""
    return read_pdf([page([*left(20, 110), *right(20, 110)]), page(lines, 2)])


def only_table(content: PaperContent) -> Table:
    (table,) = content.tables
    return table


def paragraphs(content: PaperContent) -> list[Block]:
    return [block for block in content.blocks if block.kind == "paragraph"]


def test_a_table_goes_on_at_the_top_of_the_next_column_below_its_head_printed_again() -> None:
    lines = [
        *left(20, 110),
        caption(1, 640),
        *rows(652, HEAD, ("North", "wet", "3.1"), ("South", "dry", "1.0")),
        *rows(110, HEAD, ("East", "wet", "2.2"), ("West", "dry", "0.4"), x=RIGHT[0]),
        *right(20, 170),
    ]

    content = read_after_text(lines)

    table = only_table(content)
    assert [cells[0] for cells in table.rows] == ["Site", "North", "South", "East", "West"]
    assert not any("West" in block.text for block in paragraphs(content))


def test_a_table_of_which_only_the_caption_found_room_begins_in_the_next_column() -> None:
    lines = [
        *left(20, 110),
        caption(1, 640),
        *rows(110, HEAD, ("East", "wet", "2.2"), ("West", "dry", "0.4"), x=RIGHT[0]),
        *right(20, 170),
    ]

    assert only_table(read_after_text(lines)).rows == (HEAD, ("East", "wet", "2.2"), ("West", "dry", "0.4"))


def test_a_table_across_both_columns_is_as_wide_as_its_rows_below_a_short_caption() -> None:
    wide = [("North", "wet", "3.1", "2.9", "4.0", "1.1"), ("South", "dry", "1.0", "0.8", "0.7", "0.1")]
    lines = [
        caption(1, 110),
        *rows(125, ("Site", "Rain", "2018", "2019", "2020", "2021"), *wide, *wide),
        *left(20, 200),
        *right(20, 200),
    ]

    assert {len(cells) for cells in only_table(read_after_text(lines)).rows} == {6}


def test_rows_of_the_next_column_on_the_same_lines_are_no_columns_of_a_table() -> None:
    names = [(f"Site {number}", "wet", f"{number}.1") for number in range(1, 30)]
    below = [caption(1, 297), *rows(308, HEAD, *names[:4])]

    table = only_table(read_after_text([*left(6, 110), *below, *rows(110, HEAD, *names[4:], x=RIGHT[0])]))

    assert {len(cells) for cells in table.rows} == {3}
    assert [cells[0] for cells in table.rows] == ["Site", *(name for name, _, _ in names)]


def test_the_caption_of_the_next_table_ends_a_table() -> None:
    lines = [
        caption(1, 110),
        *rows(122, HEAD, ("North", "wet", "3.1")),
        caption(2, 150),
        *rows(162, HEAD, ("East", "wet", "2.2")),
        *left(12, 210),
        *right(22, 110),
    ]

    tables = read_after_text(lines).tables

    assert [[cells[0] for cells in table.rows] for table in tables] == [["Site", "North"], ["Site", "East"]]


def test_a_list_at_the_top_of_the_next_column_is_no_table() -> None:
    items = [
        part
        for number in range(1, 9)
        for part in (
            line(f"{number}.", RIGHT[0], 100 + 11 * number, SMALL),
            line("A. Author, The growth of grass, J. Bot., 2018.", RIGHT[0] + 20, 100 + 11 * number, SMALL),
        )
    ]
    lines = [*left(20, 110), caption(1, 640), *items]

    assert only_table(read_after_text(lines)).rows == ()


def test_a_table_goes_on_below_the_labels_of_a_drawing() -> None:
    lines = [
        *left(20, 110),
        caption(1, 640),
        *rows(652, HEAD, ("North", "wet", "3.1"), ("South", "dry", "1.0")),
        line("Dose", 400, 110, SMALL),
        *rows(150, HEAD, ("East", "wet", "2.2"), ("West", "dry", "0.4"), x=RIGHT[0]),
        *right(20, 210),
    ]

    assert [cells[0] for cells in only_table(read_after_text(lines)).rows] == ["Site", "North", "South", "East", "West"]


def test_a_row_that_a_column_ends_goes_on_at_the_top_of_the_next_one() -> None:
    lines = [
        *left(20, 110),
        caption(1, 640),
        *rows(652, HEAD, ("North", "wet", "3.1"), ("South", "dry and", "(1.0,")),
        *rows(110, HEAD, ("", "cold", "2.0)"), ("West", "dry", "0.4"), x=RIGHT[0]),
        *right(20, 170),
    ]

    table = only_table(read_after_text(lines))

    assert table.rows[2:] == (("South", "dry and cold", "(1.0, 2.0)"), ("West", "dry", "0.4"))


LONG = (
    "a role in the growth",
    "of the grass that we",
    "saw in wet years and",
    "in dry ones at sites",
    "of the North and the",
    "South as was counted",
)


def rules(*heights: float) -> list[Graphic]:
    return [Graphic(Box(LEFT[0], y, LEFT[1], y + 0.5)) for y in heights]


def test_a_long_cell_that_is_not_the_first_of_its_row_belongs_to_the_table_whatever_its_width() -> None:
    long = [("South", "dry", LONG[0]), *(("", "", text) for text in LONG[1:]), ("East", "wet", "grew")]
    lines = [
        *left(16, 110),
        caption(1, 560),
        *rows(572, HEAD, ("North", "wet", "grew"), *long, step=60, style=BODY),
        *right(24, 110),
    ]

    table = only_table(read_after_text(lines))

    assert [cells[0] for cells in table.rows] == ["Site", "North", "South", "East"]
    assert table.rows[2][2] == " ".join(LONG)


def test_the_last_lines_of_a_cell_are_in_the_table_where_no_rule_ends_it() -> None:
    long = [("South", "dry", LONG[0]), *(("", "", text) for text in LONG[1:])]
    lines = [
        *left(16, 110),
        caption(1, 560),
        *rows(572, HEAD, ("North", "wet", "grew"), *long, step=60, style=BODY),
        *rows(110, HEAD, ("East", "wet", "2.2"), ("West", "dry", "0.4"), x=RIGHT[0], step=60, style=BODY),
        *right(20, 170),
    ]
    first = page([*left(20, 110), *right(20, 110)])

    table = only_table(read_pdf([first, page(lines, 2, graphics=rules(563, 576))]))

    assert [cells[0] for cells in table.rows] == ["Site", "North", "South", "East", "West"]
    assert table.rows[2][2] == " ".join(LONG)


def test_the_second_line_of_a_head_counts_once_where_its_first_was_taken_for_the_head_of_a_page() -> None:
    under = ("", "(mm)", "(cm)")
    lines = [
        *left(20, 110),
        caption(1, 640),
        *rows(652, HEAD, under, ("North", "3.0", "3.1"), ("South", "2.0", "1.0")),
        *rows(110, under, ("East", "2.0", "2.2"), ("West", "1.0", "0.4"), x=RIGHT[0]),
        *right(20, 170),
    ]

    table = only_table(read_after_text(lines))

    assert table.rows[-3:] == (("South", "2.0", "1.0"), ("East", "2.0", "2.2"), ("West", "1.0", "0.4"))


def test_the_rules_of_another_table_beside_a_table_are_not_its_own() -> None:
    pieces = ((60.0, 110.0), (110.0, 200.0), (200.0, 290.0))
    own = [Graphic(Box(low, y, high, y + 0.5)) for y in (118, 175) for low, high in pieces]
    others = [Graphic(Box(low + 250, y, high + 250, y + 0.5)) for y in (130, 141, 152, 163) for low, high in pieces]
    table_cells = rows(128, HEAD, ("Northern", "wet", "3.1"), ("Southern", "dry", "1.0"), step=50, style=BODY)
    lines = [caption(1, 110), *table_cells, *left(12, 210), *right(22, 110)]

    table = only_table(read_pdf([page([*left(20, 110), *right(20, 110)]), page(lines, 2, graphics=[*own, *others])]))

    assert table.rows[1:] == (("Northern", "wet", "3.1"), ("Southern", "dry", "1.0"))
