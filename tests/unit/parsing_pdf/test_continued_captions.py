"""Captions that a column's end or a panel's letter interrupts."""

from __future__ import annotations

import pytest
from unit.parsing_pdf.printed import BODY, SMALL, line, page, paragraph, read, sentences

from scholarai.domain.content import Box, PaperContent
from scholarai.parsing.layout import Graphic, RawLine, Style
from scholarai.parsing.pdf.read import read_pdf

LEFT, RIGHT = (60.0, 290.0), (310.0, 540.0)
# It fills its last line: in small type as a whole, in the body's without its last three words.
WORDS = "The wheat at the northern sites grew for nine weeks after rain had fallen there in spring, and so did"


def cut_caption(text: str, y: float, style: Style) -> list[RawLine]:
    return paragraph(f"Figure 1. {text}", y, x=LEFT[0], right=LEFT[1], style=style)


def read_cut(text: str, top: list[RawLine], style: Style = SMALL) -> PaperContent:
    """Read a page whose left column ends with a picture and a caption, and whose right column begins with some lines."""
    lines = [
        *paragraph(sentences(12), 110, x=LEFT[0], right=LEFT[1]),
        *cut_caption(text, 640, style),
        *top,
        *paragraph(sentences(20), 170, x=RIGHT[0], right=RIGHT[1]),
    ]
    whole = [paragraph(sentences(20), 110, x=x0, right=x1) for x0, x1 in (LEFT, RIGHT)]
    picture = Graphic(Box(70, 480, 280, 620))
    return read_pdf([page([*whole[0], *whole[1]]), page(lines, 2, [picture])])


def only_caption(content: PaperContent) -> str:
    (figure,) = content.figures
    return figure.caption


def test_a_caption_goes_on_at_the_top_of_the_next_column() -> None:
    content = read_cut(WORDS, [line("the barley of the south.", RIGHT[0], 110, SMALL)])

    assert only_caption(content) == f"Figure 1. {WORDS} the barley of the south."
    assert content.figures[0].boxes[0].x1 < RIGHT[0]


def test_notes_below_the_title_of_a_figure_are_part_of_its_caption() -> None:
    notes = "Notes: (A) The reeds of the first lake. (B) Those of the second, which were cut."
    bold = Style("Serif-Bold", 8.0, bold=True)
    rows = [
        line([("Figure 2 ", bold), ("The reeds of two lakes.", SMALL)], 60, 300, SMALL),
        *paragraph(notes, 313, style=SMALL),
        *paragraph("Abbreviations: RL, reeds of lakes; WL, white lilies.", 326, style=SMALL),
        *paragraph("Note: this is said in the text. " + sentences(5), 360),
    ]

    (figure,) = read(rows).figures

    assert (
        figure.caption
        == f"Figure 2 The reeds of two lakes. {notes} Abbreviations: RL, reeds of lakes; WL, white lilies."
    )


def test_a_caption_that_has_ended_does_not_go_on() -> None:
    ended = WORDS.replace("so did", "later.")

    content = read_cut(ended, [line("the barley of the south.", RIGHT[0], 110, SMALL)])

    assert only_caption(content) == f"Figure 1. {ended}"


def test_a_caption_in_the_bodys_type_does_not_go_on_as_the_body_may() -> None:
    content = read_cut(WORDS.partition(" spring")[0], [line("the barley of the south.", RIGHT[0], 110)], style=BODY)

    assert "barley" not in only_caption(content)


def test_the_letter_of_a_panel_at_the_start_of_a_line_begins_no_list() -> None:
    lines = [
        *paragraph(sentences(8), 60),
        line("Figure 1. The growth of wheat, (A): at the wet sites in the north, (B) and (C),", 60, 320, SMALL),
        line("(D) at the dry sites of the south, where it rains twice a year at most, in (E),", 60, 329, SMALL),
        line("(F) for all of them together.", 60, 338, SMALL),
        *paragraph(sentences(6), 400),
    ]

    content = read_pdf([page(lines, graphics=[Graphic(Box(150, 180, 400, 300))])])

    assert only_caption(content).endswith("(F) for all of them together.")


def test_a_panel_that_begins_after_a_sentence_goes_on_with_its_caption() -> None:
    lines = [
        *paragraph(sentences(8), 60),
        line("Figure 1. The growth of wheat. (A) The wet sites in the north. (B) The dry ones.", 60, 320),
        line("(C) All of the sites together.", 60, 332),
        *paragraph(sentences(6), 400),
    ]

    content = read_pdf([page(lines, graphics=[Graphic(Box(150, 180, 400, 300))])])

    assert only_caption(content).endswith("(C) All of the sites together.")


def test_a_caption_in_small_type_goes_on_after_a_line_that_ends_early_with_its_sentence() -> None:
    lines = [
        *paragraph(sentences(8), 60),
        line("Figure 1. The growth of wheat at the wet sites.", 60, 320, SMALL),
        line("Bars are standard errors of the means of nine weeks in each of the two years.", 60, 329, SMALL),
        *paragraph(sentences(6), 400),
    ]

    content = read_pdf([page(lines, graphics=[Graphic(Box(150, 180, 400, 300))])])

    assert only_caption(content).endswith("each of the two years.")


def test_the_second_line_of_a_title_in_small_capitals_is_no_row_of_the_table() -> None:
    small = Style("Serif-Regular", 6.4)
    label = Style("Serif-Bold", 8.0, bold=True)
    title = [("TABLE I ", label), ("G", SMALL), ("ROWTH OF WHEAT AT THE WET SITES OF THE NORTH", small)]
    cells = [
        line(text, x, 340 + 12 * index, SMALL)
        for index, row in enumerate((("site", "wet", "dry"), ("rowa", "0.5", "57"), ("rowb", "0.1", "18")))
        for text, x in zip(row, (150, 230, 310), strict=True)
    ]
    lines = [
        *paragraph(sentences(8), 60),
        line(title, 150, 310),
        line([("IN SPRING", small), (".", SMALL)], 220, 319),
        *cells,
        *paragraph(sentences(6), 420),
    ]

    content = read_pdf([page(lines)])

    assert content.tables[0].caption.endswith("IN SPRING.")


@pytest.mark.parametrize("label", [SMALL, Style("Serif-Bold", 9.5, bold=True)], ids=["as the text", "bold and larger"])
@pytest.mark.parametrize("space", [18.0, 60.0])
def test_a_caption_over_both_columns_has_its_label_beside_it(label: Style, space: float) -> None:
    columns = [
        row
        for y in (60, 420)
        for x0, x1 in (LEFT, RIGHT)
        for row in paragraph(sentences(8, f"{y} {x0:.0f}"), y, x=x0, right=x1)
    ]
    x = LEFT[0] + len("Figure 1") * label.size_pt / 2 + space
    caption = [
        line("Figure 1", LEFT[0], 360, label),
        *paragraph(f"{WORDS} the barley of the south and of the east.", 360, x=x, right=RIGHT[1], style=SMALL),
    ]

    content = read_pdf([page([*columns, *caption], graphics=[Graphic(Box(150, 230, 450, 345))])])

    assert only_caption(content) == f"Figure 1 {WORDS} the barley of the south and of the east."
