"""No line of a page is lost without a word: figures take labels only, and what has no place is noted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import BODY, SMALL, TITLE, line, page, paragraph, sentences

from scholarai.domain.content import Box, PaperContent
from scholarai.parsing.layout import Graphic, RawLine
from scholarai.parsing.pdf.read import read_pdf

LABELS = ("Sender", "Channel", "Receiver", "Noise")
CAPTION = line("Figure 1. The order of columns.", 60, 130)
PICTURE = Graphic(Box(100, 60, 500, 110), image=True)
ENTRIES = [
    f"[{number}] A. Writer, B. Printer. On the order of columns number {number}. 2001." for number in range(1, 9)
]


def _read(lines: Sequence[RawLine], graphics: Sequence[Graphic] = ()) -> PaperContent:
    first = [line("On the Reading of Printed Columns", 150, 40, TITLE), *paragraph(sentences(20), 80)]
    return read_pdf([page(first), page(lines, 2, graphics)])


def _text_on_second_page(content: PaperContent) -> str:
    return " ".join(block.text for block in content.blocks if block.page_number == 2)


def _details(content: PaperContent) -> list[str]:
    return [note.detail for note in content.notes if note.code == "text_left_out"]


def _labels(x: float, y: float) -> list[RawLine]:
    return [line(label, x, y + 20 * index, SMALL) for index, label in enumerate(LABELS)]


def test_a_bibliography_in_small_type_below_a_figure_whose_picture_is_unseen_is_kept() -> None:
    entries = [line(entry, 60, 260 + 10 * index, SMALL) for index, entry in enumerate(ENTRIES)]

    content = _read([line("Figure 1. The order of columns.", 60, 200), line("REFERENCES", 60, 240, SMALL), *entries])

    assert [reference.raw for reference in content.references] == ENTRIES
    assert all(box.y1 < 200 for figure in content.figures for box in figure.boxes)


def test_small_print_in_a_shaded_box_is_text() -> None:
    shade = Graphic(Box(60, 300, 540, 400), fill=0xEEEEEE)
    lines = [
        line(f"What this study adds is stated in line {index} here.", 70, 330 + 10 * index, SMALL)
        for index in (1, 2, 3)
    ]

    content = _read([CAPTION, *paragraph(sentences(6), 160), *lines, *paragraph(sentences(6), 460)], [PICTURE, shade])

    assert "adds is stated in line 3 here" in _text_on_second_page(content)
    assert _details(content) == []


def test_headings_told_by_their_font_alone_have_a_place() -> None:
    face = BODY._replace(font="Face-Regular")
    names = ("Places", "Readers", "Rooms", "Habits", "Limits")

    content = _read(
        [
            part
            for index, name in enumerate(names)
            for part in (line(name, 60, 60 + 120 * index, face), *paragraph(sentences(6), 80 + 120 * index))
        ]
    )

    assert [section.title for section in content.sections] == list(names)
    assert _details(content) == []


def test_the_words_of_a_picture_without_a_caption_are_noted() -> None:
    drawing = Graphic(Box(200, 300, 400, 400), image=True)

    content = _read(
        [CAPTION, *paragraph(sentences(6), 160), *_labels(250, 320), *paragraph(sentences(6), 460)], [PICTURE, drawing]
    )

    assert "Receiver" not in _text_on_second_page(content)
    assert _details(content) == ["Text was left out: 4 lines inside a picture without a caption."]


def test_the_box_of_a_figure_covers_the_labels_beside_its_picture() -> None:
    drawing = Graphic(Box(250, 300, 400, 400), image=True)
    caption = line("Figure 1. The order of columns.", 60, 430)

    content = _read(
        [*paragraph(sentences(6), 60), *_labels(180, 320), caption, *paragraph(sentences(6), 460)], [drawing]
    )

    (box,) = content.figures[0].boxes
    assert box.x0 <= 180
    assert box.x1 >= 400
    assert _details(content) == []


def test_code_on_a_shade_is_code_and_its_comments_are_no_footnotes() -> None:
    shade = Graphic(Box(60, 300, 540, 400), fill=0xEEEEEE)
    code = SMALL._replace(font="Mono-Regular", mono=True)
    program = ["# Set the camera at its place", "camera = Camera(7)", "scene = load(camera, 1, 2, 3)"]

    content = _read(
        [
            *paragraph(sentences(6), 60),
            *(line(text, 70, 330 + 10 * index, code) for index, text in enumerate(program)),
            *paragraph(sentences(6), 460),
        ],
        [shade],
    )

    assert [block.text for block in content.blocks if block.kind == "code"] == ["\n".join(program)]


def test_a_rotated_label_is_noted() -> None:
    text = "Left of it"
    upright = line(text, 300, 300, BODY)
    rotated = upright._replace(direction=(0, -1), box=Box(300, 300, 310, 350), extents=())

    content = _read([*paragraph(sentences(6), 60), rotated, *paragraph(sentences(6), 460)])

    assert text not in _text_on_second_page(content)
    assert _details(content) == ["Text was left out: 1 line rotated, such as a stamp or a label."]


def test_a_picture_of_the_next_column_whose_edge_is_over_the_gutter_is_no_part_of_a_figure() -> None:
    left, right = paragraph(sentences(20), 110, right=290), paragraph(sentences(20), 122, x=310)
    picture, beside = Graphic(Box(60, 60, 280, 90), image=True), Graphic(Box(288, 60, 540, 90), image=True)
    caption = line("Figure 1. The order.", 60, 104, SMALL)

    (figure,) = _read([caption, *left[1:], *right], [picture, beside]).figures

    assert all(box.x1 < 310 for box in figure.boxes)


def test_the_short_lines_of_a_paragraph_that_a_picture_reaches_over_are_text() -> None:
    reaching = Graphic(Box(60, 150, 540, 330), image=True)
    lines = [
        *paragraph(sentences(2), 180),
        line("weight (30.8%) and 44 (29.7%), 95% CI −1.2", 60, 204),
        line("and health (Table 3).", 60, 216),
    ]

    labels = [line(f"Sender of the letter {index}", x, 240 + 9 * index, SMALL) for index in range(9) for x in (80, 300)]

    content = _read([CAPTION, *lines, *labels, *paragraph(sentences(6), 400)], [reaching])

    assert "44 (29.7%), 95% CI −1.2 and health (Table 3)." in _text_on_second_page(content)
    assert "Sender" not in _text_on_second_page(content)


@pytest.mark.parametrize(
    "note",
    [
        ["Data are those that the ministry of health reported until the end of the nineteenth of October."],
        [f"Part {index} of a listing that goes on over a number of lines of its picture" for index in (1, 2, 3)],
    ],
    ids=["sentence", "lines"],
)
def test_a_note_within_a_figure_is_text(note: Sequence[str]) -> None:
    picture = Graphic(Box(60, 60, 540, 320), image=True)
    caption = line("Figure 1. The order of columns.", 60, 340)
    lines = [line(text, 70, 260 + 10 * index, SMALL) for index, text in enumerate(note)]

    content = _read([*_labels(80, 100), *lines, caption, *paragraph(sentences(6), 400)], [picture])

    assert " ".join(note) in _text_on_second_page(content)
    assert "Sender" not in _text_on_second_page(content)


def test_a_caption_in_the_frame_of_its_figure_does_not_take_the_table_below() -> None:
    frame, table = Box(60, 60, 540, 320), Box(60, 332, 300, 400)
    caption = line("Figure 1. The order of columns.", 70, 290)
    lines = [*_labels(80, 100), caption, line("Table 1. Columns.", 70, 345), *paragraph(sentences(6), 460)]

    content = _read(lines, [Graphic(frame), Graphic(table)])

    (figure,) = content.figures
    assert all(abs(edge - other) <= 6 for edge, other in zip(figure.boxes[0], frame, strict=True))
    assert "Sender" not in _text_on_second_page(content)
