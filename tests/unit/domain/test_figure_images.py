"""The images of a paper's figures follow from its content alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from scholarai.domain.content import Block, BlockKind, Box, Equation, Figure, Line, PaperContent, Table
from scholarai.domain.figure_images import MOST_EQUATIONS, MOST_FLOATS, image_regions
from scholarai.domain.ids import BlockId

BOX = Box(100, 100, 300, 200)
FIGURE = Figure(label="Figure 1", caption="", page_number=2, boxes=(BOX,))
TABLE = Table(label="Table 1", caption="", page_number=1, boxes=(BOX,))
Printed: TypeAlias = tuple[BlockKind, Box]
CONTENT = PaperContent(source_format="pdf", figures=(FIGURE,), tables=(TABLE,))


def test_figures_are_counted_before_tables() -> None:
    assert [(region.index, region.item.label) for region in image_regions(CONTENT)] == [(0, "Figure 1"), (1, "Table 1")]


def test_a_figure_in_parts_is_one_region_around_them() -> None:
    parts = replace(FIGURE, boxes=(Box(50, 150, 90, 300), BOX))

    (region, _) = image_regions(replace(CONTENT, figures=(parts,)))

    assert region.box == Box(50, 100, 300, 300)


def test_what_has_no_region_or_is_a_mere_stroke_has_no_picture() -> None:
    unplaced = replace(FIGURE, boxes=())
    stroke = replace(FIGURE, boxes=(Box(100, 100, 300, 101),))

    assert [r.item for r in image_regions(replace(CONTENT, figures=(unplaced, stroke)))] == [TABLE]


def test_only_a_pdf_has_pages_to_cut_from() -> None:
    assert image_regions(replace(CONTENT, source_format="latex")) == ()


def test_a_figure_of_a_source_is_shown_by_its_files() -> None:
    drawn = replace(FIGURE, page_number=None, boxes=(), files=("curve.pdf",))

    (region,) = image_regions(replace(CONTENT, source_format="latex", figures=(FIGURE, drawn)))

    assert (region.index, region.item, region.page_number, region.box) == (0, drawn, None, None)


def test_a_paper_has_so_many_pictures_and_no_more() -> None:
    equation: Printed = ("equation", Box(100, 100, 250, 110))
    many = columns(*[equation] * 100, numbered=range(100))

    regions = image_regions(replace(many, figures=(FIGURE,) * 100))

    assert [isinstance(region.item, Equation) for region in regions] == [False] * MOST_FLOATS + [True] * MOST_EQUATIONS


def columns(*printed: Printed, numbered: Iterable[int]) -> PaperContent:
    """Return a paper of one page with a block of one line for each box, in this order; some of them are numbered equations."""
    blocks = tuple(
        Block(
            id=BlockId(f"b{n}"),
            kind=kind,
            text="words",
            start=7 * n,
            end=7 * n + 5,
            page_number=1,
            boxes=(box,),
            lines=(Line(page_number=1, start=0, end=5),),
        )
        for n, (kind, box) in enumerate(printed)
    )
    equations = tuple(Equation(text="words", block_id=BlockId(f"b{n}"), label=f"{n}") for n in numbered)
    return PaperContent(source_format="pdf", blocks=blocks, equations=equations)


# Lines of two columns, twenty points apart.
LEFT = [Box(50, 100 + 20 * n, 290, 110 + 20 * n) for n in range(5)]
RIGHT = [Box(310, box.y0, 550, box.y1) for box in LEFT]


def centred(box: Box) -> Box:
    return Box(box.x0 + 60, box.y0, box.x1, box.y1)


def between(first: Box, last: Box) -> Box:
    return Box(first.x0, first.y0, last.x1, last.y1)


def test_an_equation_is_shown_with_the_line_above_and_the_line_below() -> None:
    text: list[Printed] = [("paragraph", box) for box in LEFT]
    text[2] = ("equation", centred(LEFT[2]))

    (region,) = image_regions(columns(*text, numbered=[2]))

    assert (region.index, region.item.label, region.page_number) == (0, "2", 1)
    assert region.box == between(LEFT[1], LEFT[3])


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        (0, between(LEFT[0], LEFT[1])),
        (4, between(LEFT[3], LEFT[4])),
        (5, between(RIGHT[0], RIGHT[1])),
        (9, between(RIGHT[3], RIGHT[4])),
    ],
)
def test_an_equation_at_an_end_of_a_column_is_shown_with_a_line_of_that_column(place: int, lines: Box) -> None:
    text: list[Printed] = [("paragraph", box) for box in (*LEFT, *RIGHT)]
    text[place] = ("equation", text[place][1])

    (region,) = image_regions(columns(*text, numbered=[place]))

    assert region.box == lines


def test_a_column_that_ends_just_above_an_equation_of_the_next_one_is_not_shown() -> None:
    equation = centred(RIGHT[1])

    (region,) = image_regions(
        columns(
            ("paragraph", LEFT[0]),
            ("equation", equation),
            ("paragraph", RIGHT[2]),
            ("paragraph", RIGHT[3]),
            numbered=[1],
        )
    )

    assert region.box == between(RIGHT[1], RIGHT[2])


def test_a_single_word_above_an_equation_is_its_line_of_text() -> None:
    word = Box(50, 100, 70, 110)

    (region,) = image_regions(
        columns(("paragraph", word), ("equation", centred(LEFT[1])), ("paragraph", LEFT[2]), numbered=[1])
    )

    assert region.box == between(word, LEFT[2])


def test_limits_numerators_and_rows_without_a_number_are_parts_of_an_equation() -> None:
    limit = Box(150, 120, 160, 128)
    row = centred(LEFT[3])

    (region,) = image_regions(
        columns(
            ("paragraph", LEFT[0]),
            ("paragraph", limit),
            ("equation", centred(LEFT[2])),
            ("equation", row),
            ("paragraph", LEFT[4]),
            numbered=[2],
        )
    )

    assert region.box == between(LEFT[0], LEFT[4])


def test_a_heading_is_the_line_beside_an_equation_wherever_it_begins() -> None:
    heading = Box(120, 140, 220, 150)

    (region,) = image_regions(
        columns(
            ("paragraph", LEFT[0]),
            ("equation", centred(LEFT[1])),
            ("heading", heading),
            ("paragraph", LEFT[3]),
            numbered=[1],
        )
    )

    assert region.box == Box(LEFT[0].x0, LEFT[0].y0, LEFT[1].x1, heading.y1)


def test_a_line_whose_index_is_a_line_of_its_own_is_shown_whole() -> None:
    content = columns(("paragraph", LEFT[0]), ("equation", centred(LEFT[1])), numbered=[1])
    index = Box(200, 106, 204, 112)
    text = replace(content.blocks[0], boxes=(LEFT[0], index), lines=content.blocks[0].lines * 2)

    (region,) = image_regions(replace(content, blocks=(text, content.blocks[1])))

    assert region.box == between(LEFT[0], LEFT[1])


def test_another_numbered_equation_is_the_line_beside_an_equation() -> None:
    system: list[Printed] = [("equation", centred(box)) for box in LEFT]

    regions = image_regions(columns(*system, numbered=range(5)))

    assert [region.box for region in regions][1:4] == [
        between(centred(LEFT[n - 1]), centred(LEFT[n + 1])) for n in (1, 2, 3)
    ]


def test_floats_and_distant_lines_are_not_the_text_beside_an_equation() -> None:
    distant = Box(50, 300, 290, 310)
    floats: list[Printed] = [("caption", Box(50, 112, 290, 118)), ("footnote", distant)]

    (region,) = image_regions(
        columns(
            ("paragraph", LEFT[0]),
            *(floats * 2),
            ("equation", centred(LEFT[1])),
            ("paragraph", distant),
            numbered=[5],
        )
    )

    assert region.box == between(LEFT[0], LEFT[1])


def test_an_equation_without_a_number_or_a_place_has_no_picture() -> None:
    content = columns(("equation", LEFT[0]), ("equation", LEFT[1]), numbered=[1])
    content = replace(content, equations=(Equation(text="words", block_id=BlockId("b0")), *content.equations))
    unplaced = replace(content.blocks[1], boxes=(), lines=())

    assert [region.item.label for region in image_regions(content)] == ["1"]
    assert image_regions(replace(content, blocks=(content.blocks[0], unplaced))) == ()
    assert image_regions(replace(content, source_format="latex")) == ()
