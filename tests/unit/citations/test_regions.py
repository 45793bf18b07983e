"""A quote from the caption of a figure or table knows where that is drawn."""

from __future__ import annotations

import pytest
from doubles.written import bee_paper
from msgspec.structs import replace

from scholarai.citations.boxes import PageLocator
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Block, Box, PaperContent
from scholarai.domain.ids import BlockId

PLACE = (Box(100, 100, 300, 200), Box(100, 210, 300, 260))
WHERE = PageBoxes(page_number=2, width_pt=612, height_pt=792, boxes=PLACE)


def drawn() -> PaperContent:
    content = bee_paper()
    return replace(content, figures=tuple(replace(figure, boxes=PLACE) for figure in content.figures))


def region_of(content: PaperContent, quote: str) -> PageBoxes | None:
    start = content.text().index(quote)
    return PageLocator.of(content).region([(start, start + len(quote))])


def test_the_caption_of_a_figure_has_the_region_of_its_drawing() -> None:
    assert region_of(drawn(), "The dashed line is the quorum.") == WHERE


def test_a_quote_that_begins_before_the_caption_has_it_too() -> None:
    content = drawn()
    caption = content.text().index("Figure 1: Scouts")

    assert PageLocator.of(content).region([(caption - 30, caption + 10)]) == WHERE


def test_a_place_outside_captions_has_no_region() -> None:
    assert region_of(drawn(), "as Figure 1 shows.") is None
    assert region_of(drawn(), "Table 1: Sites offered") is None
    assert PageLocator.of(drawn()).region([]) is None


def test_a_quote_that_ends_where_a_caption_begins_or_begins_where_it_ends_is_none_of_it() -> None:
    content = drawn()
    caption = next(block for block in content.blocks if block.kind == "caption" and "Figure 1" in block.text)
    locator = PageLocator.of(content)

    assert locator.region([(caption.start - 30, caption.start)]) is None
    assert locator.region([(caption.end, caption.end + 30)]) is None
    assert locator.region([(caption.end - 1, caption.end + 30)]) == WHERE


def test_a_drawing_on_a_page_that_is_not_known_has_none() -> None:
    content = drawn()

    assert region_of(replace(content, pages=content.pages[:1]), "The dashed line is the quorum.") is None


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("It maximizes the probability of the tags, where all are known.", False),
        ("It maximizes the probability , where is the sequence.", True),
        ("The matrix \uf8ecB\uf8f8 is symmetric.", True),
        ("The sign \ufffd was not read.", True),
    ],
)
def test_text_that_extraction_lost_something_of_has_a_gap(text: str, *, lost: bool) -> None:
    block = Block(id=BlockId("b"), kind="paragraph", text=text, start=0, end=len(text))
    locator = PageLocator.of(PaperContent(source_format="latex", blocks=(block,)))

    assert locator.has_gap([(0, len(text))]) == lost
    assert not locator.has_gap([(0, 3)])
