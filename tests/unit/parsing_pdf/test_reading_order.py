"""Text comes in the order a person reads it, without what belongs to the page."""

from __future__ import annotations

import pickle
import re
from itertools import groupby

import pytest
from unit.parsing_pdf.printed import (
    BODY,
    BOLD,
    HEIGHT,
    LARGE,
    LEADING,
    LEFT,
    SMALL,
    TITLE,
    WIDTH,
    body,
    line,
    moved,
    page,
    paragraph,
    read,
    sentences,
)

from scholarai.domain.content import Box
from scholarai.parsing.layout import PageLayout, RawLine, Style
from scholarai.parsing.pdf.layout.rows import Row, row_of
from scholarai.parsing.pdf.read import read_pdf

GUTTER = 290.0, 310.0


def two_columns(left: str, right: str, y: float = 120.0) -> list[RawLine]:
    return [*paragraph(left, y, right=GUTTER[0]), *paragraph(right, y, x=GUTTER[1])]


def test_the_left_column_is_read_before_the_right_one() -> None:
    lines = two_columns(sentences(9, "left"), sentences(9, "right"))
    mixed = sorted(lines, key=lambda row: (row.box.y0, row.box.x0))

    text = read(mixed).text()

    assert text.index("left of paper number 9") < text.index("right of paper number 1")


def test_a_font_that_states_the_height_of_several_rows_takes_no_place_of_others() -> None:
    """Cambria does, whose letters then seem to reach over the rows above and below them."""

    def tall(row: RawLine) -> RawLine:
        x0, y0, x1, y1 = row.box.x0, row.box.y0 - 40, row.box.x1, row.box.y1 + 40
        return row._replace(box=Box(x0, y0, x1, y1), spans=(row.spans[0]._replace(box=(x0, y0, x1, y1)),))

    front = [
        tall(line("The width of columns in print", 60, 100, Style("Cambria", 16.0))),
        tall(line("Mira Halvorsen, Jon Ek", 60, 122, Style("Cambria", 12.0))),
        tall(line("1 Institute of Lakes, University of the North", 60, 138, SMALL)),
    ]
    lines = [*front, *two_columns(sentences(9, "left"), sentences(9, "right"), 190.0)]

    content = read_pdf([page(lines)])

    assert [block.text for block in content.blocks[:3]] == [
        "The width of columns in print",
        "Mira Halvorsen, Jon Ek",
        "1 Institute of Lakes, University of the North",
    ]
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek"]
    assert all(box.y1 - box.y0 < 20 for block in content.blocks[:3] for box in block.boxes)


def test_a_sign_whose_font_places_it_far_above_its_line_makes_the_line_no_higher() -> None:
    row = line([("the value of ", BODY), ("`", Style("Drawn", 10.0)), ("root", BODY)], 60, 200)
    high = tuple(
        span._replace(box=(span.box[0], 146.0, span.box[2], 156.0)) if span.text == "`" else span for span in row.spans
    )
    block = read_pdf([page([row._replace(spans=high, box=row.box._replace(y0=146.0))])]).blocks[0]

    assert block.text == "the value of `root"
    assert all(box.y1 - box.y0 < 20 for box in block.boxes)


def test_a_line_across_both_columns_parts_what_is_above_from_what_is_below() -> None:
    above = two_columns(sentences(5, "left"), sentences(5, "right"))
    middle = max(row.box.y1 for row in above) + 30
    wide = paragraph(sentences(3, "wide"), middle)
    below = two_columns(sentences(5, "lower"), sentences(5, "last"), max(row.box.y1 for row in wide) + 40)

    text = read([*above, *wide, *below]).text()

    order = [text.index(f"{word} of paper number 1") for word in ("left", "right", "wide", "lower", "last")]
    assert order == sorted(order)


def test_a_link_that_runs_out_of_its_column_over_the_other_one_does_not_divide_the_page() -> None:
    left = [line(f"The left column has a row with number {n}", 60, 120 + 12 * n) for n in range(16)]
    right = [line(f"The right column has a row with number {n}", 310, 120 + 12 * n) for n in range(16)]
    left[8] = line("see http://example.org/" + "reports/" * 4 + "of-the-year-two-thousand-and-ten", 60, 120 + 12 * 8)

    text = read([*left, *right]).text()

    assert left[8].box.x1 > 330
    assert text.index("row with number 15") < text.index("The right column has a row with number 0")


def test_the_few_rows_of_a_hanging_list_on_the_last_page_keep_the_columns_of_the_pages_before() -> None:
    full = [two_columns(sentences(30, f"left{page}"), sentences(30, f"right{page}")) for page in "abc"]
    labels = [line(f"{n + 1}. Entry {n} begins with these words", 60 + 250 * n, 120) for n in range(2)]
    below = [line(f"and row {n} goes on below it", 80 + 250 * (n // 4), 132 + 12 * (n % 4)) for n in range(8)]

    text = read(*full, [*labels, *below]).text()

    assert text.index("and row 3") < text.index("Entry 1 begins") < text.index("and row 4")


def _hanging(first: int, count: int, x: float, y: float) -> list[RawLine]:
    """Return entries whose numbers are lines of their own, left of their two rows of text."""
    rows: list[RawLine] = []
    for number in range(first, first + count):
        top = y + 24 * (number - first)
        rows += [line(f"{number}.", x, top), line(f"Halvorsen M, Ek J. Reeds in lake {number}", x + 25, top)]
        longer = ", 2nd ed" if number % 6 == 3 and x < GUTTER[0] else ""
        rows.append(line(f"and its shores. Letters 2009;1:{number}{longer}.", x + 25, top + 12))
    return rows


def test_a_list_of_references_whose_numbers_stand_alone_is_read_column_by_column() -> None:
    last = [*paragraph(sentences(6, "late"), 120, right=GUTTER[0]), line("References", 60, 260, BOLD)]
    last += [*_hanging(1, 12, 60, 280), *_hanging(13, 18, GUTTER[1], 120)]
    text = two_columns(sentences(16, "left"), sentences(16, "right"))
    more = [[*_hanging(at, 18, 60, 120), *_hanging(at + 18, 18, GUTTER[1], 120)] for at in (31, 67, 103)]

    content = read_pdf([page(lines, number) for number, lines in enumerate((text, text, last, *more), 1)])

    assert [int(reference.label or 0) for reference in content.references] == [*range(1, 139)]


def test_a_short_line_of_the_title_over_the_gutter_is_read_before_both_columns() -> None:
    lines = [
        line("Boiling Water in Two Columns", 180, 60, TITLE),
        line("Ada Lee", 283, 85),
        line("Univ. A", 283, 100),
        *two_columns(sentences(9, "left"), sentences(9, "right"), y=130),
    ]

    text = read(lines).text()

    assert text.index("Univ. A") < text.index("left of paper number 1")


def test_a_paragraph_goes_on_across_columns_and_pages() -> None:
    rows = paragraph(sentences(40), 120)
    above = rows[0].box.y0 - rows[20].box.y0

    content = read(rows[:20], [moved(row, above) for row in rows[20:]])

    assert [block.kind for block in body(content)] == ["paragraph"]
    assert {row.page_number for row in body(content)[0].lines} == {1, 2}
    assert body(content)[0].text == sentences(40)


def test_a_hyphen_at_the_end_of_a_line_is_undone_but_a_compound_keeps_its_own() -> None:
    lines = [
        line("The well-known method improves the classi-", 60, 120),
        line("fication of papers, and the result is well-", 60, 132),
        line("known among those who measure the columns.", 60, 144),
    ]

    assert "classification of papers, and the result is well-known among" in read(lines).text()


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [
        [
            line("Keller: Reading of columns", 60, 30, SMALL),
            *paragraph(sentences(20, f"page{number}"), 120),
            line(str(number), 298, 770, SMALL),
        ]
        for number in (1, 2, 3, 4)
    ]

    text = read(*pages).text()

    assert "Keller" not in text
    assert "4\n" not in text
    assert "paper number 20" in text


@pytest.mark.parametrize("step", [1, 3, 5, 10])
@pytest.mark.parametrize("start", [1, 238])
@pytest.mark.parametrize(("size", "flush"), [(8.0, 0.0), (4.0, 1.0)])
def test_line_numbers_in_the_margin_are_left_out(step: int, start: int, size: float, flush: float) -> None:
    pages, number = [], start
    for name in ("first", "second"):
        rows = paragraph(sentences(26, name), 100)
        shown = [(row, number + at) for at, row in enumerate(rows) if (number + at) % step == 0]
        number += len(rows)
        printed = [(str(value), row.box.y1 - 2) for row, value in shown]
        style = Style("Serif-Regular", size)
        numbers = [line(text, 40 - flush * len(text) * size / 2, y, style) for text, y in printed]
        pages.append([*rows, *numbers])

    texts = [block.text for block in body(read(*pages))]

    assert " ".join(texts) == f"{sentences(26, 'first')} {sentences(26, 'second')}"


def test_the_numbers_of_a_tables_rows_are_no_line_numbers_where_page_numbers_are_below_them() -> None:
    rows = [
        part
        for number in range(1, 25)
        for y in (100 + LEADING * number,)
        for part in (line(str(number), 60, y), line(f"Searches for reeds and lakes of kind {number}", 90, y))
    ]
    pages = [
        [*paragraph(sentences(40, name), 100), line(str(number), 60, 780)] for number, name in ((2, "a"), (4, "b"))
    ]

    content = read(paragraph(sentences(40, "first"), 100), pages[0], rows, pages[1])

    assert "24 Searches for reeds" in content.text()


def test_text_of_a_page_set_sideways_is_read_and_its_boxes_lie_where_it_is_shown() -> None:
    upright = paragraph(sentences(12), 100, right=500)
    turned = tuple(_turned(row) for row in upright)

    content = read_pdf([PageLayout(1, WIDTH, HEIGHT, turned)])

    assert content.blocks[0].text == sentences(12)
    assert content.blocks[0].lines[0].vertical
    assert content.blocks[0].boxes[0] == turned[0].box


def _turned(row: RawLine) -> RawLine:
    """Return a line as it stands when its text runs from the bottom of the page to its top."""
    box = Box(row.box.y0, HEIGHT - row.box.x1, row.box.y1, HEIGHT - row.box.x0)
    span = row.spans[0]._replace(box=(box.x0, box.y0, box.x1, box.y1))
    ends = [
        end
        for low, high in zip(row.extents[::2], row.extents[1::2], strict=True)
        for end in (HEIGHT - high, HEIGHT - low)
    ]
    return RawLine((span,), box, tuple(ends), (0, -1))


def test_every_block_has_a_box_per_line_and_words_inside_it() -> None:
    content = read([line("A Title Above the Text", 150, 80, TITLE), *paragraph(sentences(10), 120)])

    for block in content.blocks:
        assert len(block.boxes) == len(block.lines)
        for box, printed in zip(block.boxes, block.lines, strict=True):
            for word in printed.words:
                assert printed.start <= word.start < word.end <= printed.end
                assert box.x0 - 1 <= word.low_pt <= word.high_pt <= box.x1 + 1
    assert content.text()[content.blocks[-1].start : content.blocks[-1].end] == content.blocks[-1].text


def test_a_watermark_across_every_page_is_left_out() -> None:
    mark = line("CONFIDENTIAL DRAFT", 150, 400, BODY._replace(size_pt=40.0))
    pages = [[*paragraph(sentences(10, f"page{n}"), 100), mark] for n in (1, 2, 3, 4)]

    assert "CONFIDENTIAL" not in read(*pages).text()


def test_notes_in_the_margin_come_after_the_text_beside_them() -> None:
    notes = [
        line(text, 20, 200 + LEADING * index, SMALL)
        for index, text in enumerate(("DOI: 10.1/x", "Software", "Review", "Archive", "License"))
    ]
    body = paragraph(sentences(25), 120, x=170)

    content = read_pdf([page([*notes, *body])])

    kinds = [block.kind for block in content.blocks]
    assert kinds[0] == "paragraph"
    assert "footnote" in kinds


def three_columns(count: int) -> list[RawLine]:
    edges = ((60, 205), (225, 370), (390, 535))
    lines = [
        row
        for name, (x, right) in zip(("left", "middle", "right"), edges, strict=True)
        for row in paragraph(sentences(count, name), 120, x=x, right=right)
    ]
    return sorted(lines, key=lambda row: (row.box.y0, row.box.x0))


def test_three_columns_are_read_one_after_another() -> None:
    text = read(three_columns(9)).text()

    assert text.index("left of paper number 9") < text.index("middle of paper number 1")
    assert text.index("middle of paper number 9") < text.index("right of paper number 1")


def test_three_short_columns_are_parted_where_those_of_other_pages_are() -> None:
    text = read(three_columns(9), three_columns(3)).text()

    last = text[text.rindex("left of paper number 1") :]
    order = [last.index(f"{name} of paper number {n}") for name in ("left", "middle", "right") for n in (1, 2, 3)]
    assert order == sorted(order)


def test_an_index_below_an_exponent_stays_on_its_line() -> None:
    small = BODY._replace(size_pt=7.0)
    lines = [
        *paragraph(sentences(3), 60),
        line([("scaled by V", BODY), ("2", small)], 60, 112),
        line([("0", small), (" D as a function of time and so on until the line is full.", BODY)], 113, 112),
        *paragraph(sentences(3), 124),
    ]

    assert "D as a function" in next(b.text for b in body(read(lines)) if "scaled by V" in b.text)


@pytest.mark.parametrize("before", [[], [line("Mira Halvorsen, Jon Ek", 60, 80)]], ids=["with the title", "behind it"])
def test_notes_beside_an_abstract_come_after_the_page(before: list[RawLine]) -> None:
    notes = [
        line(text, 60, 130 + 10 * row, SMALL)
        for row, text in enumerate(("Received May 3", "Accepted June 4", "© The authors", "Open access"))
    ]
    abstract = [line("Abstract", 200, 120), *paragraph(sentences(6, "abstract"), 134, x=200)]
    columns = two_columns(sentences(12, "left"), sentences(12, "right"), 280.0)

    mixed = sorted([*notes, *abstract, *columns], key=lambda row: (row.box.y0, row.box.x0))

    content = read(*([before, mixed] if before else [mixed]))

    assert content.abstract == sentences(6, "abstract")
    assert content.text().index("Received") > content.text().index("right of paper number 12")


def test_dates_beside_authors_and_abstract_come_after_the_page_and_the_columns_between_are_read_in_order() -> None:
    names = [line("Mira Halvorsen, Jon Ek,", 200, 116), line("Ada Li", 200, 130)]
    notes = [
        line("Received: 6 May", 60, 120, SMALL),
        line("Accepted: 2 June", 60, 140, SMALL),
        line("Check for updates", 60, 165, SMALL),
    ]
    abstract = paragraph(sentences(9, "abstract"), 160, x=200)
    columns = two_columns(sentences(5, "left"), sentences(5, "right"), 440)
    places = paragraph("The authors are at the institute of lakes in the north. " * 4, 640, style=SMALL)
    others = [two_columns(sentences(20, f"old{page}"), sentences(20, f"new{page}"), 80) for page in (2, 3, 4)]

    content = read([*names, *notes, *abstract, *columns, *places], *others)

    text = content.text()
    assert content.abstract == sentences(9, "abstract")
    assert [author.name for author in content.authors] == ["Mira Halvorsen", "Jon Ek", "Ada Li"]
    assert text.index("left of paper number 5") < text.index("right of paper number 1") < text.index("Received")


def test_notes_in_the_margin_of_a_title_page_may_be_in_larger_type_than_the_abstract() -> None:
    notes = [line(f"a note of row {row}", 60, 60 + 28 * row, Style("Sans-Condensed", 11.0)) for row in range(12)]
    text = paragraph(sentences(12, "abstract"), 220, x=220)
    licence = [line("The licence of this paper lets everybody read its columns in all orders, " * 2, 60, 620, SMALL)]

    text_read = read([*notes, *text, *licence]).text()

    assert text_read.index("abstract of paper number 12") < text_read.index("a note of row 0")


def test_notes_in_the_margin_of_a_title_page_may_go_on_beside_the_text_of_the_next_one() -> None:
    notes = [line(f"a note of row {row}", 60, 60 + 28 * row, SMALL) for row in range(12)]
    first = [*notes, *paragraph(sentences(12, "first"), 220, x=220)]
    second = [line("The last note of all", 60, 60, SMALL), *paragraph(sentences(12, "second"), 60, x=220)]

    text = read(first, second).text()

    assert text.index("second of paper number 12") < text.index("The last note of all")


def test_the_first_line_of_a_title_over_two_columns_may_end_in_the_left_one() -> None:
    title = [
        line(row, 60, 60 + 20 * place, TITLE)
        for place, row in enumerate(("Production by reeds", "and the degradation activity of their bacteria in lakes"))
    ]
    columns = two_columns(sentences(20, "left"), sentences(20, "right"))

    content = read_pdf([page([*title, *columns], 1)])

    assert content.title == "Production by reeds and the degradation activity of their bacteria in lakes"


def test_a_space_printed_before_words_in_other_type_parts_them_from_those_before() -> None:
    first = line("Longevity of Rhizoprionodon", 60, 120)
    rest = line(" and others was examined by all the readers.", first.box.x1, 120)
    box = rest.box._replace(x0=first.box.x1)

    text = read([first, rest._replace(box=box), *paragraph(sentences(4), 140)]).text()

    assert "Rhizoprionodon and others" in text


def test_smaller_text_below_both_columns_is_read_after_them_though_a_heading_is_above_its_first_one() -> None:
    columns = two_columns(sentences(5, "left"), sentences(4, "right"))
    foot = max(row.box.y1 for row in columns) + 40
    small = [
        line("References", 60, foot, BODY),
        *paragraph(sentences(4, "first"), foot + 40, right=GUTTER[0], style=SMALL),
        *paragraph(sentences(4, "second"), foot - 25, x=GUTTER[1], style=SMALL),
    ]

    text = read([*columns, *small]).text()

    order = [text.index(f"{word} of paper number 1") for word in ("left", "right", "first", "second")]
    assert order == sorted(order)


def test_the_columns_of_left_pages_may_stand_elsewhere_than_those_of_right_ones() -> None:
    def columns(name: str, count: int, y: float, number: int) -> list[RawLine]:
        gap = (290.0, 310.0) if number % 2 else (277.0, 297.0)
        return [
            *paragraph(sentences(count, f"old{name}"), y, right=gap[0]),
            *paragraph(sentences(count, f"new{name}"), y, x=gap[1]),
        ]

    wide = paragraph(sentences(24, "wide"), 80)
    first = columns("first", 3, max(row.box.y1 for row in wide) + 30, 1)
    mixed = sorted(first, key=lambda row: (row.box.y0, row.box.x0))

    text = read([*wide, *mixed], *[columns(str(number), 20, 80, number) for number in (2, 3, 4, 5, 6)]).text()

    assert text.index("oldfirst of paper number 3") < text.index("newfirst of paper number 1")


def test_a_heading_of_the_right_column_is_not_one_of_both_where_right_pages_have_their_columns_elsewhere() -> None:
    def columns(number: int) -> list[RawLine]:
        gap = (292.0, 307.0) if number % 2 else (270.0, 285.0)
        left = paragraph(sentences(20, f"left{number}"), 80, right=gap[0])
        right = paragraph(sentences(5 + number, f"right{number}"), 80, x=gap[1])
        heading = line("Results", gap[1], right[-1].box.y1 + 30, BOLD)
        hanging = paragraph(sentences(20, f"last{number}"), heading.box.y1 + 12, x=gap[1] + 15)
        return [*left, *right, heading, *hanging]

    content = read(*[columns(number) for number in range(1, 7)])

    places = [part for part, _ in groupby(re.findall(r"left|right|Results|last", content.text()))]
    assert places == ["left", "right", "Results", "last"] * 6


def test_columns_whose_rows_are_all_of_a_list_are_those_of_the_pages_before() -> None:
    wide = paragraph(sentences(16, "table"), 120)
    foot = [
        *paragraph(sentences(2, "left"), 380, x=LEFT + 18, right=GUTTER[0]),
        *paragraph(sentences(2, "right"), 380, x=GUTTER[1] + 18),
    ]
    before = two_columns(sentences(9, "first"), sentences(9, "second"))

    text = read(before, before, sorted([*wide, *foot], key=lambda row: row.box.y0)).text()

    assert text.index("left of paper number 2") < text.index("right of paper number 1")


def test_the_columns_of_other_pages_go_on_at_the_foot_of_a_wide_first_page() -> None:
    wide = paragraph(sentences(24, "wide"), 80)
    first = two_columns(sentences(3, "left"), sentences(3, "right"), max(row.box.y1 for row in wide) + 30)
    others = [two_columns(sentences(20, f"old{page}"), sentences(20, f"new{page}"), 80) for page in (2, 3, 4)]

    text = read([*wide, *first], *others).text()

    assert text.index("left of paper number 3") < text.index("right of paper number 1")


def test_columns_under_a_wide_abstract_and_a_table_within_their_gutter_are_told_by_their_lines() -> None:
    abstract = paragraph(sentences(14, "abstract"), 80)
    cells = [
        line(f"{word} number {index}", x, 330 + LEADING * index)
        for index in range(6)
        for word, x in (("cause", 60), ("finding", GUTTER[0] + 4))
    ]
    mixed = sorted(two_columns(sentences(9, "left"), sentences(9, "right"), 430), key=lambda row: row.box.y0)

    text = read([*abstract, *cells, *mixed]).text()

    assert text.index("left of paper number 9") < text.index("right of paper number 1")


def test_a_list_far_behind_its_labels_does_not_widen_the_gutter() -> None:
    entries = paragraph(sentences(20, "entry"), 120, x=GUTTER[1] + 66)
    labels = [line(f"[Lee{at}]", GUTTER[1], row.box.y1 - 2) for at, row in enumerate(entries[::4], 80)]
    left = paragraph(sentences(20, "left"), 120, right=GUTTER[0])

    text = read([*left, *entries, *labels]).text()

    assert text.index("left of paper number 20") < text.index("[Lee80]") < text.index("[Lee81]")


def test_a_table_that_fills_a_column_is_beside_the_text_of_the_other_one() -> None:
    cells = [
        line(text, 312 + 70 * column, 120 + LEADING * index, BODY)
        for index in range(36)
        for column, text in enumerate((f"Site {index}", "2.5", "3.5", "4.5"))
    ]
    texts = two_columns(sentences(20, "left"), sentences(20, "right"))

    content = read(texts, texts, [*paragraph(sentences(20, "other"), 120, right=GUTTER[0]), *cells])

    (start,) = [block for block in content.blocks if "other of paper number 1 " in block.text]
    assert "Site" not in start.text
    assert "of paper number 2 follows" in start.text


def test_the_stretched_words_of_a_columns_first_line_are_no_authors_above_the_columns() -> None:
    front = [line("A Long Title Of The Paper Across", 100, 80, TITLE), line("Jane Doe, John Roe, Ann Poe", 200, 105)]
    stretched = "its interval begins from some 2,000 samples"
    words = [
        line(word[0], GUTTER[1] + 5 * word.start() + 3 * at, 126)
        for at, word in enumerate(re.finditer(r"\S+", stretched))
    ]
    left = [line("Abstract", 60, 130, LARGE), *paragraph(sentences(9, "left"), 140, right=GUTTER[0])]
    right = [line("of all sites", GUTTER[1], 138), *paragraph(sentences(9, "right"), 156, x=GUTTER[1])]

    content = read([*front, *left, *words, *right])

    text = content.text()
    assert text.index("left of paper number 9") < text.index(f"{stretched} of all sites")
    assert (content.abstract or "").startswith("The left of paper number 1")


@pytest.mark.parametrize("cover", [False, True], ids=["first page", "behind a cover"])
def test_authors_side_by_side_above_both_columns_are_read_before_them(*, cover: bool) -> None:
    """Below the name of a conference, which is across, too; numbers may be raised between a name and its membership."""
    marks = Style("Serif-Bold", 7.0, bold=True)
    front = [
        line("2031 Conference on Columns and Rows, Session of the Second Day, Papers", 120, 30, SMALL),
        line("A Long Title Of The Paper Across", 100, 80, TITLE),
        *(
            line(name, x, 105, BOLD)
            for name, x in (("Jane Doe", 70), ("John Roe", 190), ("Ann Poe", 320), ("Eva Stone", 440))
        ),
        line([("2", marks), (" (Member),", BOLD)], 488, 105),
    ]
    columns = two_columns(sentences(9, "left"), sentences(9, "right"), 150)
    sheet = [page([line("This paper is one of many in this volume.", 100, 300)])] if cover else []

    content = read_pdf(
        [*sheet, page([*front, *columns], 1 + cover), page(two_columns(sentences(9), sentences(9)), 2 + cover)]
    )

    text = content.text()
    assert text.index("Jane Doe John Roe Ann Poe Eva Stone") < text.index("left of paper number 1")


@pytest.mark.parametrize(
    ("gap", "initial", "rest", "expected"),
    [
        (0, "A", "n account", "An account"),
        (5, "A", "kind of", "A kind of"),
        (5, "C", "URRENT accounts", "CURRENT accounts"),
        (5, "A", "DVANCES made", "ADVANCES made"),
    ],
)
def test_a_capital_as_high_as_several_lines_begins_the_first_of_them(
    gap: int, initial: str, rest: str, expected: str
) -> None:
    drop = Style("Serif-Bold", 44.0, bold=True)
    start, *others = paragraph(f"{rest} {sentences(3, 'left')}", 120, x=LEFT + 22 + gap, right=GUTTER[0])
    below = paragraph(sentences(5, "left"), 120 + LEADING * (1 + len(others)), right=GUTTER[0])
    lines = [line(initial, LEFT, 120 + 2 * LEADING, drop), start, *others, *below]

    content = read([*lines, *paragraph(sentences(9, "right"), 120, x=GUTTER[1])])

    assert body(content)[0].text.startswith(expected)


def test_a_first_page_whose_left_column_has_nothing_but_a_part_of_a_line_across_is_read() -> None:
    title = line("A Long Title Of The Paper Across", 100, 80, TITLE)
    authors = [line("Someone Else " * 5, 60, 113), line("2011", 60, 125)]
    right = paragraph(sentences(5, "right"), 210, x=GUTTER[1])

    text = read([title, *authors, *right], two_columns(sentences(9, "left"), sentences(9, "other"))).text()

    assert text.index("2011") < text.index("right of paper number 1") < text.index("left of paper number 1")


def test_blocks_share_the_objects_of_equal_offsets() -> None:
    text = "one two three four five six seven eight nine ten eleven twelve"
    layout = [line(text, 60, 100 + 12 * row) for row in range(12)]
    other = [line(text, 60, 300 + 12 * row) for row in range(12)]

    content = read([*layout, *other])

    first, second = [block for block in content.blocks if len(block.text) > 300][:2]
    offsets = {word.end: word.end for line in first.lines for word in line.words if word.end > 256}
    shared = [word.end is offsets[word.end] for line in second.lines for word in line.words if word.end in offsets]
    assert shared
    assert all(shared)


def test_rows_of_another_process_share_the_objects_of_equal_coordinates() -> None:
    rows = [_row("one two three four five", y) for y in (100, 112)]

    first, second = (pickle.loads(pickle.dumps(row)) for row in rows)

    assert all(one is other for one, other in zip(first.extents, second.extents, strict=True))
    assert first.x0 is second.x0
    assert (first.text, first.extents, first.box, first.runs) == (
        rows[0].text,
        rows[0].extents,
        rows[0].box,
        rows[0].runs,
    )


def _row(text: str, y: float) -> Row:
    row = row_of(line(text, 60.5, y), 1, complete=True)
    assert row is not None
    return row
