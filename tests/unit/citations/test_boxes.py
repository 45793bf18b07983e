"""Ranges of a paper's text become rectangles, one per printed line."""

from __future__ import annotations

from scholarai.citations.boxes import PageLocator
from scholarai.domain.chat import PageBoxes
from scholarai.domain.content import Block, Box, Line, Page, PaperContent, Section, Word
from scholarai.domain.ids import BlockId, SectionId

TEXT = "one two three four"
CONTENT = PaperContent(
    source_format="pdf",
    pages=(Page(page_number=1, width_pt=600, height_pt=800), Page(page_number=2, width_pt=600, height_pt=800)),
    blocks=(
        Block(
            id=BlockId("b0"),
            kind="paragraph",
            text=TEXT,
            start=0,
            end=18,
            page_number=1,
            boxes=(Box(100, 700, 180, 710), Box(300, 50, 400, 60)),
            lines=(
                Line(page_number=1, start=0, end=7, words=(Word(0, 3, 100, 130), Word(4, 7, 140, 180))),
                Line(page_number=2, start=8, end=18, words=(Word(8, 13, 300, 350), Word(14, 18, 360, 400))),
            ),
        ),
        Block(id=BlockId("b1"), kind="paragraph", text="alone", start=20, end=25, section_id=SectionId("s1")),
    ),
    sections=(Section(id=SectionId("s1"), title="Methods", level=1),),
)


def boxes(*ranges: tuple[int, int]) -> list[tuple[int, tuple[Box, ...]]]:
    return [(page.page_number, page.boxes) for page in PageLocator.of(CONTENT).locate(ranges)]


def test_a_quote_across_a_page_break_has_boxes_on_both_pages_as_wide_as_its_words() -> None:
    start = TEXT.index("two")

    assert boxes((start, TEXT.index(" four"))) == [
        (1, (Box(140, 700, 180, 710),)),
        (2, (Box(300, 50, 350, 60),)),
    ]


def test_whole_lines_keep_their_own_boxes() -> None:
    assert boxes((0, 18)) == [(1, (Box(100, 700, 180, 710),)), (2, (Box(300, 50, 400, 60),))]


def test_a_quote_that_begins_inside_a_word_begins_inside_its_box() -> None:
    assert boxes((1, 3)) == [(1, (Box(110, 700, 130, 710),))]


def test_the_page_size_stands_beside_the_boxes() -> None:
    assert PageLocator.of(CONTENT).locate([(0, 3)]) == (
        PageBoxes(page_number=1, width_pt=600, height_pt=800, boxes=(Box(100, 700, 130, 710),)),
    )


def test_text_without_a_layout_has_no_boxes() -> None:
    assert boxes((20, 25)) == []


def test_a_place_is_named_by_its_own_section() -> None:
    locator = PageLocator.of(CONTENT)

    assert (locator.section_title(3), locator.section_title(22)) == (None, "Methods")


def test_a_place_in_a_table_is_widened_to_all_its_rows() -> None:
    rows = Block(id=BlockId("b2"), kind="table", text="a | b\n1 | 2", start=27, end=38)
    locator = PageLocator.of(PaperContent(source_format="markdown", blocks=(*CONTENT.blocks, rows)))

    assert list(locator.with_whole_tables([(1, 3), (33, 38)])) == [(1, 3), (27, 38)]
