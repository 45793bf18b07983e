"""What is printed around the text of a page is no part of the text."""

from __future__ import annotations

from collections.abc import Sequence

from unit.parsing_pdf.printed import HEIGHT, LEFT, SMALL, TITLE, line, page, paragraph, sentences

from scholarai.domain.content import Box, PaperContent
from scholarai.parsing.layout import Graphic, RawLine
from scholarai.parsing.pdf.read import read_pdf

WORDS = ("column", "margin", "gutter", "baseline", "caption", "footnote", "signature", "folio")


def _read(*extra: Sequence[RawLine], top: float = 100.0, graphics: Sequence[Graphic] = ()) -> PaperContent:
    """Read pages of running text, each with other lines; a page of odd number has more text than one of even number."""
    pages = []
    for number, lines in enumerate(extra, 1):
        text = paragraph(sentences(30 + 6 * (number % 2), WORDS[number]), top)
        pages.append(page([*text, *lines], number, graphics))
    return read_pdf(pages)


def _text(content: PaperContent) -> str:
    return content.text()


def _foot(number: int) -> float:
    """Return the baseline below the text of a page."""
    return 112.0 + 12 * len(paragraph(sentences(30 + 6 * (number % 2), WORDS[number]), 0))


def _stood_up(text: str, x: float, *, below: float) -> RawLine:
    height = 5.0 * len(text)
    row = line(text, x, below)
    span = row.spans[0]._replace(box=(x, below, x + 10, below + height))
    return row._replace(spans=(span,), direction=(0, -1), box=Box(x, below, x + 10, below + height), extents=())


def test_a_page_number_directly_below_text_that_ends_at_different_heights_is_no_text() -> None:
    content = _read(*([line(str(number + 400), 297, _foot(number))] for number in range(1, 6)))

    assert not any(str(number + 400) in _text(content) for number in range(1, 6))


def test_a_page_number_in_a_side_margin_is_no_text() -> None:
    content = _read(*([line(str(number + 40), 560, 300)] for number in range(1, 6)))

    assert not any(str(number + 40) in _text(content) for number in range(1, 6))


def test_numbers_beside_the_text_that_do_not_count_the_pages_are_text() -> None:
    content = _read(*([line(str(value), 560, 300)] for value in (11, 30, 12, 51, 70)))

    assert all(str(value) in _text(content) for value in (11, 30, 12, 51, 70))


def test_several_numbers_below_a_text_are_no_page_numbers() -> None:
    ticks = [
        [line(str(number + place), 100 + 90 * place, _foot(number)) for place in range(4)] for number in range(1, 6)
    ]

    assert "7" in _text(_read(*ticks))


def test_a_long_stamp_in_the_margin_is_no_table() -> None:
    stamp = "Downloaded from a library on a day of May by a reader, see the terms and conditions of use for the rules"

    content = _read([], [_stood_up(f"{stamp} and the licence", 570, below=50)], [])

    assert "Downloaded" not in _text(content)
    assert [note.code for note in content.notes] == []


def test_the_label_of_an_axis_beside_the_text_is_no_stamp() -> None:
    plot = Graphic(Box(60, 650, 540, 750), image=True)

    content = _read([], [_stood_up("Temperature", 40, below=660)], [], graphics=[plot])

    assert [note.page_number for note in content.notes if note.code == "text_left_out"] == [2]


def test_running_heads_that_differ_from_page_to_page_are_no_text() -> None:
    heads = [f"On the {word} and its kind" for word in WORDS[:6]]

    content = _read(*([line(head, LEFT, 60, SMALL)] for head in heads))

    assert not any(head in _text(content) for head in heads)


def test_the_first_lines_of_pages_are_text() -> None:
    content = _read(*([] for _ in range(6)), top=60)

    assert all(f"The {WORDS[number]} of paper number 1 follows" in _text(content) for number in range(1, 7))


def test_the_first_lines_of_a_manuscript_that_is_set_wide_are_text() -> None:
    pages = [
        page(
            [
                line(f"Line {at} on the {word} goes from one side of the page to the other", LEFT, 60 + 24 * at)
                for at in range(24)
            ],
            number,
        )
        for number, word in enumerate(WORDS[:6], 1)
    ]

    text = _text(read_pdf(pages))

    assert all(f"Line 0 on the {word}" in text for word in WORDS[:6])


def test_a_journal_line_on_the_first_page_is_known_by_the_running_heads() -> None:
    heads = [[line("A. Reader et al. / Journal of Printed Columns 7 (2001) 3-9", LEFT, 60, SMALL)] for _ in range(4)]
    first = [
        line("Journal of Printed Columns 7 (2001) 3-9", 200, 40, SMALL),
        line("A Short Note on Gutters", 150, 80, TITLE),
    ]

    content = _read(first, *heads, top=110)

    assert content.title == "A Short Note on Gutters"
    assert "Journal of Printed" not in _text(content)


def test_a_word_of_the_last_line_that_is_printed_apart_is_text() -> None:
    lasts = [f"the {word} of the last line is" for word in ("column", "folio", "baseline", "signature")]
    pieces = [
        [
            line(
                f"A line of text about the {word} that is not like those of any of the other pages", LEFT, HEIGHT - 60
            ),
            line(last, LEFT, HEIGHT - 48),
            line("justified", LEFT + 12 + 5 * len(last), HEIGHT - 48),
        ]
        for word, last in zip(WORDS, lasts, strict=False)
    ]

    content = _read(*pieces)

    assert _text(content).count("justified") == len(lasts)


def test_captions_at_one_place_on_several_pages_are_no_running_heads() -> None:
    words = (
        "Details of the plants",
        "Markers of the germplasm",
        "Raw data of all reads",
        "Overview of repeats",
        "Lengths",
    )
    captions = [line(f"Table {number}. {text}", 60, 60) for number, text in enumerate(words, 1)]

    text = _text(_read(*([caption] for caption in captions)))

    assert all(caption in text for caption in words)


def test_the_head_of_tables_with_which_two_pages_begin_is_no_running_head() -> None:
    heads = [line("Lake Letters (2015) 69:1383", 60, 40) for _ in range(5)]
    tables = [
        [line("Model: response variable", 160, 70), line("Estimate", 340, 70)] if page in {2, 3} else []
        for page in range(5)
    ]

    text = _text(_read(*([head, *table] for head, table in zip(heads, tables, strict=True))))

    assert "Lake Letters" not in text
    assert text.count("Model: response variable") == 2


def test_the_head_of_a_table_below_its_caption_is_no_running_head() -> None:
    tops = ("", "Table 1. Parts and what threatens them", "Table 1 (continued)", "", "")
    head = [line("Component", LEFT, 76), line("Described threat", 300, 76)]

    content = _read(*([line(top, LEFT, 62, SMALL), *head] if top else [] for top in tops))

    assert _text(content).count("Described threat") == 2
