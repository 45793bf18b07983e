"""Figures, their panels and regions are where the page shows them, and never empty."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.parsing_pdf.printed import HEIGHT, WIDTH, line, page, paragraph, sentences

from scholarai.domain.content import Box
from scholarai.parsing.layout import Graphic, PageLayout, RawLine
from scholarai.parsing.panels import panels_of
from scholarai.parsing.pdf.layout.regions import painted_areas
from scholarai.parsing.pdf.read import read_pdf

GRID_PT = 6
CAPTION = "Figure 1. Reeds by year."
TEXT = paragraph(sentences(8), 520)


def test_a_picture_over_the_edge_of_its_page_is_shown_up_to_the_edge() -> None:
    picture = Graphic(Box(100, 100, WIDTH + 80, 400), image=True)
    content = read_pdf([page([line(CAPTION, 100, 420), *TEXT], 1, [picture])])

    (figure,) = content.figures
    assert _is_near(figure.boxes, Box(100, 100, WIDTH, 400))
    assert figure.boxes[0].x1 == WIDTH


def test_the_box_of_a_figure_on_a_turned_page_is_that_of_the_shown_page() -> None:
    upright = Box(100, 100, 400, 400)
    rows = tuple(_turned(row) for row in [line(CAPTION, 100, 420), *TEXT])
    picture = Graphic(_turned_box(upright), image=True)
    content = read_pdf([PageLayout(1, HEIGHT, WIDTH, rows, (picture,))])

    (figure,) = content.figures
    assert _is_near(figure.boxes, _turned_box(upright))


@pytest.mark.parametrize("flat", [Box(60, 400, 300, 400), Box(60, 399, 300, 401), Box(60, 392, 60, 402)])
def test_a_line_without_height_or_width_gets_a_box_that_holds_its_letters(flat: Box) -> None:
    row = line("Reeds of the northern lakes, by year.", 60, 400)
    span = row.spans[0]._replace(box=(flat.x0, flat.y0, flat.x1, flat.y1))
    content = read_pdf([page([*TEXT, row._replace(spans=(span,), box=flat)])])

    (box,) = [box for block in content.blocks if "northern" in block.text for box in block.boxes]
    assert box.x1 - box.x0 > 100
    assert (box.y0, box.y1) == (392, 402)


def _is_near(boxes: Sequence[Box], expected: Box) -> bool:
    """Tell whether there is one box, at most the cells of the grid of pictures away from another."""
    (box,) = boxes
    return all(abs(edge - other) <= GRID_PT for edge, other in zip(box, expected, strict=True))


def _turned(row: RawLine) -> RawLine:
    """Return a line turned by a quarter to the left, on a page of exchanged sides."""
    x0, y0, x1, y1 = _turned_box(row.box)
    span = row.spans[0]._replace(box=(x0, y0, x1, y1))
    ends = tuple(WIDTH - end for end in reversed(row.extents))
    return RawLine((span,), _turned_box(row.box), ends, (0, -1))


def _turned_box(box: Box) -> Box:
    return Box(box.y0, WIDTH - box.x1, box.y1, WIDTH - box.x0)


@pytest.mark.parametrize(
    ("caption", "panels"),
    [
        (
            "Figure 1: Growth. (a) Of roots, (b) of leaves. Scale as in (a).",
            [("a", "Of roots"), ("b", "of leaves. Scale as in (a)")],
        ),
        ("Fig. 2 (A): Before. (B): After.", [("A", "Before"), ("B", "After")]),
        ("Figure 3: The case of one letter (a) alone.", []),
        ("Figure 4: As in Table 2(a) and Table 2(b).", []),
        ("Figure 5: Letters out of order (b) and (a).", []),
        ("", []),
    ],
)
def test_panels_are_the_letters_in_order(caption: str, panels: list[tuple[str, str]]) -> None:
    assert list(panels_of(caption)) == panels


def test_areas_that_touch_from_two_sides_keep_to_what_is_painted() -> None:
    square, roof = (66, 66, 80, 80), (120, 66, 185, 70)
    legs = (120, 66, 124, 80), (180, 66, 185, 80)
    floor = (66, 84, 185, 90)

    assert painted_areas([square, roof, *legs, floor], 600, 800) == [Box(66, 66, 186, 96)]


def test_areas_apart_are_two_pictures() -> None:
    assert painted_areas([(66, 66, 96, 96), (300, 66, 330, 96)], 600, 800) == [
        Box(66, 66, 102, 102),
        Box(300, 66, 336, 102),
    ]
