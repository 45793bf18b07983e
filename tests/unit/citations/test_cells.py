"""A quote from a table is placed at its cells, which are named by the table and the headers."""

from __future__ import annotations

from unit.parsing_pdf.printed import BODY, line, page, paragraph, sentences

from scholarai.citations.boxes import PageLocator
from scholarai.citations.parser import Quote
from scholarai.citations.sections import SectionBuilder, Source
from scholarai.citations.words import GroundingText
from scholarai.domain.chat import CellPlace, Citation, Evidence
from scholarai.domain.content import PaperContent
from scholarai.domain.ids import ChunkId, PaperId
from scholarai.parsing.pdf.read import read_pdf

ROWS = (
    (150, ((150, "Site"), (295, "Growth in the year"))),
    (164, ((280, "2018"), (380, "2019"))),
    (178, ((150, "North Sea"), (280, "3.1"), (380, "2.9"))),
    (192, ((150, "South"), (280, "1.0"), (380, "0.8"))),
)


def content() -> PaperContent:
    cells = [line(text, x, y, BODY) for y, row in ROWS for x, text in row]
    body = [*paragraph(sentences(3), 60), line("Table 1: Growth.", 150, 130), *cells, *paragraph(sentences(5), 400)]
    return read_pdf([page(body)])


def cell_of(quote: str) -> tuple[CellPlace, int] | None:
    """Return what names the place of a quote, and of how many cells it has boxes."""
    paper = content()
    start = paper.text().index(quote)
    found = PageLocator.of(paper).cell([(start, start + len(quote))])
    return found and (found[0], sum(len(one.boxes) for one in found[1]))


def test_a_cell_is_named_by_the_table_its_row_and_its_column() -> None:
    assert cell_of("2.9") == (CellPlace(table="Table 1", row="North Sea", column="Growth in the year 2019"), 1)


def test_a_row_is_named_without_a_column() -> None:
    assert cell_of("North Sea 3.1 2.9") == (CellPlace(table="Table 1", row="North Sea"), 3)


def test_a_header_has_no_header() -> None:
    assert cell_of("2018") == (CellPlace(table="Table 1"), 1)


def test_a_quote_across_rows_is_no_cell() -> None:
    assert cell_of("2.9\nSouth") is None


def test_a_quote_from_the_text_is_no_cell() -> None:
    assert cell_of("paper number 1") is None


def test_a_citation_of_a_cell_says_so_in_its_label_and_has_the_box_of_the_cell() -> None:
    paper = content()
    text = paper.text()
    evidence = Evidence(
        number=1, paper_id=PaperId("p"), chunk_id=ChunkId("p:1"), text=text, score=1.0, start=0, end=len(text)
    )
    source = Source(evidence=evidence, text=GroundingText.of(text), locator=PageLocator.of(paper))
    builder = SectionBuilder(sources={1: source})
    builder.add([Quote((1,), "North Sea 3.1 2.9")])
    citation: Citation = builder.finish()[0].citations[0]

    assert citation.label == "p. 1, Table 1, North Sea"
    assert [box.x0 for box in citation.pages[0].boxes] == [150, 280, 380]
