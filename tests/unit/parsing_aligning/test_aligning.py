"""A source and a PDF of the same paper become one content whose words stand where the PDF prints them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from msgspec.structs import replace
from papers import pair

from scholarai.adapters.reading.formats import read_file
from scholarai.adapters.reading.limits import ReadLimits
from scholarai.citations.boxes import PageLocator
from scholarai.domain.content import Block, Box, PaperContent
from scholarai.domain.ids import BlockId
from scholarai.parsing.aligning import NotTheSamePaperError, joined


def _read(path: Path) -> PaperContent:
    return read_file(path, path.name, ReadLimits(), lambda *_: None)


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pair.make_pdf(tmp_path_factory.mktemp("pair") / "printed.pdf")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> PaperContent:
    return _read(pair.make_source(tmp_path_factory.mktemp("pair") / "source.tex"))


@pytest.fixture(scope="module")
def printed(pdf: Path) -> PaperContent:
    return _read(pdf)


@pytest.fixture(scope="module")
def whole(source: PaperContent, printed: PaperContent) -> PaperContent:
    return joined(source, printed)


def test_every_word_stands_in_its_box(whole: PaperContent, pdf: Path) -> None:
    checked = list(_words_and_prints(whole, pdf))

    assert len(checked) > 130
    assert [(word, printed) for word, printed in checked if word != printed] == []


def test_floats_and_footnotes_are_found_where_the_page_has_them(whole: PaperContent) -> None:
    order = sorted((block for block in whole.blocks if block.boxes), key=lambda block: block.boxes[0].y0)

    assert all(block.boxes for block in whole.blocks)
    assert [block.kind for block in order if block.kind in {"caption", "table"}] == ["caption", "table", "caption"]
    assert whole.figures[0].page_number == 1
    assert whole.figures[0].boxes[0].y1 <= _block(whole, "Figure 1").boxes[0].y0


def test_a_cell_has_the_box_of_its_words(whole: PaperContent, pdf: Path) -> None:
    (table,) = whole.tables
    page = pymupdf.open(pdf)[0]

    printed = {(cell.row, cell.column): _printed(page, cell.box) for cell in table.cell_boxes}

    assert printed == {(row, column): text for row, cells in enumerate(table.rows) for column, text in enumerate(cells)}


def test_cells_that_are_printed_otherwise_share_no_box(source: PaperContent, printed: PaperContent) -> None:
    (table,) = source.tables
    rows = (*table.rows[:2], ("Brunnsee", "deep", "long"), table.rows[3])
    text = "\n".join(map(" | ".join, rows))
    blocks = tuple(replace(block, text=text) if block.kind == "table" else block for block in source.blocks)
    at = 0
    for index, block in enumerate(blocks):
        blocks = (*blocks[:index], replace(block, start=at, end=at + len(block.text)), *blocks[index + 1 :])
        at += len(block.text) + 2

    (placed,) = joined(replace(source, blocks=blocks, tables=(replace(table, rows=rows),)), printed).tables

    assert {(cell.row, cell.column) for cell in placed.cell_boxes if cell.row == 2} == {(2, 0)}


def test_an_equation_stands_in_the_row_of_its_number(whole: PaperContent, pdf: Path) -> None:
    page = pymupdf.open(pdf)[0]
    numbers = [page.search_for(f"({equation.label})")[0] for equation in whole.equations]
    rows = [_block(whole, equation.text).boxes[0] for equation in whole.equations]

    assert [equation.latex and r"\frac" in equation.latex for equation in whole.equations] == [True, True]
    assert len(rows) == 2
    assert all(row.y0 <= (number.y0 + number.y1) / 2 <= row.y1 for row, number in zip(rows, numbers, strict=True))


def test_a_formula_in_a_sentence_stands_between_its_neighbours(whole: PaperContent, pdf: Path) -> None:
    block = _block(whole, pair.PENDULUM)
    at = block.start + block.text.index(r"$\ell$")

    (place,) = PageLocator.of(whole).locate([(at, at + len(r"$\ell$"))])

    assert _printed(pymupdf.open(pdf)[0], place.boxes[0]) == "ℓ"


def test_what_is_not_printed_has_no_box_and_is_counted(source: PaperContent, printed: PaperContent) -> None:
    text = "Nobody will ever print these particular words about submarine volcanoes."
    end = source.blocks[-1].end
    added = Block(id=BlockId("b99"), kind="paragraph", text=text, start=end + 2, end=end + 2 + len(text))

    content = joined(replace(source, blocks=(*source.blocks, added)), printed)

    assert (content.blocks[-1].boxes, content.blocks[-1].page_number) == ((), None)
    assert [note.detail for note in content.notes if note.code == "blocks_not_placed"] == [
        "Of 18 blocks, 1 was not found on the PDF's pages and has no boxes (1 paragraph)."
    ]


def test_text_structure_and_references_are_those_of_the_source(whole: PaperContent, source: PaperContent) -> None:
    assert whole.text() == source.text()
    assert (whole.sections, whole.references, whole.cite_spans) == (
        source.sections,
        source.references,
        source.cite_spans,
    )
    assert (whole.source_format, len(whole.pages)) == ("latex", 1)


def test_another_paper_is_refused(printed: PaperContent, tmp_path: Path) -> None:
    other = tmp_path / "other.tex"
    other.write_text(
        rf"\documentclass{{article}}\begin{{document}}{'Nobody ever dived so deep for mussels. ' * 40}\end{{document}}"
    )

    with pytest.raises(NotTheSamePaperError, match=r"of [0-9]+ words agree"):
        joined(_read(other), printed)


def _words_and_prints(content: PaperContent, pdf: Path) -> Iterator[tuple[str, str]]:
    """Yield the words of text, formulas and citations aside, with the words that the PDF has in their boxes."""
    locator = PageLocator.of(content)
    page = pymupdf.open(pdf)[0]
    for block in content.blocks:
        if block.kind != "equation":
            for match in re.finditer(
                r"[A-Za-z]{3,}(?=[\s.,:]|$)", re.sub(r"\$.*?\$", lambda m: " " * len(m[0]), block.text)
            ):
                (place,) = locator.locate([(block.start + match.start(), block.start + match.end())])
                yield match[0], "".join(_printed(page, box) for box in place.boxes)


def _printed(page: pymupdf.Page, box: Box) -> str:
    middle = (box.y0 + box.y1) / 2
    row = pymupdf.Rect(box.x0 - 0.2, middle - 1, box.x1 + 0.2, middle + 1)
    return "".join(
        character["c"]
        for block in page.get_text("rawdict", clip=row, flags=0)["blocks"]
        for line in block["lines"]
        if line["bbox"][1] <= middle <= line["bbox"][3]
        for span in line["spans"]
        for character in span["chars"]
        if row.x0 <= (character["bbox"][0] + character["bbox"][2]) / 2 <= row.x1
    ).strip()


def _block(content: PaperContent, text: str) -> Block:
    return next(block for block in content.blocks if block.text.startswith(text))
