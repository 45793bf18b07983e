"""The images of a paper's figures follow from its content alone."""

from __future__ import annotations

from dataclasses import replace

from scholarai.domain.content import Box, Figure, PaperContent, Table
from scholarai.domain.figure_images import MOST_IMAGES, image_regions

BOX = Box(100, 100, 300, 200)
FIGURE = Figure(label="Figure 1", caption="", page_number=2, boxes=(BOX,))
TABLE = Table(label="Table 1", caption="", page_number=1, boxes=(BOX,))
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
    assert len(image_regions(replace(CONTENT, figures=(FIGURE,) * 100))) == MOST_IMAGES
